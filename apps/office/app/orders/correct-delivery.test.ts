import { err, ok } from "@guichet/contract/result.ts";
import { expect, test, vi } from "vitest";
import { correctDeliveryOf } from "./correct-delivery.ts";
import { refusedDraft, untouchedDraft } from "./delivery-draft.ts";

const old = {
  ...{ fullname: "L. Morvan", addressRoute: "3 quai des Brumes", addressPostalCode: "76600" },
  ...{ addressCity: "Le Havre", addressState: "" },
};
const colleagues = { ...old, addressRoute: "7 quai des Brumes" };
const typed = { ...old, fullname: "Lou Morvan", reason: "The whole name" };

const formOf = (values: typeof typed, seen = old): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries(values)) form.set(name, value);
  for (const [name, value] of Object.entries(seen)) form.set(`seen-${name}`, value);
  return form;
};
const sent = async (form: FormData, answer: unknown = ok({ delivery: old })) => {
  const call = vi.fn().mockResolvedValue(answer);
  const outcome = await correctDeliveryOf({ call }, "demo", "1", form);
  return { outcome, call };
};

test("an address is corrected, and one that is the same as before is said to be unchanged", async () => {
  expect((await sent(formOf(typed))).outcome).toBe("corrected");
  expect((await sent(formOf({ ...old, reason: "None" }))).outcome).toBe("unchanged");
  expect((await sent(formOf({ ...old, fullname: " L. Morvan ", reason: "None" }))).outcome).toBe("unchanged");
  const moved = { ...old, addressPostalCode: "76600 Le", addressCity: "Havre", reason: "Moved letters" };
  const { outcome, call } = await sent(formOf(moved));
  expect(outcome).toBe("corrected");
  expect(call).toHaveBeenCalledWith("correctDelivery", expect.objectContaining({ orderId: "1", seen: old }), "demo");
});

test("a form that is refused keeps what was typed, and the address that its author saw", async () => {
  const { outcome, call } = await sent(formOf({ ...typed, reason: " " }));
  expect(call).not.toHaveBeenCalled();
  if (typeof outcome === "string") throw new Error("it was not refused");
  expect(outcome).toMatchObject({ code: "FIELD_REQUIRED", refusal: null, seen: old });
  // A colleague's correction that the page has read meanwhile does not become the address that was seen.
  expect(refusedDraft(colleagues, outcome)).toEqual({ seen: old, values: { ...typed, reason: "" }, isOther: false });
});

test("after a colleague's correction the form shows the colleague's address next to what was typed", async () => {
  const { outcome } = await sent(formOf(typed), err("TRANSITION_NOT_ALLOWED", { reason: "changed" }));
  if (typeof outcome === "string") throw new Error("it was not refused");
  expect(outcome).toMatchObject({ refusal: "changed", typed });
  expect(refusedDraft(colleagues, outcome)).toEqual({ seen: colleagues, values: typed, isOther: true });
  expect(untouchedDraft(colleagues)).toMatchObject({ seen: colleagues, values: colleagues, isOther: false });
});
