import type { Database } from "../../database/database.ts";
import type { ProviderDispute } from "../payment-provider.ts";
import type { ProviderAccount } from "../payment-providers.ts";
import type { ProviderPayout, ProviderSettlement, SettlementEntry, SettlementKind } from "../provider-settlement.ts";
import {
  findReportedDispute,
  type MovementFilter,
  type ReportedDispute,
  type ReportedMovement,
  reportedDisputes,
  reportedMovements,
  reportedPayouts,
} from "./report-store.ts";

/**
 * The disputes, fees and payouts of an account as its bank stated them in files or to the staff, in the place of a provider's own answers
 * (decision 192).
 */
export interface ReportedAccount {
  /** All disputes, oldest first. */
  disputes(): Promise<ProviderDispute[]>;
  dispute(reference: string): Promise<ProviderDispute | undefined>;
  settlement: ProviderSettlement;
}

const pageSize = 500;

export function reportedAccount(db: Database, account: ProviderAccount): ReportedAccount {
  const withMovements = async (dispute: ReportedDispute) =>
    disputeOf(dispute, await reportedMovements(db, account, { dispute: dispute.reference }));
  async function* entries(filter: MovementFilter): AsyncGenerator<SettlementEntry[]> {
    for (let after: string | undefined, more = true; more; ) {
      const page = await reportedMovements(db, account, { ...filter, ...(after && { after }), limit: pageSize });
      yield page.map(entryOf);
      after = page.at(-1)?.reference;
      more = page.length === pageSize;
    }
  }
  return {
    disputes: async () => Promise.all((await reportedDisputes(db, account)).map(withMovements)),
    async dispute(reference) {
      const found = await findReportedDispute(db, account, reference);
      return found && withMovements(found);
    },
    settlement: {
      entriesSince: (since) => entries(since === undefined ? {} : { since }),
      entriesOf: (payout) => entries({ payout }),
      async *payoutsSince(since) {
        // The newest first, as a provider lists them.
        yield (await reportedPayouts(db, account, { since })).map(payoutOf).reverse();
      },
      async getPayout(payout) {
        const [found] = await reportedPayouts(db, account, { payout });
        return found && payoutOf(found);
      },
    },
  };
}

/** The bank's statement of a dispute: decided once its money is back, or the staff recorded that it is lost. */
export function disputeOf(dispute: ReportedDispute, movements: readonly ReportedMovement[]): ProviderDispute {
  const { reference, payment, orderId, reason, openedOn, lostAt } = dispute;
  const inOrder = movements.toSorted((one, other) => (one.madeOn < other.madeOn ? -1 : 1));
  const currency = movements[0]?.currency ?? "EUR";
  const withdrawn = outstandingOf(movements);
  const amount = movements.reduce((sum, each) => sum + (each.kind === "chargeback" ? each.amount : 0), 0);
  return {
    ...{ id: reference, reference: payment, orderId, reason },
    state: withdrawn <= 0 ? "won" : lostAt === null ? "needs-response" : "lost",
    amount: { amount, currency },
    openedAt: startOf(openedOn),
    evidenceDueAt: undefined,
    movements: inOrder.map((each) => ({
      id: each.reference,
      kind: each.kind === "chargeback" ? "withdrawn" : "reinstated",
      amount: { amount: each.amount, currency },
      fee: { amount: each.fee, currency },
    })),
  };
}

/** What the bank took because of a dispute and has not returned, in minor units. */
export const outstandingOf = (movements: readonly ReportedMovement[]): number =>
  movements.reduce((sum, { kind, amount }) => sum + (kind === "chargeback" ? amount : -amount), 0);

const kinds: Readonly<Record<ReportedMovement["kind"], { kind: SettlementKind; sign: 1 | -1 }>> = {
  payment: { kind: "payment", sign: 1 },
  refund: { kind: "refund", sign: -1 },
  chargeback: { kind: "dispute", sign: -1 },
  "chargeback-returned": { kind: "dispute", sign: 1 },
};

function entryOf({
  reference,
  payment,
  dispute,
  amount,
  fee,
  currency,
  madeOn,
  paidOn,
  ...movement
}: ReportedMovement) {
  const { kind, sign } = kinds[movement.kind];
  return {
    ...{ id: reference, kind, source: dispute ?? undefined, reference: payment },
    amount: { amount: sign * amount, currency },
    fee: { amount: fee, currency },
    createdAt: startOf(madeOn),
    availableAt: startOf(paidOn ?? madeOn),
  };
}

const payoutOf = ({
  payout,
  net,
  currency,
  paidOn,
}: Awaited<ReturnType<typeof reportedPayouts>>[number]): ProviderPayout => ({
  id: payout,
  state: "paid",
  amount: { amount: net, currency },
  createdAt: startOf(paidOn),
  arrivesOn: paidOn,
  items: "listed",
  failure: undefined,
});

const startOf = (day: string): string => `${day}T00:00:00.000Z`;
