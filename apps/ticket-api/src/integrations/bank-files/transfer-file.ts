import { createHash } from "node:crypto";
import type { PackCreditor } from "@guichet/contract/network-pack.ts";
import { targetDayFrom } from "@guichet/rules/payments/installments.ts";
import type { Tx } from "../../database/database.ts";
import type { Ids } from "../../ids.ts";
import { creditTransferMessage } from "../bank-messages/credit-transfer-message.ts";
import { bankId } from "../debit-message.ts";
import { insertOutgoing } from "./file-store.ts";
import { insertInstruction } from "./instruction-store.ts";

/** One credit transfer and the source of its ids. Minor units. */
interface TransferToStore {
  at: string;
  ids: Ids;
  payer: PackCreditor;
  recipient: { name: string; iban: string };
  remittance: string;
  orderId: string;
  amount: number;
  currency: string;
  /** The debit that it refunds; null: none. */
  debitId: string | null;
  requestKey: string;
}

/** Stores a file of one credit transfer (pain.001) and its instruction, in the caller's transaction. */
export async function storeTransferFile(tx: Tx, one: TransferToStore): Promise<void> {
  const { at, ids, payer, orderId, amount, currency, debitId, requestKey } = one;
  const file = { id: ids.uuid(), createdAt: at, executeOn: targetDayFrom(at.slice(0, 10)), payer };
  const reference = ids.uuid();
  const transfer = { reference, orderId, amount: { amount, currency }, recipient: one.recipient };
  const content = creditTransferMessage({ ...file, transfers: [{ ...transfer, remittance: one.remittance }] });
  await insertOutgoing(tx, {
    ...file,
    kind: "transfers",
    collectOn: file.executeOn,
    creditor: payer,
    content,
    messageId: bankId(file.id),
    digest: createHash("sha256").update(content).digest("hex"),
  });
  await insertInstruction(tx, {
    id: reference,
    fileId: file.id,
    kind: "transfer",
    block: `${bankId(file.id)}.0`,
    orderId,
    mandateReference: null,
    amount,
    currency,
    debitId,
    requestKey,
    changedAt: at,
  });
}
