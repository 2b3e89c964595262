import type { LedgerEntry } from "@guichet/contract/integrations/sandbox-payment-controls.ts";
import type { SessionRecord } from "./ledger.ts";

/** Kind of the ledger entry of a capture: a charge without the customer is a debit. */
export const captureKindOf = ({ stripe, lyra }: SessionRecord): LedgerEntry["kind"] =>
  stripe?.isOffSession || lyra?.isOffSession ? "debit" : "capture";
