import type { DocumentReason } from "@guichet/contract/documents.ts";
import type { Language } from "@guichet/contract/locales.ts";
import type { DisputedTickets } from "@guichet/contract/office/disputes.ts";
import type { TerminationRefusal } from "@guichet/contract/office/terminations.ts";
import type { Tracking } from "@guichet/contract/orders.ts";
import type { AccountCause } from "@guichet/contract/refunds.ts";
import type { SubscriptionBlock } from "@guichet/contract/subscriptions.ts";
import type { Money } from "@guichet/contract/values.ts";
import type { EmailContents, EmailContext } from "./email-template.ts";

export interface EmailLine {
  name: string;
  quantity: number;
  total: Money;
  traveller: string | null;
}

export interface EmailTicket {
  name: string;
  serial: string;
  traveller: string | null;
  /** null: valid from its first use, before `useBefore`. */
  validFrom: string | null;
  validUntil: string | null;
  useBefore: string | null;
  /** Whether the ticket is loaded on a transport card at its next validation. */
  onCard: boolean;
  /** Where a guest downloads the ticket; an account has it in its wallet. */
  link: string | null;
}

/** The shop's path of a guest's order, and until when it is valid. */
export interface GuestLink {
  path: string;
  until: string;
}

/** An order of a guest has a link of its own; absent: the customer has an account, or the e-mail is an older one. */
interface PerhapsGuests {
  guestLink?: GuestLink | null;
}

/** An order, and whether the customer can see it in an account. */
export interface EmailOrder {
  orderId: string;
  orderNumber: string;
  guest: boolean;
  /** The shop's path of a guest's order, and until when it is valid; absent in e-mails queued before there was one. */
  guestLink?: GuestLink | null;
}

/** Location and time of the hand-over of an order. */
export interface EmailCollection {
  label: string;
  address: string;
  startsAt: string;
  endsAt: string;
}

/** A transport card (last digits, bearer's first name) with the tickets concerned. */
export interface EmailCard {
  lastDigits: string;
  firstName: string;
  ticketCount: number;
}

/** One installment of an order. */
export interface EmailInstallment extends PerhapsGuests {
  orderId: string;
  orderNumber: string;
  position: number;
  count: number;
  amount: Money;
}

/** The day on which the tickets of an unpaid installment are suspended; absent in e-mails queued before suspension existed. */
interface Suspends {
  suspendsOn?: string | null;
}

/** An order with an unpaid amount. */
export interface OrderOwed extends PerhapsGuests {
  orderId: string;
  orderNumber: string;
  amount: Money;
}

/** A traveller's documents submitted for examination. */
export interface RequestOfDocuments {
  submissionId: string;
  number: string;
  shopItemId: string;
  item: string;
  traveller: string;
  /** The traveller's id; absent in e-mails queued before it existed. */
  travellerId?: string;
  /** `YYYY-MM-DD` */
  expectedOn: string;
  reason: DocumentReason | null;
  /** A comment by staff. */
  remark: string | null;
}

/** The days on which installments are collected. */
export interface InstallmentDay {
  on: string;
  amount: Money;
}

/** An order paid by direct debit: its mandate, debtor and account. */
export interface DebitedOrder {
  orderId: string;
  orderNumber: string;
  count: number;
  reference: string;
  creditor: string;
  creditorId: string;
  /** Country and last four characters of the IBAN. */
  account: string;
}

/** A subscription with automatic renewal, as its e-mails describe it. */
export interface EmailSubscription {
  subscriptionId: string;
  name: string;
  traveller: string;
  /** The last paid day. */
  lastDay: string;
}

/** A termination notified without a sign-in. */
export interface EmailNotification {
  reference: string;
  requestedAt: string;
  /** The end date that its sender would like. */
  endOn: string | null;
}

/** What the receipt of a termination states besides the values of its e-mail. */
export interface EmailTerminationReceipt {
  networkId: string;
  language: Language;
  holder: string;
  /** The first order of the contract. */
  orderNumber: string;
  /** The reference of a termination notified without a sign-in; null: terminated in the account. */
  reference: string | null;
  receivedAt: string;
  confirmedAt: string;
  /** The requested end date; null: as early as possible. */
  desiredEnd: string | null;
}

/** A contract, and its last day of validity. */
export interface EmailContract {
  name: string;
  traveller: string;
  lastDay: string;
}

/** What staff correct of an account. */
export type CorrectedField = "email" | "contact-email" | "phone" | "language" | "postal-address";

/** Values of each e-mail by template. The only secrets are codes that expire; they are deleted once the e-mail is sent. */
export interface EmailValues {
  /** `code` is in the link; `typed` is entered where the account was opened, and is absent in e-mails queued before it existed. */
  "verify-email": { code: string; typed?: string; hours: number };
  "reset-password": { code: string; minutes: number };
  "password-changed": { at: string };
  "email-changed": { at: string; newEmail: string };
  /** Two accounts of one person are one. `other`: the other address, masked; `remains`: this is the address that remains. */
  "accounts-merged": { at: string; other: string; remains: boolean };
  /** Staff corrected data of the account, as the customer asked. */
  "details-corrected": { at: string; fields: CorrectedField[]; guest: boolean };
  /** The provider's name; null: e-mail and password. */
  "identity-linked": { at: string; provider: string | null };
  "identity-unlinked": { at: string; provider: string | null };
  "deletion-code": { code: string; hours: number };
  "deletion-requested": { erasesAt: string; guest: boolean };
  "deletion-reminder": { erasesAt: string; guest: boolean };
  /** `guest`: absent in e-mails queued before the staff could withdraw the deletion of a guest. */
  "account-reactivated": { at: string; guest?: boolean };
  "account-erased": { at: string; guest: boolean };
  /** `device`: as the browser describes itself; `traveller`: who signed in; null: the holder. */
  "new-sign-in": { at: string; device: string | null; traveller: string | null };
  /** The holder gave a traveller a separate sign-in, changed its password, or removed it. */
  "traveller-sign-in": { at: string; firstName: string; given: boolean };
  /** A transport card was blocked; with the tickets that could still be used on it. */
  "card-blocked": EmailCard & { kind: "lost" | "stolen" | "defective"; at: string };
  /** An incident was declared by mistake and has been withdrawn. */
  "card-lifted": EmailCard & { at: string };
  /** A card was made: a first one, or a replacement for the one that ends with `replaces`. */
  "card-made": EmailCard & { replaces: string | null; at: string };
  welcome: { firstName: string };
  "order-confirmation": {
    orderId: string;
    orderNumber: string;
    invoiceNumber: string;
    total: Money;
    guest: boolean;
    /** Whether the invoice is attached; otherwise it is in the account. */
    invoiceAttached: boolean;
    /** Whether the order includes articles to be posted, or handed over by staff without a time. */
    shippedOrHanded: boolean;
    collect: EmailCollection | null;
    lines: EmailLine[];
    tickets: EmailTicket[];
    /** The days of several payments; absent for a single payment and in e-mails queued before installments existed. */
    parts?: InstallmentDay[];
  };
  /** An order was shipped, to an address in one line. */
  "order-shipped": EmailOrder & {
    address: string;
    /** The tracking number; absent in e-mails queued before it existed. */
    tracking?: Tracking | null;
  };
  /** The staff corrected the address to which an order will be posted. */
  "delivery-corrected": EmailOrder & { address: string };
  /** An order can be collected at its agency. */
  "collect-ready": EmailOrder & { collect: EmailCollection };
  /** The staff moved the collection of an order: the customer asked for it, or its agency closes at the promised time. */
  "collect-moved": EmailOrder & { before: EmailCollection; collect: EmailCollection; isRequested: boolean };
  "order-refunded": PerhapsGuests & { orderId: string; orderNumber: string; total: Money };
  /** Tickets or a whole order were refunded, or an amount as goodwill; with the credit note. */
  "refund-made": EmailOrder & {
    scope: "order" | "tickets" | "goodwill";
    /** The customer requested it with evidence; absent in older e-mails: no. */
    isRequested?: boolean;
    total: Money;
    tickets: { name: string; serial: string; refund: Money }[];
    /** Of the total, what is paid back; absent in older e-mails: all of it. */
    paidBack?: Money;
    /** Installments that were reduced (`YYYY-MM-DD`), the last one first; `left` is 0 for one that is not collected at all. */
    dropped?: { day: string; dropped: Money; left: Money }[];
    paidBy: "CARD" | "TRANSFER";
    /** Last digits of the card; null: unknown, or a bank account. */
    lastDigits: string | null;
    /** A debit is paid back from this day on; absent in older e-mails. */
    transferFrom?: string | null;
    creditNoteNumber: string;
  };
  /** A request for a refund with evidence arrived, to be decided by a day (`YYYY-MM-DD`). */
  "refund-request-received": EmailOrder & { name: string; serial: string; expectedOn: string };
  /** The staff refused such a request. `reason`: what they wrote; `isUsable`: the ticket is still valid (absent: it is). */
  "refund-request-refused": EmailOrder & { name: string; serial: string; reason: string; isUsable?: boolean };
  /** A card refused its refund: the customer enters a bank account. `reason`: what the staff wrote about the one before. */
  "refund-needs-account": EmailOrder & { amount: Money; cause: AccountCause; reason: string | null };
  /** A refund is transferred to the account that the customer entered; `account`: masked, null: erased. */
  "refund-transferred": EmailOrder & { amount: Money; account: string | null };
  /** A compensation campaign refunds an amount, gives a voucher, or both; the credit note of a refund is attached. */
  "compensation-made": EmailOrder & {
    /** The reason in the language of the e-mail. */
    reason: string;
    name: string;
    serial: string;
    refund: Money | null;
    paidBy: "CARD" | "TRANSFER";
    /** Last digits of the card; null: unknown, or a bank account. */
    lastDigits: string | null;
    /** As in `refund-made`. */
    transferFrom?: string | null;
    creditNoteNumber: string | null;
    /** Valid through its last day. */
    voucher: { code: string; value: Money; lastDay: string } | null;
  };
  /** The staff cancelled an order of which nothing is left to refund. */
  "order-cancelled-by-staff": EmailOrder;
  /** The charge of an installment was refused; it will be retried at an instant. */
  "installment-refused": EmailInstallment & { nextTry: string };
  /** All attempts to charge an installment failed. */
  "installment-unpaid": EmailInstallment & Suspends;
  "installment-refunded": EmailInstallment;
  "documents-received": RequestOfDocuments;
  "documents-accepted": RequestOfDocuments;
  "documents-refused": RequestOfDocuments;
  "documents-to-complete": RequestOfDocuments;
  /** A person's names or birth date changed: rights to examine again, their submissions, and what ended. */
  "person-changed": {
    traveller: string;
    waiting: { name: string; number: string }[];
    /** Rights confirmed by a provider, which must be queried again. */
    ended: string[];
    statusEnded: boolean;
    pictureRemoved: boolean;
  };
  /** Staff corrected a person's identity: what has the new name, and how many cards are printed with the former one. */
  "person-corrected": {
    before: string;
    traveller: string;
    birthDate: string | null;
    kind: "same-person" | "other-person";
    documents: number;
    tickets: number;
    cards: number;
  };
  "document-expiring": { name: string; traveller: string; expiresAt: string };
  /** A mandate was signed: its wording, and the days on which the account will be debited. */
  "mandate-signed": DebitedOrder & {
    wording: string;
    debits: InstallmentDay[];
    /** From when the tickets are usable; absent: at once. */
    usable?: { from: "provisional" | "settled"; on: string };
    /** The subscription whose renewals it covers; absent: it covers the order only. */
    subscription?: { id: string; name: string };
  };
  /** Announces a debit, five days before. */
  "debit-notice": DebitedOrder & EmailInstallment & { on: string };
  /** A debit was rejected or returned for a passing reason, and is presented once more: announced like every debit. */
  "debit-retry": DebitedOrder & EmailInstallment & { reason: string | null; on: string };
  /** A debit was rejected or returned, with the ISO 20022 reason. `mandateEnds`: nothing more is debited for the order or subscription. */
  "debit-returned": EmailInstallment & Suspends & { reason: string | null; mandateEnds?: "order" | "subscription" };
  /** An installment is not debited and must be paid by card: no mandate covers it, or too many debits of its order were returned. */
  "not-collected": EmailInstallment & Suspends & { cause: "NO_MANDATE" | "RETURNED" };
  /** An order has an unpaid amount, with its deadline; its tickets are suspended; its tickets are restored. */
  "order-unpaid": OrderOwed & { suspendsOn: string };
  "order-suspended": OrderOwed;
  /** What became of the tickets of an order whose payment is disputed. */
  "disputed-tickets": PerhapsGuests & { orderId: string; orderNumber: string; tickets: DisputedTickets };
  "order-restored": PerhapsGuests & { orderId: string; orderNumber: string };
  /** The tickets are suspended until the first debit is settled; it is, and they are usable. */
  "tickets-held": PerhapsGuests & { orderId: string; orderNumber: string };
  "tickets-usable": PerhapsGuests & { orderId: string; orderNumber: string };
  /**
   * A renewal is announced: its price (and the previous one if it changes), and the last day to refuse it (L215-1); null: it can no
   * longer be refused. `late`: the notice is late, so the subscription may end at any time; absent in older e-mails.
   */
  "subscription-renewal": EmailSubscription & {
    startsOn: string;
    debitOn: string;
    until: string | null;
    amount: Money;
    before: Money | null;
    late?: boolean;
  };
  "subscription-not-renewed": EmailSubscription & {
    reason: "ARTICLE_WITHDRAWN" | "TRAVELLER_NOT_ELIGIBLE" | "DOCUMENT_MISSING" | "CARD_UNUSABLE";
  };
  /** The charge failed; when it is retried, if at all, and when the subscription ends. */
  "subscription-blocked": EmailSubscription & {
    reason: SubscriptionBlock;
    amount: Money;
    orderId: string;
    orderNumber: string;
    nextTryOn: string | null;
    endsOn: string;
  };
  /** A subscription was terminated, and with what effect (L215-1-1). */
  "subscription-ended": EmailSubscription & {
    effect: "AT_END" | "AT_DATE" | "AT_ONCE" | "REFUNDED" | "REST_REFUNDED" | "UNPAID";
    refund: Money | null;
    /** The number of an order whose debit was returned and which is still owed; absent in older e-mails. */
    due?: string | null;
    /**
     * The receipt of the customer's termination; absent: the subscription ended otherwise, or the e-mail is an older
     * one.
     */
    receipt?: EmailTerminationReceipt;
  };
  "subscription-taken-back": EmailSubscription & { startsOn: string; debitOn: string };
  /** The payment card of a subscription expires with the month `YYYY-MM`. */
  "subscription-card-expiring": EmailSubscription & { expiresOn: string; debitOn: string };
  /** The signed mandate does not cover renewals: a new one is required before the day of the next. */
  "subscription-mandate": EmailSubscription & { debitOn: string };
  /** A notified termination is confirmed with the link: of one of these contracts, which then ends on its last day. */
  "termination-confirm": EmailNotification & { code: string; expiresAt: string; contracts: EmailContract[] };
  /** No contract matches what the sender of a termination typed; the e-mail repeats nothing of it. */
  "termination-not-found": EmailNotification;
  /** Staff refused a notified termination. */
  "termination-refused": EmailNotification & { refusal: TerminationRefusal; remark: string | null };
  /** The contracts of a notified termination will end, or have ended, already. */
  "termination-ended": EmailNotification & { contracts: EmailContract[] };
  /** A person is invited to the staff of the network: by whom, and the office's page where they choose a password. */
  "staff-invitation": { name: string; by: string; link: string; expiresAt: string };
  /** The first payment of an order was refused; the order can still be paid. */
  "payment-refused": PerhapsGuests & { orderId: string; orderNumber: string; total: Money };
  /**
   * An order was cancelled because it was not paid. `shopItemId`: its only article, to order it again; null: it had several;
   * absent in e-mails queued before.
   */
  "order-cancelled": { orderId: string; orderNumber: string; total: Money; shopItemId?: string | null };
}
export type EmailTemplate = keyof EmailValues;

/** E-mails with a one-time code: their contents are deleted once sent. */
export const secretEmails: ReadonlySet<EmailTemplate> = new Set([
  "verify-email",
  "reset-password",
  "deletion-code",
  "termination-confirm",
  "staff-invitation",
]);
/** E-mails to people whose data is not stored: the row itself is deleted once sent. */
export const closingEmails: ReadonlySet<EmailTemplate> = new Set(["account-erased"]);

/** The contents of e-mails by template; their texts come from the catalogues. */
export type EmailTemplates<Template extends EmailTemplate = EmailTemplate> = {
  readonly [One in Template]: (values: EmailValues[One], context: EmailContext) => EmailContents;
};
