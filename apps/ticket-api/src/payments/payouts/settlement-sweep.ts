import { z } from "zod";
import { daysMs, hoursMs, later } from "../../clock.ts";
import type { Dependencies } from "../../dependencies.ts";
import { ProviderUnreachable } from "../../integrations/payment-provider.ts";
import type { ProviderAccount } from "../../integrations/payment-providers.ts";
import type { JobHandler } from "../../jobs/job.ts";
import { bookEntries, bookPayout } from "./book-payout.ts";

/** Payouts and fees are not urgent: no customer waits for them, and webhooks report a payout at once. */
export const settlementHours = 6;
/** A payout may fail days after it seemed to have arrived: those of this many days are read again each time. */
const payoutsAgainDays = 14;
/** A movement may become visible after a later one. */
const entriesAgainHours = 2;

/** Until when each account was read. */
const Payload = z.object({ readUntil: z.record(z.string(), z.iso.datetime()).default({}) });

/**
 * Job `settlement-sweep`: reads fees and payouts of each provider account, and so finds what no webhook reported. An account that does
 * not respond is read from the same place the next time and does not hold up the others.
 */
export const reconcileSettlement: JobHandler = async (deps, job) => {
  const readUntil = { ...Payload.parse(job.payload).readUntil };
  for (const account of deps.payments.accounts()) {
    const startedAt = deps.clock.iso();
    try {
      await reconcileAccount(deps, account, readUntil[account]);
      readUntil[account] = startedAt;
    } catch (error) {
      // No outage of the provider: the key may only lack a permission that payments do not need.
      if (!(error instanceof ProviderUnreachable)) throw error;
      deps.log.warn({ err: error, account }, "fees and payouts could not be read");
    }
  }
  return { again: later(deps.clock.now(), hoursMs(settlementHours)), payload: { readUntil } };
};

/** Books fees and payouts since an instant, or all; `isReadAgain`: what payouts pay too, even if it is stored. Throws `ProviderUnreachable`. */
export async function reconcileAccount(
  deps: Dependencies,
  account: ProviderAccount,
  since: string | undefined,
  { isReadAgain = false }: { isReadAgain?: boolean } = {},
): Promise<void> {
  const { settlement } = deps.payments.at(account);
  if (settlement === undefined) return;
  const before = (ms: number) => (since === undefined ? undefined : later(new Date(since), -ms));
  for await (const page of settlement.entriesSince(before(hoursMs(entriesAgainHours))))
    await bookEntries(deps, account, page);
  const readAt = deps.clock.iso();
  for await (const page of settlement.payoutsSince(before(daysMs(payoutsAgainDays)))) {
    // The oldest first: a returned payout is known before the one that pays it again.
    for (const payout of page.toReversed()) await bookPayout(deps, account, payout, { readAt, isReadAgain });
  }
}
