import { NetworkItem } from "@guichet/contract/office/catalogue/network-items.ts";
import { expect, test } from "vitest";
import { itemIn, typedOf } from "./typed-item.ts";

const context = { currency: "EUR", languages: ["fr", "ar"] as const, timeZone: "Europe/Paris" };
const id = "network";
const texts = { fr: "# Titre\n\nUn paragraphe.", ar: "# عنوان" };
const items = [
  { kind: "appearance", definition: { id, name: "Rivage", accent: "#0b5a68" } },
  { kind: "messages", definition: { id, banner: texts } },
  { kind: "contact", definition: { id, email: "a@rivage.example", phone: "+33 2 61 91 40 20", hours: texts } },
  { kind: "accessibility", definition: { id, state: "partly", auditedOn: "2026-09-18", contact: "a@rivage.example" } },
  { kind: "switches", definition: { id, guestOrders: true, consentBoxes: true } },
  { kind: "limits", definition: { id, guestMaxAmount: 12_345, suspendUnpaidAfterDays: 0, debitRetryAfterDays: 6 } },
  { kind: "legal-text", definition: { id: "terms-of-use", updatedOn: "2027-01-01", texts } },
].map((item) => NetworkItem.parse(item));

test.each(items.map((item) => [item.kind, item] as const))("%s, typed and read, is the same", (kind, item) => {
  expect(itemIn(kind, typedOf(item, context), context)).toEqual({ ok: true, item });
});

test("every kind of settings is among them, and what is missing or out of its limits is named", () => {
  expect(items.map(({ kind }) => kind)).toEqual(NetworkItem.options.map(({ shape }) => shape.kind.value));
  const wrong = itemIn("limits", { id: [id], guestMaxAmount: ["12,345"], debitRetryAfterDays: ["5"] }, context);
  expect(wrong.ok ? [] : wrong.faults.map(({ key, why, limit }) => [key, why, limit])).toEqual([
    ["guestMaxAmount", "money", null],
    ["suspendUnpaidAfterDays", "required", null],
    ["debitRetryAfterDays", "min", 6],
  ]);
});
