import type { PaymentCard, RefusalReason } from "@guichet/contract/integrations/sandbox-payment-controls.ts";

/**
 * Additional data of a session opened through Lyra's protocol: a payment order (`page`) or a charge on a token
 * (`charge`).
 */
export interface LyraPart {
  kind: "page" | "charge";
  /** Whether a card is saved without a payment. */
  isRegistration: boolean;
  metadata: Record<string, string>;
  /** A charge without the customer: it is chained to the first one. */
  isOffSession?: boolean;
  /** Refused transactions, oldest first. */
  refused: { uuid: string; at: string; reason: RefusalReason; card: PaymentCard | undefined }[];
  /** The transaction that was authorised. */
  uuid?: string;
  authorisedAt?: string;
  validatedAt?: string;
  /** A tester had it remitted before its time. */
  isRemittedEarly?: boolean;
  /** The amount taken off before the remittance to the bank. */
  lowered: number;
  /** What the bank took back, and returned, of the transaction after its remittance. */
  chargebacks?: { reference: string; amount: number; reason: string; at: string; returnedAt?: string }[];
  /** The crediting transaction of each refund after it, by the refund's id. */
  credits: Record<string, string>;
}
