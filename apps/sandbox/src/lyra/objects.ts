import { createHash } from "node:crypto";
import { isProductionPassword } from "@guichet/contract/integrations/lyra-accounts.ts";
import type { PaymentCard, Refund, RefusalReason } from "@guichet/contract/integrations/sandbox-payment-controls.ts";
import type { MethodRecord, SessionRecord } from "../payment/ledger.ts";
import type { LyraPart } from "../payment/lyra-records.ts";

/** A record opened through Lyra's protocol. */
export type LyraRecord = SessionRecord & { lyra: LyraPart };

export const isLyraRecord = (record: SessionRecord | undefined): record is LyraRecord => record?.lyra !== undefined;

/** From the validation of a transaction to its remittance to the bank. */
const remittanceMs = 12 * 3_600_000;

const issuerAnswers: Readonly<Record<RefusalReason, { errorCode: string; detailedErrorCode: string | null }>> = {
  card_declined: { errorCode: "ACQ_001", detailedErrorCode: "05" },
  insufficient_funds: { errorCode: "ACQ_001", detailedErrorCode: "51" },
  card_expired: { errorCode: "ACQ_001", detailedErrorCode: "54" },
  authentication_required: { errorCode: "ACQ_001", detailedErrorCode: "1A" },
  authentication_failed: { errorCode: "AUTH_149", detailedErrorCode: null },
  method_removed: { errorCode: "PSP_033", detailedErrorCode: null },
};

/** The shop's number and the password of its REST API; test and production have different passwords. */
export interface LyraShop {
  shopId: string;
  password: string;
}

/** The mode that Lyra states in its answers. */
export const modeOf = ({ password }: LyraShop): "TEST" | "PRODUCTION" =>
  isProductionPassword(password) ? "PRODUCTION" : "TEST";

/** The transactions of a record, oldest first. */
export function transactionsOf(shop: LyraShop, record: LyraRecord, now: Date): object[] {
  const { session, lyra } = record;
  const refused = lyra.refused.map(({ uuid, at, reason, card }) =>
    transactionOf(shop, record, { uuid, at, card, detailedStatus: "REFUSED", ...issuerAnswers[reason] }),
  );
  const detailedStatus = statusOf(record, now);
  const { uuid, authorisedAt } = lyra;
  if (detailedStatus === undefined || uuid === undefined) return refused;
  const at = authorisedAt ?? session.changedAt;
  const paying = transactionOf(shop, record, { uuid, at, card: session.card, detailedStatus });
  const credits = session.refunds.flatMap((refund) => creditOf(shop, record, refund));
  return [...refused, paying, ...credits];
}

/** Whether the amount has been remitted to the bank. */
export const isRemitted = ({ lyra }: LyraRecord, now: Date): boolean =>
  lyra.validatedAt !== undefined &&
  (lyra.isRemittedEarly === true || now.getTime() - Date.parse(lyra.validatedAt) >= remittanceMs);

/** The amount that the paying transaction has. */
export const remainingOf = ({ session, lyra }: LyraRecord): number =>
  (session.state === "captured" ? session.captured.amount : session.amount.amount) - lyra.lowered;

/** The answer about a payment: of `Charge/CreatePayment`, and of a notification. */
export function paymentOf(shop: LyraShop, record: LyraRecord, now: Date) {
  const { session, customer } = record;
  const isPaid = session.state === "captured" || session.state === "authorised";
  return {
    shopId: shop.shopId,
    orderCycle: isPaid ? "CLOSED" : "OPEN",
    orderStatus: isPaid ? "PAID" : "UNPAID",
    serverDate: instantOf(now.toISOString()),
    orderDetails: orderDetailsOf(shop, record),
    customer: customerOf(customer),
    transactions: transactionsOf(shop, record, now),
    _type: "V4/Payment",
  };
}

/** A saved card. */
export function tokenOf(shop: LyraShop, { method, customer, removed }: MethodRecord, now: Date) {
  return {
    paymentMethodToken: method.id,
    shopId: shop.shopId,
    creationDate: instantOf(now.toISOString()),
    cancellationDate: removed ? instantOf(now.toISOString()) : null,
    customer: customerOf(customer),
    tokenDetails: cardDetailsOf(method),
    _type: "V4/Token",
  };
}

function statusOf({ session, lyra, ...record }: LyraRecord, now: Date): string | undefined {
  switch (session.state) {
    case "captured":
      if (lyra.isRegistration) return "ACCEPTED";
      if (lyra.lowered >= session.captured.amount) return "CANCELLED";
      return isRemitted({ ...record, session, lyra }, now) ? "CAPTURED" : "AUTHORISED";
    case "authorised":
      return "AUTHORISED_TO_VALIDATE";
    case "cancelled":
      return "CANCELLED";
    case "expired":
      return "EXPIRED";
    default:
      return undefined;
  }
}

function creditOf(shop: LyraShop, record: LyraRecord, { id, amount, at, failedAt }: Refund): object[] {
  const uuid = record.lyra.credits[id];
  if (uuid === undefined) return [];
  const state =
    failedAt === undefined
      ? { detailedStatus: "AUTHORISED" }
      : { detailedStatus: "REFUSED", ...issuerAnswers.card_expired };
  const credit = { uuid, at, card: record.session.card, ...state };
  return [{ ...transactionOf(shop, record, credit), amount: amount.amount, operationType: "CREDIT" }];
}

function transactionOf(
  shop: LyraShop,
  record: LyraRecord,
  made: {
    uuid: string;
    at: string;
    card: PaymentCard | undefined;
    detailedStatus: string;
    errorCode?: string;
    detailedErrorCode?: string | null;
  },
) {
  const { session, lyra } = record;
  const isUnpaid = ["REFUSED", "CANCELLED", "EXPIRED"].includes(made.detailedStatus);
  return {
    shopId: shop.shopId,
    uuid: made.uuid,
    amount: made.uuid === lyra.uuid && !isUnpaid ? remainingOf(record) : session.amount.amount,
    currency: session.amount.currency,
    paymentMethodType: "CARD",
    paymentMethodToken: session.savedMethod?.id ?? null,
    status: isUnpaid ? "UNPAID" : "PAID",
    detailedStatus: made.detailedStatus,
    operationType: lyra.isRegistration ? "VERIFICATION" : "DEBIT",
    creationDate: instantOf(made.at),
    errorCode: made.errorCode ?? null,
    detailedErrorCode: made.detailedErrorCode ?? null,
    orderDetails: orderDetailsOf(shop, record),
    metadata: lyra.metadata,
    transactionDetails: { parentTransactionUuid: null, cardDetails: made.card ? cardDetailsOf(made.card) : null },
    _type: "V4/Transaction",
  };
}

function orderDetailsOf(shop: LyraShop, { session, lyra }: LyraRecord) {
  return {
    orderTotalAmount: session.amount.amount,
    orderCurrency: session.amount.currency,
    mode: modeOf(shop),
    orderId: session.reference,
    metadata: lyra.metadata,
    _type: "V4/OrderDetails",
  };
}

const customerOf = (reference: string | undefined) => ({ reference: reference ?? null, _type: "V4/Customer/Customer" });

/** The visible part of a card. */
function cardDetailsOf({ brand, last4, expiresOn, fingerprint }: PaymentCard) {
  const [year, month] = expiresOn.split("-").map(Number);
  const digits = createHash("sha256")
    .update(fingerprint ?? last4)
    .digest("hex")
    .replace(/\D/g, "");
  return {
    effectiveBrand: brand,
    pan: `497010XXXXXX${last4}`,
    expiryYear: year,
    expiryMonth: month,
    initialIssuerTransactionIdentifier: digits.slice(0, 16),
  };
}

/** An instant as Lyra writes it, in whole seconds. */
export const instantOf = (iso: string): string => `${iso.slice(0, 19)}+00:00`;
