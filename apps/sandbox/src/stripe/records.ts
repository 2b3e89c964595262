import type { DebitConduct, Metadata } from "../payment/stripe-records.ts";

/** One of the merchant's customers. */
export interface CustomerRecord {
  id: string;
  createdSeconds: number;
  /** Real time of the creation: the search finds a customer only some time later. */
  createdAtMs: number;
  metadata: Metadata;
}

/** A bank account with the mandate under which it is debited, and the SetupIntent that registered both. */
export interface DebitAccountRecord {
  /** Of the payment method. */
  id: string;
  setupId: string;
  mandateId: string;
  customer: string;
  createdSeconds: number;
  metadata: Metadata;
  name: string;
  email: string;
  country: string;
  last4: string;
  fingerprint: string;
  conduct: DebitConduct;
  /** The unique mandate reference. */
  reference: string;
  signature: { acceptedSeconds: number; address: string; browser: string };
  isEnded?: boolean;
  /** Whether the payment method was detached from its customer. */
  isDetached?: boolean;
}

/** The stored answer to a request with an idempotency key. */
export interface Answer {
  key: string;
  /** Digest of path and parameters. */
  fingerprint: string;
  status: number;
  body: string;
  createdSeconds: number;
}

/** A webhook endpoint of the account. */
export interface EndpointRecord {
  url: string;
  /** Absent: the events that the Ticket API needs. */
  enabledEvents?: string[];
  /** Absent: the version that the stand-in answers in. */
  apiVersion?: string;
  isDisabled?: boolean;
}

/** A daily payout to the merchant's bank account. Amounts are in Stripe's smallest unit. */
export interface PayoutRecord {
  id: string;
  createdSeconds: number;
  arrivalSeconds: number;
  amount: number;
  currency: string;
  /** The balance transactions that it pays. */
  transactions: readonly string[];
  status: "in_transit" | "paid" | "failed";
  /** Whether its balance transactions can be listed. */
  isReconciled: boolean;
  /** The balance transaction that returned the amount. */
  failure?: { transaction: string; atSeconds: number };
}

/** An uploaded file; its content is not stored. */
export interface FileRecord {
  id: string;
  createdSeconds: number;
  filename: string;
  purpose: "dispute_evidence";
  size: number;
  type: string;
}
