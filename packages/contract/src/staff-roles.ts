import { z } from "zod";

/**
 * Role of a staff member in a network (decision 070). An agent serves customers, a validator examines documents; an admin
 * may do both and assigns roles.
 */
export const StaffRole = z.enum(["admin", "agent", "validator"]);
export type StaffRole = z.infer<typeof StaffRole>;

/** Roles that serve customers, examine documents or assign roles; each includes the admin. */
export const servesCustomers = ["admin", "agent"] as const satisfies readonly StaffRole[];
export const examinesDocuments = ["admin", "validator"] as const satisfies readonly StaffRole[];
export const administers = ["admin"] as const satisfies readonly StaffRole[];
