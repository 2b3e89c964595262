import type { Money } from "@guichet/contract/values.ts";
import type { PaymentStatusReport } from "../bank-messages/payment-status-report.ts";
import type { EntryDetail, ReportEntry } from "../bank-messages/report-entry.ts";

/** What a bank says about one instruction. */
export interface Said {
  says: "accepted" | "rejected" | "settled" | "returned";
  endToEndId: string | undefined;
  mandateReference: string | undefined;
  /** Amounts that the instruction may have had: a bank may include its charges. Empty: none is stated. */
  amounts: Money[];
  reason: string | undefined;
  creditorId: string | undefined;
  /** Whether money came to the account; undefined: the bank reports no movement. */
  isCredit: boolean | undefined;
}

/** What a bank says about all instructions of a file, a block (`PmtInfId`) or a booked batch. */
export interface SaidOfMany {
  says: Said["says"];
  messageId: string | undefined;
  block: string | undefined;
  /** The sum that was booked for all of them. */
  total: Money | undefined;
  reason: string | undefined;
  isCredit: boolean | undefined;
}

export type Statement = { about: "one"; said: Said } | { about: "many"; said: SaidOfMany } | { about: "nothing" };

/** A bank's answer before settlement: only RJCT and CANC end an instruction; ACSC is not yet money on the account. */
const statuses: Readonly<Record<string, "accepted" | "rejected">> = {
  ACTC: "accepted",
  ACCP: "accepted",
  ACSP: "accepted",
  ACSC: "accepted",
  ACWC: "accepted",
  ACCC: "accepted",
  ACFC: "accepted",
  RJCT: "rejected",
  CANC: "rejected",
};

/** Lists what a pain.002 says, transaction by transaction where it names them. */
export function saidByStatusReport({ original, blocks }: PaymentStatusReport): Statement[] {
  const { messageId } = original;
  const ofMany = (status: string | undefined, reason: string | undefined, block: string | undefined): Statement => {
    const says = status === undefined ? undefined : statuses[status];
    return says === undefined
      ? { about: "nothing" }
      : { about: "many", said: { says, messageId, block, total: undefined, reason, isCredit: undefined } };
  };
  if (blocks.length === 0) return [ofMany(original.status, codeOf(original.reasons[0]), undefined)];
  return blocks.flatMap((block): Statement[] => {
    const reason = codeOf(block.reasons[0]) ?? codeOf(original.reasons[0]);
    const status = block.status ?? original.status;
    if (block.transactions.length === 0) return [ofMany(status, reason, block.paymentInformationId)];
    return block.transactions.map((transaction): Statement => {
      const says = statuses[transaction.status ?? status ?? ""];
      if (says === undefined) return { about: "nothing" };
      const { endToEndId, mandateId, amount, creditorId } = transaction;
      const said = {
        says,
        endToEndId,
        mandateReference: mandateId,
        amounts: amount === undefined ? [] : [amount],
        reason: says === "rejected" ? (codeOf(transaction.reasons[0]) ?? reason) : undefined,
        creditorId,
        isCredit: undefined,
      };
      return { about: "one", said };
    });
  });
}

/** Lists what an entry of a camt.053 or camt.054 says; an entry that is not booked yet yields nothing. */
export function saidByEntry(entry: ReportEntry): Statement[] {
  if (entry.status !== "BOOK") return [{ about: "nothing" }];
  if (entry.details.length > 0) return entry.details.map((detail) => ({ about: "one", said: saidByDetail(detail) }));
  const { batch, amount, direction } = entry;
  if (batch === undefined) return [];
  const says = direction === "CRDT" ? "settled" : "returned";
  const { messageId, paymentInformationId: block } = batch;
  return [
    {
      about: "many",
      said: { says, messageId, block, total: amount, reason: undefined, isCredit: direction === "CRDT" },
    },
  ];
}

function saidByDetail(detail: EntryDetail): Said {
  const { endToEndId, mandateId, amount, instructed, charges, returned, direction, creditorId } = detail;
  return {
    says: returned === undefined && direction === "CRDT" ? "settled" : "returned",
    endToEndId,
    mandateReference: mandateId,
    amounts: instructed !== undefined ? [instructed] : amount === undefined ? [] : [amount, without(amount, charges)],
    reason: codeOf(returned),
    creditorId,
    isCredit: direction === "CRDT",
  };
}

const without = (amount: Money, charges: readonly Money[]): Money => ({
  ...amount,
  amount: charges
    .filter(({ currency }) => currency === amount.currency)
    .reduce((rest, charge) => rest - charge.amount, amount.amount),
});

const codeOf = (reason: { code: string | undefined; proprietary: string | undefined } | undefined) =>
  reason?.code ?? reason?.proprietary;
