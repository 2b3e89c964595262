import { z } from "zod";
import { RequestAddress } from "../../accounts.ts";
import { Id } from "../../values.ts";
import { AuditReason } from "../staff.ts";
import { staffCall } from "../staff-call.ts";

const customerId = Id.describe("The customer's account");

/** Data of an account that staff correct here; names and birth dates are those of its travellers (`correctTraveller`). */
export const CustomerDetails = z.object({
  contactEmail: z.string().max(254).nullable(),
  phone: z.string().max(40).nullable(),
  language: z.string().max(12).nullable(),
  address: RequestAddress.nullable(),
});
export type CustomerDetails = z.infer<typeof CustomerDetails>;

/** Why data of a customer were not corrected, in the refusal's details (`reason`). */
export const CorrectionRefusal = z.enum(["changed", "same", "other-sign-in"]);
export type CorrectionRefusal = z.infer<typeof CorrectionRefusal>;

export const correctCustomer = staffCall("customers", "POST", "correctCustomer", {
  summary:
    "Corrects contact address, phone number, language and postal address of a customer, by the rules of the customer's own change. The account's address gets an e-mail that names what was corrected, and so does a contact address that was replaced. If the data are no longer those that were shown, or are the same, nothing happens (`TRANSITION_NOT_ALLOWED`).",
  permission: "customers.support",
  request: {
    customerId,
    seen: CustomerDetails.describe("The data that were displayed when the correction was entered"),
    details: CustomerDetails.describe("All of them as they are to be; null: none"),
    reason: AuditReason,
  },
  answer: {},
  refusals: [
    "NOT_FOUND",
    "TRANSITION_NOT_ALLOWED",
    "ACCOUNT_DELETION_PENDING",
    "EMAIL_INVALID",
    "PHONE_INVALID",
    "FIELD_REQUIRED",
  ],
});

export const changeCustomerEmail = staffCall("customers", "POST", "changeCustomerEmail", {
  summary:
    "Changes the e-mail address of a customer, by the rules of the customer's own change: every session ends, the former address gets an e-mail, and the new one the e-mail that confirms it, if the account has a password. Of a guest it is the address of the purchases, and links in e-mails to the former one show them no more. An account that also signs in at an identity provider is refused (`TRANSITION_NOT_ALLOWED`, `other-sign-in`): its customer signs in there and changes the address.",
  permission: "customers.support",
  request: {
    customerId,
    seen: z.string().max(254).describe("The address that was displayed: if it has changed since, nothing happens"),
    email: z.string().max(1000).describe("The new address"),
    reason: AuditReason,
  },
  answer: { email: z.string() },
  refusals: [
    "NOT_FOUND",
    "TRANSITION_NOT_ALLOWED",
    "ACCOUNT_DELETION_PENDING",
    "EMAIL_INVALID",
    "EMAIL_UNCHANGED",
    "EMAIL_EXISTS",
  ],
});
