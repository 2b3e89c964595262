import { administers, examinesDocuments, type StaffRole, servesCustomers } from "@guichet/contract/staff-roles.ts";

/** The screens that a staff member's roles permit in one network. */
export interface StaffPermissions {
  orders: boolean;
  cards: boolean;
  travellers: boolean;
  documents: boolean;
  terminations: boolean;
  staff: boolean;
}

/** Derives the permitted screens from the roles in the network; without a role there are none. */
export function permissionsOf(roles: readonly StaffRole[]): StaffPermissions {
  const hasOneOf = (accepted: readonly StaffRole[]) => roles.some((role) => accepted.includes(role));
  return {
    orders: hasOneOf(servesCustomers),
    cards: hasOneOf(servesCustomers),
    travellers: hasOneOf(servesCustomers),
    documents: hasOneOf(examinesDocuments),
    terminations: hasOneOf(servesCustomers),
    staff: hasOneOf(administers),
  };
}
