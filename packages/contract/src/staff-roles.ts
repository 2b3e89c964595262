import { z } from "zod";

/**
 * What somebody of the staff may do in a network (decision 070). An agent serves customers, a validator examines
 * documents, an admin may do what both may and says who may what.
 */
export const StaffRole = z.enum(["admin", "agent", "validator"]);
export type StaffRole = z.infer<typeof StaffRole>;

/** Who serves customers, who examines documents, who says who may what; an admin is in each. */
export const servesCustomers = ["admin", "agent"] as const satisfies readonly StaffRole[];
export const examinesDocuments = ["admin", "validator"] as const satisfies readonly StaffRole[];
export const administers = ["admin"] as const satisfies readonly StaffRole[];
