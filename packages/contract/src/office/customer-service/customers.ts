import { z } from "zod";
import { UserAddress } from "../../accounts.ts";
import { SubmissionStatus } from "../../documents.ts";
import { OrderStatus } from "../../orders.ts";
import { Day, Id, Instant, Money, page, paging } from "../../values.ts";
import { TicketState } from "../../wallet.ts";
import { StaffPayment } from "../order-money.ts";
import { AuditEntry, AuditReason } from "../staff.ts";
import { staffCall } from "../staff-call.ts";
import { CardState } from "../transport-cards.ts";

/** A customer: an account, or a guest, with what belongs to it in small numbers. */
export const StaffCustomer = z.object({
  customerId: Id,
  customerNumber: z.string(),
  name: z.string().describe("The holder; empty: not entered yet"),
  email: z.string(),
  contactEmail: z.string().nullable(),
  phone: z.string().nullable(),
  language: z.string().nullable().describe("The chosen language; null: none chosen"),
  address: UserAddress.nullable().describe("The holder's postal address"),
  isGuest: z.boolean(),
  createdAt: Instant,
  emailVerifiedAt: Instant.nullable().describe("Of the sign-in with a password; null: none, or not verified"),
  signInMethods: z.array(z.string()).describe("Ids of the providers; `password` is the e-mail login"),
  erasesAt: Instant.nullable().describe("The customer requested the deletion, which happens then"),
  travellers: z.array(
    z.object({
      travellerId: Id,
      name: z.string(),
      birthDate: Day.nullable(),
      isHolder: z.boolean(),
      isActive: z.boolean(),
      hasOwnSignIn: z.boolean(),
    }),
  ),
  cards: z.array(z.object({ cardId: Id, number: z.string(), name: z.string(), state: CardState.nullable() })),
  subscriptions: z.array(
    z.object({
      subscriptionId: Id,
      name: z.string(),
      traveller: z.string().nullable(),
      state: z.enum(["pending", "active", "suspended", "cancelled", "terminated"]),
      endsAt: Instant.describe("The end of what is paid"),
    }),
  ),
  submissions: z
    .array(z.object({ submissionId: Id, number: z.string(), state: SubmissionStatus, createdAt: Instant }))
    .describe("The newest ones"),
  sessions: z
    .array(
      z.object({
        device: z.string().nullable(),
        method: z.string().describe("The provider of the sign-in"),
        traveller: z.string().nullable().describe("A traveller with their own sign-in; null: the holder"),
        createdAt: Instant,
        seenAt: Instant,
      }),
    )
    .describe("Open sessions, the last used first"),
  acts: z.array(AuditEntry).describe("The staff's actions on anything of this customer, the newest first"),
});
export type StaffCustomer = z.infer<typeof StaffCustomer>;

const CustomerId = Id.describe("The customer's account");
const ofCustomer = { customerId: CustomerId, ...paging };

export const getCustomer = staffCall("customers", "GET", "getCustomer", {
  summary:
    "Returns a customer: account, travellers, cards, subscriptions, submissions, sessions, and audit entries. The id of an account that was merged into another one returns that one.",
  permission: "travellers.read",
  request: { customerId: CustomerId },
  answer: {
    customer: StaffCustomer,
    languages: z.array(z.string()).describe("The languages of the network, of which a customer has one"),
  },
  refusals: ["NOT_FOUND"],
});

/** An order in the list of its customer. */
export const CustomerOrder = z.object({
  orderId: Id,
  number: z.string(),
  state: OrderStatus,
  createdAt: Instant,
  total: Money,
  lines: z.string().describe("The articles, by their names at the time of sale"),
});
export type CustomerOrder = z.infer<typeof CustomerOrder>;

export const listCustomerOrders = staffCall("customers", "GET", "listCustomerOrders", {
  summary: "Lists the orders of a customer, the newest first.",
  permission: "orders.read",
  request: ofCustomer,
  answer: page(CustomerOrder),
  refusals: ["CURSOR_INVALID"],
});

/** A payment or a debit in the list of its customer. */
export const CustomerPayment = StaffPayment.pick({
  paymentId: true,
  method: true,
  status: true,
  amount: true,
  createdAt: true,
  mandate: true,
}).extend({ orderId: Id, orderNumber: z.string() });
export type CustomerPayment = z.infer<typeof CustomerPayment>;

export const listCustomerPayments = staffCall("customers", "GET", "listCustomerPayments", {
  summary: "Lists the attempts of a customer to pay and the debits of their account, the newest first.",
  permission: "orders.read",
  request: ofCustomer,
  answer: page(CustomerPayment),
  refusals: ["CURSOR_INVALID"],
});

/** A direct debit mandate of a customer. */
export const CustomerMandate = z.object({
  mandateId: Id,
  reference: z.string(),
  account: z.string().describe("The IBAN, masked"),
  signedAt: Instant,
  endedAt: Instant.nullable(),
  lastDebitOn: Day.nullable(),
});
export type CustomerMandate = z.infer<typeof CustomerMandate>;

export const listCustomerMandates = staffCall("customers", "GET", "listCustomerMandates", {
  summary: "Lists the direct debit mandates of a customer, the newest first.",
  permission: "orders.read",
  request: ofCustomer,
  answer: page(CustomerMandate),
  refusals: ["CURSOR_INVALID"],
});

/** A ticket in the list of its customer. */
export const CustomerTicket = z.object({
  ticketId: Id,
  orderId: Id,
  name: z.string(),
  serial: z.string(),
  traveller: z.string().nullable(),
  state: TicketState,
  validUntil: Instant.nullable(),
  issuedAt: Instant,
});
export type CustomerTicket = z.infer<typeof CustomerTicket>;

export const listCustomerTickets = staffCall("customers", "GET", "listCustomerTickets", {
  summary: "Lists the tickets of a customer, the newest first.",
  permission: "travellers.read",
  request: ofCustomer,
  answer: page(CustomerTicket),
  refusals: ["CURSOR_INVALID"],
});

/** An e-mail to a customer. */
export const CustomerEmail = z.object({
  emailId: Id,
  template: z.string(),
  subject: z.string().nullable().describe("null: its contents were deleted, because they had a code"),
  to: z.string(),
  canBeResent: z.boolean().describe("It was sent, and has no code"),
  state: z.enum(["waiting", "sent", "expired"]).describe("`expired`: not sent, because its code had expired"),
  createdAt: Instant,
  sentAt: Instant.nullable(),
});
export type CustomerEmail = z.infer<typeof CustomerEmail>;

export const listCustomerEmails = staffCall("customers", "GET", "listCustomerEmails", {
  summary: "Lists the e-mails to a customer that are stored, the newest first.",
  permission: "travellers.read",
  request: ofCustomer,
  answer: page(CustomerEmail),
  refusals: ["CURSOR_INVALID"],
});

export const getCustomerEmail = staffCall("customers", "GET", "getCustomerEmail", {
  summary:
    "Returns an e-mail to a customer as text, as its template renders it now. One with a code, or without contents, gets `TRANSITION_NOT_ALLOWED`.",
  permission: "customers.support",
  request: { customerId: CustomerId, emailId: Id.describe("The e-mail to show") },
  answer: {
    email: z.object({
      subject: z.string(),
      to: z.string(),
      text: z.string().describe("Its links are shown without what signs them, so that nobody can use them"),
      createdAt: Instant,
      sentAt: Instant.nullable(),
    }),
  },
  refusals: ["NOT_FOUND", "TRANSITION_NOT_ALLOWED"],
});

/** Every action for a customer has a reason, which goes into the audit entry; the customer does not see it. */
const supported = { customerId: CustomerId, reason: AuditReason };

export const endCustomerSessions = staffCall("customers", "POST", "endCustomerSessions", {
  summary: "Ends every session of a customer: each device has to sign in again.",
  permission: "customers.support",
  request: supported,
  answer: {},
  refusals: ["NOT_FOUND"],
});

export const sendCustomerPasswordReset = staffCall("customers", "POST", "sendCustomerPasswordReset", {
  summary:
    "Sends a customer the e-mail with which they choose a new password, as if they had requested it. A guest, or a customer without a password, gets `TRANSITION_NOT_ALLOWED`.",
  permission: "customers.support",
  request: supported,
  answer: { to: z.string().describe("The address of the sign-in") },
  refusals: ["NOT_FOUND", "TRANSITION_NOT_ALLOWED"],
});

export const resendCustomerEmail = staffCall("customers", "POST", "resendCustomerEmail", {
  summary:
    "Sends an e-mail that was sent to a customer again, to the present address of the account. E-mails with a code cannot be sent again (`TRANSITION_NOT_ALLOWED`): the customer requests a new code.",
  permission: "customers.support",
  request: { ...supported, emailId: Id.describe("The e-mail to send again") },
  answer: { to: z.string().describe("The present address of the account") },
  refusals: ["NOT_FOUND", "TRANSITION_NOT_ALLOWED"],
});
