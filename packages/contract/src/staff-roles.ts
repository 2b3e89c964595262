import { z } from "zod";

/**
 * Role of a staff member in a network (decision 158). An agent serves customers, an examiner examines their documents, a
 * manager does both and approves what they may not decide alone; an accountant sees money, an inspector checks travellers
 * and cards on board, a reader changes nothing. An admin may do everything.
 */
export const StaffRole = z.enum(["admin", "manager", "agent", "examiner", "accountant", "inspector", "reader"]);
export type StaffRole = z.infer<typeof StaffRole>;

/**
 * The roles with each permission: the only place that decides what a role may do. Every staff call names one permission, and
 * the navigation of the office and the table in `docs/office.md` follow from this one.
 */
export const rolesByPermission = {
  "office.open": ["admin", "manager", "agent", "examiner", "accountant", "inspector", "reader"],
  "orders.read": ["admin", "manager", "agent", "accountant", "reader"],
  "orders.fulfil": ["admin", "manager", "agent"],
  "counter.sell": ["admin", "manager", "agent"],
  "drawers.read": ["admin", "manager", "accountant"],
  "refunds.give": ["admin", "manager", "agent"],
  "refunds.approve": ["admin", "manager"],
  "payments.settle": ["admin", "manager", "accountant"],
  "finance.read": ["admin", "manager", "accountant"],
  "finance.close": ["admin", "accountant"],
  "campaigns.read": ["admin", "manager", "agent", "accountant", "reader"],
  "campaigns.manage": ["admin", "manager"],
  "vouchers.manage": ["admin", "manager"],
  "alerts.read": ["admin", "manager", "agent", "reader"],
  "alerts.manage": ["admin", "manager"],
  "catalogue.read": ["admin", "manager", "agent", "accountant", "reader"],
  "catalogue.edit": ["admin", "manager"],
  "catalogue.publish": ["admin", "manager"],
  "settings.manage": ["admin", "manager"],
  "emails.read": ["admin", "manager", "agent", "reader"],
  "agencies.read": ["admin", "manager", "agent", "reader"],
  "agencies.manage": ["admin", "manager"],
  "tickets.check": ["admin", "manager", "agent", "inspector"],
  "tickets.block": ["admin", "manager", "agent"],
  "cards.read": ["admin", "manager", "agent", "inspector", "reader"],
  "cards.manage": ["admin", "manager", "agent"],
  "cards.register": ["admin", "manager"],
  "travellers.read": ["admin", "manager", "agent", "inspector", "reader"],
  "travellers.correct": ["admin", "manager", "agent"],
  "customers.support": ["admin", "manager", "agent"],
  "customers.merge": ["admin", "manager"],
  "documents.examine": ["admin", "manager", "examiner"],
  "terminations.read": ["admin", "manager", "agent", "reader"],
  "terminations.decide": ["admin", "manager", "agent"],
  "operations.manage": ["admin"],
  "audit.read": ["admin"],
  "staff.manage": ["admin"],
} as const satisfies Record<string, readonly StaffRole[]>;
export type StaffPermission = keyof typeof rolesByPermission;

export const staffPermissions = Object.keys(rolesByPermission) as StaffPermission[];

/** Whether one of these roles has a permission. */
export function hasPermission(roles: readonly StaffRole[], permission: StaffPermission): boolean {
  const accepted: readonly StaffRole[] = rolesByPermission[permission];
  return roles.some((role) => accepted.includes(role));
}
