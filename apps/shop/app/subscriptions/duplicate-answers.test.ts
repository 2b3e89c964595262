import type { LineWarning } from "@guichet/contract/cart.ts";
import { expect, test } from "vitest";
import { duplicateKey, duplicatesToConfirm, unconfirmed } from "./duplicate-answers.ts";

const held: LineWarning = {
  ...{ code: "ALREADY_HELD", subscriptionId: "s1", name: "Year", travellerId: "u1", firstName: "Lina" },
  ...{ startsAt: "2026-09-01T00:00:00Z", endsAt: null, renews: true, mustConfirm: true },
};
const ticket: LineWarning = { ...held, subscriptionId: undefined, ticketId: "t1", mustConfirm: false };

// covers: a second pass in addition to an active subscription is confirmed before it is ordered
test("an active subscription is confirmed once for each traveller; a ticket needs no confirmation", () => {
  const ofOther = { ...held, travellerId: "u2" };
  expect(duplicatesToConfirm([ticket, held, held, ofOther])).toEqual([held, ofOther]);
  expect(unconfirmed([ticket, held, ofOther], [duplicateKey(held)])).toEqual([ofOther]);
  expect(unconfirmed([held], [duplicateKey(held)])).toEqual([]);
});
