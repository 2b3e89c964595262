import type { LedgerEntry } from "@guichet/contract/integrations/sandbox-payment.ts";
import type { LyraPart } from "./lyra-records.ts";
import type { StripePart } from "./stripe-records.ts";

/** What another provider's protocol adds to a session. */
interface Parts {
  stripe?: StripePart;
  lyra?: LyraPart;
}

/** Whether another provider's protocol opened this session. */
export const isOfAnotherProtocol = ({ stripe, lyra }: Parts): boolean => stripe !== undefined || lyra !== undefined;

/** Whether a declined card leaves the page open, as at Stripe and at Lyra. */
export const takesAnotherCard = isOfAnotherProtocol;

/** Kind of the ledger entry of a capture: a charge without the customer is a debit. */
export const captureKindOf = ({ stripe, lyra }: Parts): LedgerEntry["kind"] =>
  stripe?.isOffSession || lyra?.isOffSession ? "debit" : "capture";
