import type { Metadata } from "../payment/stripe-records.ts";

/** One of the merchant's customers. */
export interface CustomerRecord {
  id: string;
  createdSeconds: number;
  /** Real time of the creation: the search finds a customer only some time later. */
  createdAtMs: number;
  metadata: Metadata;
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
