import { hasPermission, type StaffPermission, type StaffRole } from "@guichet/contract/staff-roles.ts";

/** The lists in the navigation, in its order, with the permission that each needs. */
const permissions = {
  counter: "counter.sell",
  orders: "orders.read",
  payments: "orders.read",
  drawers: "drawers.read",
  finance: "finance.read",
  refunds: "orders.read",
  disputes: "orders.read",
  campaigns: "campaigns.read",
  vouchers: "vouchers.manage",
  catalogue: "catalogue.read",
  settings: "emails.read",
  agencies: "agencies.read",
  alerts: "alerts.read",
  ticketCheck: "tickets.check",
  transportCards: "cards.read",
  travellers: "travellers.read",
  documents: "documents.examine",
  refundRequests: "documents.examine",
  terminations: "terminations.read",
  operations: "operations.manage",
  auditLog: "audit.read",
  staff: "staff.manage",
} as const satisfies Record<string, StaffPermission>;
export type ListScreen = keyof typeof permissions;

/** The lists that these roles open in one network; without a role, none. */
export function permittedScreens(roles: readonly StaffRole[]): ListScreen[] {
  return (Object.keys(permissions) as ListScreen[]).filter((name) => hasPermission(roles, permissions[name]));
}
