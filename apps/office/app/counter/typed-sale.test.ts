import { expect, it } from "vitest";
import type { SaleDraft } from "./sale-address.ts";
import { emptySale, inputName, saleOf, typedIn } from "./typed-sale.ts";

const draft: SaleDraft = {
  key: "0123-4567",
  lines: [
    {
      productId: "parking",
      support: "DEMATERIALIZED",
      quantity: 1,
      startingAt: null,
      options: [],
      traveller: null,
      cardId: null,
    },
  ],
  ...{ travellerId: null, cardId: null, vouchers: [] },
};
const total = { amount: 450, currency: "EUR" };
const typed = { ...emptySale("CASH"), givenAmount: "10,00" };

it("reads what was typed, with the fields of each article", () => {
  const form = new FormData();
  form.set("method", "CARD");
  form.set("reference", " 0042 ");
  form.set(inputName(0, "plate"), " AA-123-AA ");
  expect(typedIn(form)).toMatchObject({ method: "CARD", reference: "0042", articleFields: { "0-plate": "AA-123-AA" } });
});

it("sells for cash with the given amount, and by card with the number of the slip", () => {
  const sale = saleOf(draft, { ...typed, articleFields: { "0-plate": "AA-123-AA" }, reference: "unused" }, total);
  expect(sale).toMatchObject({
    ok: true,
    value: {
      ...{ saleKey: "0123-4567", paymentMethod: "CASH", givenAmount: { amount: 1000, currency: "EUR" } },
      articles: [{ fields: { plate: "AA-123-AA" } }],
    },
  });
  expect(sale.ok && "reference" in sale.value).toBe(false);
  const byCard = saleOf(draft, { ...typed, method: "CARD", reference: "0042" }, total);
  expect(byCard).toMatchObject({ ok: true, value: { reference: "0042" } });
  expect(byCard.ok && "givenAmount" in byCard.value).toBe(false);
});

it.each([
  ["FIELD_REQUIRED", "givenAmount", { givenAmount: "" }],
  ["FIELD_INVALID", "givenAmount", { givenAmount: "4,49" }],
  ["FIELD_INVALID", "givenAmount", { givenAmount: "ten" }],
  ["FIELD_REQUIRED", "reference", { method: "CARD" as const }],
  ["FIELD_INVALID", "birthDate", { birthDate: "1.1.2000" }],
  ["FIELD_INVALID", "email", { email: "lou" }],
])("is %s for the field %s", (code, field, more) => {
  expect(saleOf(draft, { ...typed, ...more }, total)).toEqual({ ok: false, code, details: { field } });
});

it("states a person only for somebody without an account", () => {
  const person = { firstName: "Lou", lastName: "Morvan", birthDate: "2012-05-04" };
  expect(saleOf(draft, { ...typed, ...person }, total)).toMatchObject({ value: { person } });
  const known = saleOf({ ...draft, travellerId: "t1" }, { ...typed, ...person }, total);
  expect(known.ok && known.value).not.toHaveProperty("person");
  const lines = [...draft.lines, ...draft.lines.map((line) => ({ ...line, traveller: "2" }))];
  const people = { "2-firstName": "Ana", "2-lastName": "Silva", "2-birthDate": "" };
  expect(saleOf({ ...draft, lines }, { ...typed, people }, total)).toMatchObject({
    value: { others: [{ lines: [1], person: { firstName: "Ana", lastName: "Silva" } }] },
  });
});
