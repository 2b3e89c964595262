import { createHash } from "node:crypto";
import type { BankChannel } from "@guichet/contract/integrations/bank-channel.ts";
import type { PackCreditor } from "@guichet/contract/network-pack.ts";
import type { Clock } from "../../clock.ts";
import type { Database, Tx } from "../../database/database.ts";
import type { Ids } from "../../ids.ts";
import { bankId, blocksOf, debitMessage } from "../debit-message.ts";
import type { DebitFile, DebitState, DirectDebits } from "../direct-debit.ts";
import { ProviderRefused } from "../payment-provider.ts";
import { localBankFolder, type OpenBankFolder } from "./bank-folder.ts";
import { customerTransfers } from "./customer-transfers.ts";
import { findOutgoing, insertOutgoing, replaceOutgoing } from "./file-store.ts";
import { handOverToFolder } from "./hand-over.ts";
import type { ImportResult } from "./import-file.ts";
import { importFolder } from "./incoming-folder.ts";
import {
  creditorOfFile,
  debitsAfter,
  findInstruction,
  type Instruction,
  type InstructionState,
  insertInstruction,
  lockInstructions,
  touchInstruction,
  transfersOf,
} from "./instruction-store.ts";
import { sftpBankFolder } from "./sftp-folder.ts";
import { storeTransferFile } from "./transfer-file.ts";

export interface BankFilesOptions {
  db: Database;
  clock: Clock;
  ids: Ids;
  channel: BankChannel;
  /** The accounts of the installation's creditors, without spaces. */
  creditorAccounts: () => Promise<string[]>;
  /** The account holder of a debit, by its payment. */
  debtorOf: (payment: string) => Promise<{ name: string; iban: string } | undefined>;
  /** A file of the folder was read. */
  imported?: (name: string, result: ImportResult) => void;
  /** For the audit: nothing is written, handed over or imported. */
  isReadOnly?: boolean;
}

const pageSize = 100;

/** The folders of a channel; undefined: a person exchanges the files. */
export function folderOf(channel: BankChannel): OpenBankFolder | undefined {
  if (channel.kind === "sftp") return sftpBankFolder(channel.server);
  return channel.kind === "folder" ? localBankFolder(channel.folder) : undefined;
}

/**
 * Direct debits by ISO 20022 files. A collection is stored as a file with its digest before the bank gets it; the
 * bank's statements are imported from its files. The state of a debit is what the imported files say (decision 149).
 */
export function bankFiles(options: BankFilesOptions): DirectDebits {
  const { db, clock, ids, channel, isReadOnly = false } = options;
  const now = () => clock.iso();
  const open = folderOf(channel);
  const exchange = async () => {
    if (open === undefined || isReadOnly) return;
    await handOverToFolder(db, open, { now });
    const needs = { db, now, newId: () => ids.uuid(), creditorAccounts: options.creditorAccounts };
    await importFolder(needs, open, options.imported ?? (() => undefined));
  };
  const statesOf = async (debits: readonly Instruction[]): Promise<DebitState[]> => {
    const transfers = await transfersOf(
      db,
      debits.map(({ id }) => id),
    );
    return debits.map((debit) => stateOf(debit, transfers));
  };

  const handOver = async (submittedId?: string) => {
    if (open !== undefined) await handOverToFolder(db, open, { now, submittedId });
  };

  return {
    transfers: customerTransfers({ db, clock, ids, handOver }),
    async submit(file) {
      await db.transaction().execute((tx) => storeDebits(tx, file));
      await handOver(file.id);
    },
    async get(reference) {
      const debit = await findInstruction(db, reference);
      if (debit?.kind !== "debit" || (await isStillHere(debit.fileId))) return undefined;
      return (await statesOf([debit]))[0];
    },
    async sendBack(reference, { key, amount }) {
      const debtor = await options.debtorOf(reference);
      await db.transaction().execute(async (tx) => {
        await lockInstructions(tx);
        const debit = await findInstruction(tx, reference);
        if (debit?.kind !== "debit") throw new ProviderRefused("debit_unknown", `no debit ${reference}`);
        const made = await transfersOf(tx, [reference]);
        if (made.some(({ requestKey }) => requestKey === key)) return;
        refuseTransfer(debit, made, amount);
        if (debtor === undefined)
          throw new ProviderRefused("debtor_unknown", `the account of debit ${reference} is unknown`);
        await storeTransfer(tx, { debit, key, amount: amount.amount, debtor });
      });
      await handOver();
      const debit = await findInstruction(db, reference);
      const [state] = debit === undefined ? [] : await statesOf([debit]);
      if (state === undefined) throw new Error(`Debit ${reference} is gone`);
      return state;
    },
    async listSince(cursor) {
      await exchange();
      const found = await debitsAfter(db, cursor ?? "0", pageSize);
      return {
        debits: await statesOf(found),
        cursor: found.at(-1)?.position ?? cursor ?? "0",
        more: found.length === pageSize,
      };
    },
  };

  /** A file that is not in the folder yet cannot have reached the bank: its day may still be changed. */
  async function isStillHere(fileId: string): Promise<boolean> {
    if (open === undefined) return false;
    const file = await findOutgoing(db, fileId);
    return file !== undefined && file.preparedAt === null && file.handedOverAt === null;
  }

  async function storeTransfer(
    tx: Tx,
    {
      debit,
      key,
      amount,
      debtor,
    }: { debit: Instruction; key: string; amount: number; debtor: { name: string; iban: string } },
  ): Promise<void> {
    const creditor = await creditorOfFile(tx, debit.fileId);
    if (creditor === undefined) throw new Error(`File ${debit.fileId} is gone`);
    const at = now();
    const { id: debitId, orderId, currency } = debit;
    const remittance = `${creditor.name} ${bankId(debitId)}`;
    const file = { at, ids, payer: creditor, recipient: debtor, remittance };
    await storeTransferFile(tx, { ...file, orderId, amount, currency, debitId, requestKey: key });
    await touchInstruction(tx, debit.id, at);
  }
}

/** Stores a file of debits and its instructions once. Another content replaces a file that cannot have reached the bank. */
async function storeDebits(tx: Tx, file: DebitFile): Promise<void> {
  await lockInstructions(tx);
  const content = debitMessage(file);
  const known = await findOutgoing(tx, file.id);
  if (known !== undefined) {
    const replacement = { ...file, content, digest: digestOf(content) };
    if (known.digest !== replacement.digest && !(await replaceOutgoing(tx, replacement)))
      throw new ProviderRefused("message_reused", `file ${file.id} exists with another content`);
    return;
  }
  await storeFile(tx, { ...file, kind: "debits", content });
  for (const block of blocksOf(file))
    for (const debit of block.debits)
      await insertInstruction(tx, {
        id: debit.reference,
        fileId: file.id,
        kind: "debit",
        block: block.id,
        orderId: debit.orderId,
        mandateReference: debit.mandate.reference,
        amount: debit.amount.amount,
        currency: debit.amount.currency,
        debitId: null,
        requestKey: null,
        changedAt: file.createdAt,
      });
}

const storeFile = (
  tx: Tx,
  file: {
    id: string;
    kind: "debits" | "transfers";
    creditor: PackCreditor;
    collectOn: string;
    content: string;
    createdAt: string;
  },
): Promise<void> => insertOutgoing(tx, { ...file, messageId: bankId(file.id), digest: digestOf(file.content) });

const digestOf = (content: string): string => createHash("sha256").update(content).digest("hex");

function refuseTransfer(
  debit: Instruction,
  made: readonly Instruction[],
  amount: { amount: number; currency: string },
) {
  if (debit.state !== "settled") throw new ProviderRefused("debit_not_booked", `debit ${debit.id} is ${debit.state}`);
  const sent = made.filter(isSent).reduce((sum, one) => sum + one.amount, amount.amount);
  if (sent > debit.amount || amount.currency !== debit.currency)
    throw new ProviderRefused("transfer_too_high", `debit ${debit.id} was ${debit.amount} ${debit.currency}`);
}

/** A refund that the bank rejected or returned did not reach the customer. */
const isSent = ({ state }: Instruction): boolean => state !== "rejected" && state !== "returned";

const states: Readonly<Record<InstructionState, DebitState["state"]>> = {
  "handed-over": "waits",
  accepted: "waits",
  rejected: "rejected",
  settled: "booked",
  returned: "returned",
};

function stateOf(debit: Instruction, all: readonly Instruction[]): DebitState {
  const { currency } = debit;
  const transfers = all.filter((one) => one.debitId === debit.id && isSent(one));
  return {
    reference: debit.id,
    orderId: debit.orderId,
    amount: { amount: debit.amount, currency },
    state: states[debit.state],
    reason: debit.reason ?? undefined,
    sentBack: { amount: transfers.reduce((sum, { amount }) => sum + amount, 0), currency },
    transfers: transfers.map(({ requestKey, amount, changedAt }) => ({
      reference: requestKey ?? "",
      amount: { amount, currency },
      at: changedAt,
    })),
    changedAt: debit.changedAt,
  };
}
