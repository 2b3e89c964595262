import { expect, it } from "vitest";
import { permissionsOf } from "./staff-permissions.ts";

const none = { orders: false, cards: false, travellers: false, documents: false, terminations: false, staff: false };
const customers = { ...none, orders: true, cards: true, travellers: true, terminations: true };

it.each([
  { roles: [], permissions: none },
  { roles: ["agent"], permissions: customers },
  { roles: ["validator"], permissions: { ...none, documents: true } },
  { roles: ["agent", "validator"], permissions: { ...customers, documents: true } },
  { roles: ["admin"], permissions: { ...customers, documents: true, staff: true } },
] as const)("the roles $roles open exactly their screens", ({ roles, permissions }) => {
  expect(permissionsOf(roles)).toEqual(permissions);
});
