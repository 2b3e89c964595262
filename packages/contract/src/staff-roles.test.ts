import { expect, test } from "vitest";
import type { Call } from "./call.ts";
import { officeCalls } from "./office/office-calls.ts";
import { hasPermission, rolesByPermission, type StaffRole, staffPermissions } from "./staff-roles.ts";

const staffCalls = Object.entries(officeCalls)
  .map(([name, definition]): [string, Call] => [name, definition])
  .filter(([, { session }]) => session === "staff");

/** Calls about the caller's own account, which every member of the staff may make. */
const ownAccount = [
  "getStaff",
  "changeStaffPassword",
  "setStaffLanguage",
  "giveSecondFactor",
  "beginSecondFactor",
  "confirmSecondFactor",
  "renewRecoveryCodes",
  "removeSecondFactor",
];

test("every staff call names a permission, except those about the caller's own account", () => {
  const open = staffCalls.filter(([, { permission }]) => permission === undefined).map(([name]) => name);
  expect(open).toEqual(ownAccount);
});

test("every permission opens a call", () => {
  const used = new Set(staffCalls.map(([, { permission }]) => permission));
  expect(staffPermissions.filter((permission) => !used.has(permission))).toEqual([]);
});

test("an admin has every permission, and no other role may manage the staff", () => {
  expect(staffPermissions.filter((permission) => !hasPermission(["admin"], permission))).toEqual([]);
  expect(rolesByPermission["staff.manage"]).toEqual(["admin"]);
});

test("a reader, an inspector and an accountant change nothing of a customer's", () => {
  const looking: readonly StaffRole[] = ["reader", "inspector"];
  const changing = staffCalls.filter(([, { method }]) => method !== "GET");
  const allowed = (roles: readonly StaffRole[]) =>
    changing.filter(([, { permission }]) => permission && hasPermission(roles, permission)).map(([name]) => name);
  // That a ticket was checked is a record of the staff's work: the ticket stays as it was. A preview shows a draft, and changes nothing.
  expect(allowed(looking)).toEqual(["checkTicket", "reportTicketChecks", "previewCatalogueDraft"]);
  // Asking the provider for the result of a payment changes nothing that a person decided; a chargeback is what the bank decided; a closed month
  // is no customer's.
  expect(allowed(["accountant"])).toEqual([
    "settleDiscrepancy",
    "recordDispute",
    "decideDispute",
    "checkPaymentNow",
    "closeMonth",
    "previewCatalogueDraft",
  ]);
});

test("whoever drafts or publishes the catalogue may do the same with settings, which are in the same drafts", () => {
  const roles = rolesByPermission["settings.manage"];
  expect(rolesByPermission["catalogue.edit"]).toEqual(roles);
  expect(rolesByPermission["catalogue.publish"]).toEqual(roles);
});

test("roles add up, and nobody has a permission without a role", () => {
  expect(hasPermission(["examiner", "reader"], "documents.examine")).toBe(true);
  expect(hasPermission(["examiner", "reader"], "orders.read")).toBe(true);
  expect(staffPermissions.filter((permission) => hasPermission([], permission))).toEqual([]);
});
