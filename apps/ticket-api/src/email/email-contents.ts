import type { DocumentReason } from "@guichet/contract/documents.ts";
import type { Tracking } from "@guichet/contract/orders.ts";
import type { SubscriptionBlock } from "@guichet/contract/subscriptions.ts";
import type { Money } from "@guichet/contract/values.ts";
import type { Translate } from "../locales/texts.ts";

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
  /** null: from its first use, which is to be before `useBefore`. */
  validFrom: string | null;
  validUntil: string | null;
  useBefore: string | null;
  /** It is loaded on a transport card at its next validation. */
  onCard: boolean;
  /** Where a guest fetches it; an account has it in its wallet. */
  link: string | null;
}

/** An order, and whether it can be followed in an account. */
export interface EmailOrder {
  orderId: string;
  orderNumber: string;
  guest: boolean;
}

/** Where and when an order is handed over. */
export interface EmailCollection {
  label: string;
  address: string;
  startsAt: string;
  endsAt: string;
}

/** A transport card by the end of its number and its bearer's first name, with the tickets that are concerned. */
export interface EmailCard {
  lastDigits: string;
  firstName: string;
  ticketCount: number;
}

/** One part of an order that is paid in several. */
export interface PartOfOrder {
  orderId: string;
  orderNumber: string;
  position: number;
  count: number;
  amount: Money;
}

/** The day on which what an unpaid part paid for is suspended; absent in e-mails from before there was such a day. */
interface Suspends {
  suspendsOn?: string | null;
}

/** An order of which something is unpaid, and how much. */
export interface OrderOwed {
  orderId: string;
  orderNumber: string;
  amount: Money;
}

/** A request to have a traveller's documents checked. */
export interface RequestOfDocuments {
  submissionId: string;
  number: string;
  shopItemId: string;
  item: string;
  traveller: string;
  /** `YYYY-MM-DD` */
  expectedOn: string;
  reason: DocumentReason | null;
  /** Words of the staff. */
  remark: string | null;
}

/** On which day a part is taken. */
export interface PartDay {
  on: string;
  amount: Money;
}

/** An order that is paid by direct debit: by which mandate, by whom, and from where. */
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

/** A tacit subscription, as its e-mails name it. */
export interface EmailSubscription {
  subscriptionId: string;
  name: string;
  traveller: string;
  /** The last day that is paid. */
  lastDay: string;
}

/** Values of each e-mail by its template; no secret but a code that expires, and that is forgotten once it is sent. */
export interface EmailValues {
  /** `code` stands in the link, `typed` is typed where the account was opened; absent in e-mails of before there was one. */
  "verify-email": { code: string; typed?: string; hours: number };
  "reset-password": { code: string; minutes: number };
  "password-changed": { at: string };
  "email-changed": { at: string; newEmail: string };
  /** The provider by its name; null: e-mail and password. */
  "identity-linked": { at: string; provider: string | null };
  "identity-unlinked": { at: string; provider: string | null };
  "deletion-code": { code: string; hours: number };
  "deletion-requested": { erasesAt: string; guest: boolean };
  "deletion-reminder": { erasesAt: string; guest: boolean };
  "account-reactivated": { at: string };
  "account-erased": { at: string; guest: boolean };
  /** `device` as the browser named itself; `traveller`: whose own sign-in it was, null the holder's. */
  "new-sign-in": { at: string; device: string | null; traveller: string | null };
  /** The holder gave a traveller a sign-in of their own (or another password), or took it away. */
  "traveller-sign-in": { at: string; firstName: string; given: boolean };
  /** A transport card was blocked, with what could still be used on it. */
  "card-blocked": EmailCard & { kind: "lost" | "stolen" | "defective"; at: string };
  /** It was declared by mistake, and is as it was. */
  "card-lifted": EmailCard & { at: string };
  /** A card was made: a first one, or in the place of one that ends with `replaces`. */
  "card-made": EmailCard & { replaces: string | null; at: string };
  welcome: { firstName: string };
  "order-confirmation": {
    orderId: string;
    orderNumber: string;
    invoiceNumber: string;
    total: Money;
    guest: boolean;
    /** The invoice comes with it; else it is in the account. */
    invoiceAttached: boolean;
    /** Something is posted, or handed over by staff without a time. */
    shippedOrHanded: boolean;
    collect: EmailCollection | null;
    lines: EmailLine[];
    tickets: EmailTicket[];
    /** On which days it is paid, when not at once and whole; absent in e-mails from before there was such a thing. */
    parts?: PartDay[];
  };
  /** What is posted of an order has left, for an address in one line. */
  "order-shipped": EmailOrder & {
    address: string;
    /** By what it is followed; absent in e-mails from before there was such a thing. */
    tracking?: Tracking | null;
  };
  /** What is collected of an order waits at its agency. */
  "collect-ready": EmailOrder & { collect: EmailCollection };
  "order-refunded": { orderId: string; orderNumber: string; total: Money };
  /** A charge of a part was refused, and will be tried again at an instant. */
  "installment-refused": PartOfOrder & { nextTry: string };
  /** No try went through. */
  "installment-unpaid": PartOfOrder & Suspends;
  "installment-refunded": PartOfOrder;
  "documents-received": RequestOfDocuments;
  "documents-accepted": RequestOfDocuments;
  "documents-refused": RequestOfDocuments;
  "documents-to-complete": RequestOfDocuments;
  /** Somebody's names or birth date became another's: what is examined again, by which requests, and what ended. */
  "person-changed": {
    traveller: string;
    waiting: { name: string; number: string }[];
    /** Vouched for by a provider, which is to be asked anew. */
    ended: string[];
    statusEnded: boolean;
    pictureRemoved: boolean;
  };
  /** Staff corrected who somebody is: what bears the new name, and how many cards are printed with the former one. */
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
  /** A mandate was signed: what it says, and on which days the account will be debited. */
  "mandate-signed": DebitedOrder & {
    wording: string;
    debits: PartDay[];
    /** The subscription that it covers with its renewals; absent: it covers the order alone. */
    subscription?: { id: string; name: string };
  };
  /** Five days before a debit. */
  "debit-notice": DebitedOrder & PartOfOrder & { on: string };
  /** A debit was rejected, or came back; why as ISO 20022 says it. */
  "debit-returned": PartOfOrder & Suspends & { reason: string | null };
  /** A part is not debited, and is to be paid by card: no mandate covers it, or too many debits of its order came back. */
  "not-collected": PartOfOrder & Suspends & { cause: "NO_MANDATE" | "RETURNED" };
  /** Something of an order is unpaid, and until when it is to be paid; its tickets are suspended; they are good again. */
  "order-unpaid": OrderOwed & { suspendsOn: string };
  "order-suspended": OrderOwed;
  "order-restored": { orderId: string; orderNumber: string };
  /**
   * A renewal is coming: its price (and the one before, where it changes), and until which day it can be refused (L215-1); null:
   * it cannot any more. `late`: it may be left at any time, for this is told too late; absent in e-mails from before.
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
  /** Nothing could be taken; on which day that is tried again, if at all, and on which it is over. */
  "subscription-blocked": EmailSubscription & {
    reason: SubscriptionBlock;
    amount: Money;
    orderId: string;
    orderNumber: string;
    nextTryOn: string | null;
    endsOn: string;
  };
  /** It was ended, and with what effect (L215-1-1). */
  "subscription-ended": EmailSubscription & {
    effect: "AT_END" | "AT_ONCE" | "REFUNDED" | "REST_REFUNDED" | "UNPAID";
    refund: Money | null;
    /** The number of an order whose debit came back, and that is to be paid nevertheless; absent in e-mails from before. */
    due?: string | null;
  };
  "subscription-taken-back": EmailSubscription & { startsOn: string; debitOn: string };
  /** The card that pays is over with the month `YYYY-MM`. */
  "subscription-card-expiring": EmailSubscription & { expiresOn: string; debitOn: string };
  /** The mandate that was signed does not cover renewals: a new one is to be signed before the day of the next. */
  "subscription-mandate": EmailSubscription & { debitOn: string };
  "payment-refused-late": { orderId: string; orderNumber: string; total: Money };
}
export type EmailTemplate = keyof EmailValues;

/** E-mails whose code opens something: their contents are forgotten once sent. */
export const secretEmails: ReadonlySet<EmailTemplate> = new Set(["verify-email", "reset-password", "deletion-code"]);
/** E-mails to people of whom nothing is kept: the row itself is deleted once it is sent. */
export const closingEmails: ReadonlySet<EmailTemplate> = new Set(["account-erased"]);

/** A paragraph, text in a frame, figures in rows, or a list. */
export type Block =
  | string
  | { box: string }
  | { rows: readonly (readonly [string, string])[]; total?: readonly [string, string] }
  | { list: { text: string; link: string | null }[] };

/** The contents of an e-mail in one language, before it is set as HTML and text. */
export interface EmailContents {
  subject: string;
  /** The first words that a mailbox shows beside the subject: under 90 characters. */
  preheader: string;
  title: string;
  blocks: Block[];
  button?: { label: string; link: string };
  after?: string[];
}

/** What a template needs of the language and the network: texts, links, numbers and instants in the network's time zone. */
export interface EmailContext {
  network: string;
  /** Translates a text. In Arabic each value keeps its own direction. */
  t: Translate;
  /** Translates a phrase that becomes a value of another text. */
  phrase: Translate;
  /** A value that stands alone. In Arabic it keeps its own direction. */
  isolated(value: string): string;
  /** An address of the network's shop in this language: `/account`. */
  link(path: string): string;
  money(amount: Money): string;
  moment(instant: string): string;
  /** The end of a validity, which is no part of it: a midnight is the end of the day before. */
  end(instant: string): string;
  /** Before when something is to be done: a midnight is its day. */
  limit(instant: string): string;
  /** A day `YYYY-MM-DD`. */
  day(day: string): string;
  /** The day of an instant. */
  dayOf(instant: string): string;
  /** The time of an instant alone: `14:30`. */
  time(instant: string): string;
  count(value: number): string;
}

/** The contents of e-mails by template; their texts come from the catalogues. */
export type EmailTemplates<Template extends EmailTemplate = EmailTemplate> = {
  readonly [One in Template]: (values: EmailValues[One], context: EmailContext) => EmailContents;
};
