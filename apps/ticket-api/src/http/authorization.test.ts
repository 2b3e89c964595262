import { expect, it } from "vitest";
import { openTo } from "./authorization.ts";

const holder = { cardId: null, guest: false, isHolder: true, erasesAt: null };
const guest = { ...holder, guest: true };
const traveller = { ...holder, isHolder: false };
const card = { ...guest, cardId: "c1" };
const leaving = { ...holder, erasesAt: "2027-01-01T00:00:00.000Z" };

it.each([
  ["a holder's own call", "holder", [], holder, "open"],
  ["a holder's own call", "holder", [], traveller, "HOLDER_REQUIRED"],
  ["a holder's own call", "holder", [], guest, "ACCOUNT_REQUIRED"],
  ["a call of an account", "account", [], traveller, "open"],
  ["a call of an account", "account", [], guest, "ACCOUNT_REQUIRED"],
  ["a call of an account", "account", [], leaving, "ACCOUNT_DELETION_PENDING"],
  ["a call of anybody signed in", "user", [], guest, "open"],
  ["a call of anybody signed in", "user", [], card, "CARD_SESSION_LIMITED"],
  ["a call of anybody signed in", "user", [], leaving, "ACCOUNT_DELETION_PENDING"],
  ["a call that a card opens", "user", ["card"], card, "open"],
  ["a call that a card opens", "user", ["card"], leaving, "ACCOUNT_DELETION_PENDING"],
  ["a call while an account is being deleted", "account", ["deleting"], leaving, "open"],
  ["a call for whoever is there", "optional", [], card, "CARD_SESSION_LIMITED"],
] as const)("%s (%s, %j) responds to %j with %s", (_what, session, opensTo, asker, expected) => {
  const outcome = openTo({ session, opensTo }, asker);
  expect(outcome.ok ? "open" : outcome.code).toBe(expected);
});
