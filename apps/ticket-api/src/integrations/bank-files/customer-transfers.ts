import type { Clock } from "../../clock.ts";
import type { Database } from "../../database/database.ts";
import type { Ids } from "../../ids.ts";
import type { CreditTransfers, CustomerTransfer, CustomerTransferState } from "../credit-transfers.ts";
import { ProviderRefused } from "../payment-provider.ts";
import {
  findTransfer,
  type Instruction,
  type InstructionState,
  lockInstructions,
  transfersAfter,
} from "./instruction-store.ts";
import { storeTransferFile } from "./transfer-file.ts";

const pageSize = 100;

/** Credit transfers to customers by pain.001, once per key; their state is what the imported files say (decision 149). */
export function customerTransfers({
  db,
  clock,
  ids,
  handOver,
}: {
  db: Database;
  clock: Clock;
  ids: Ids;
  /** Hands stored files over to the bank, where the channel does that by itself. */
  handOver: () => Promise<void>;
}): CreditTransfers {
  return {
    async send(transfer) {
      await db.transaction().execute(async (tx) => {
        await lockInstructions(tx);
        const made = await findTransfer(tx, transfer.key);
        if (made !== undefined) return refuseOther(made, transfer);
        const { key, orderId, amount, payer, recipient, remittance } = transfer;
        const money = { amount: amount.amount, currency: amount.currency };
        const file = { at: clock.iso(), ids, payer, recipient, remittance };
        await storeTransferFile(tx, { ...file, orderId, ...money, debitId: null, requestKey: key });
      });
      await handOver();
    },
    async listSince(cursor) {
      const found = await transfersAfter(db, cursor ?? "0", pageSize);
      return {
        transfers: found.map(({ requestKey, state, reason }) => ({
          key: requestKey ?? "",
          state: states[state],
          reason: reason ?? undefined,
        })),
        cursor: found.at(-1)?.position ?? cursor ?? "0",
        more: found.length === pageSize,
      };
    },
  };
}

function refuseOther(made: Instruction, { key, amount: { amount, currency } }: CustomerTransfer): void {
  if (made.amount !== amount || made.currency !== currency)
    throw new ProviderRefused("reference_reused", `transfer ${key} exists with another amount`);
}

const states: Readonly<Record<InstructionState, CustomerTransferState["state"]>> = {
  "handed-over": "waits",
  accepted: "waits",
  rejected: "rejected",
  settled: "settled",
  returned: "returned",
};
