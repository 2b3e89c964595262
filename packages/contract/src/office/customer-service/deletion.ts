import { z } from "zod";
import { DeletionObstacle } from "../../accounts.ts";
import { Id, Instant } from "../../values.ts";
import { AuditReason } from "../staff.ts";
import { staffCall } from "../staff-call.ts";

const customerId = Id.describe("The customer's account");

/** Something that is open, and has to end before the account can be deleted. */
export const CustomerObstacle = z.object({
  kind: DeletionObstacle,
  id: Id.describe("Of the order, also of an installment; or of the subscription"),
  name: z.string().describe("The number of the order, or the name of the subscription"),
});
export type CustomerObstacle = z.infer<typeof CustomerObstacle>;

export const checkCustomerDeletion = staffCall("customers", "GET", "checkCustomerDeletion", {
  summary: "Returns what would block the deletion of a customer's account now, or when it would be erased.",
  permission: "customers.support",
  request: { customerId },
  answer: {
    obstacles: z.array(CustomerObstacle),
    erasesAt: Instant.describe("If the deletion is requested already, its day; else the day if it were requested now"),
    isRequested: z.boolean(),
  },
  refusals: ["NOT_FOUND"],
});

export const startCustomerDeletion = staffCall("customers", "POST", "startCustomerDeletion", {
  summary:
    "Requests the deletion of a customer's account, as the customer asked in writing. What follows is the same as of the customer's own request: every session ends, an e-mail says until when it can be withdrawn, and 30 days later everything is erased.",
  permission: "customers.support",
  request: { customerId, reason: AuditReason },
  answer: { erasesAt: Instant },
  refusals: ["NOT_FOUND", "DELETION_BLOCKED", "ACCOUNT_DELETION_PENDING"],
});

export const withdrawCustomerDeletion = staffCall("customers", "POST", "withdrawCustomerDeletion", {
  summary:
    "Withdraws the deletion of a customer's account before its day, as the customer asked: a guest has no sign-in to do it. The customer gets an e-mail.",
  permission: "customers.support",
  request: { customerId, reason: AuditReason },
  answer: {},
  refusals: ["NOT_FOUND", "DELETION_NOT_REQUESTED"],
});
