import type { Money } from "@guichet/contract/values.ts";
import { debitActions, debitReasonOf } from "@guichet/rules/payments/debit-reasons.ts";
import type { Tx } from "../../database/database.ts";
import { isUuid } from "../../ids.ts";
import { ownId } from "../debit-message.ts";
import { type BankEntry, insertEntry } from "./entry-store.ts";
import { findOutgoingMessage } from "./file-store.ts";
import {
  creditorOfFile,
  findInstruction,
  type Instruction,
  type InstructionState,
  instructionsOfBlock,
  instructionsOfFile,
  moveInstruction,
  openDebitsOfMandate,
} from "./instruction-store.ts";
import type { Said, SaidOfMany, Statement } from "./said-by-bank.ts";

/** The file that is being imported, and the source of ids of its entries. */
export interface Importing {
  fileId: string;
  /** The id of our file that it is about (pain.002): then only that file's instructions. */
  about: string | undefined;
  at: string;
  newId: () => string;
}

type Says = Said["says"];

/** What follows in each state; "same": it is known already, or outdated; absent: a contradiction for a person. */
const moves: Readonly<Record<InstructionState, Partial<Record<Says, InstructionState | "same">>>> = {
  "handed-over": { accepted: "accepted", rejected: "rejected", settled: "settled", returned: "returned" },
  accepted: { accepted: "same", rejected: "rejected", settled: "settled", returned: "returned" },
  rejected: { accepted: "same", rejected: "same" },
  settled: { accepted: "same", settled: "same", returned: "returned" },
  returned: { accepted: "same", rejected: "same", settled: "same", returned: "same" },
};

/** Applies one statement to the instructions that it is about. Returns the stored entries. */
export async function applyStatement(tx: Tx, statement: Statement, importing: Importing): Promise<BankEntry[]> {
  if (statement.about === "nothing") return [];
  return statement.about === "one"
    ? [await applyToOne(tx, statement.said, importing)]
    : applyToMany(tx, statement.said, importing);
}

async function applyToOne(tx: Tx, said: Said, importing: Importing): Promise<BankEntry> {
  const found = await matched(tx, said, importing);
  if (typeof found === "string") return store(tx, importing, said, undefined, found);
  const amountFault = differenceOf(said.amounts, found);
  if (amountFault !== undefined) return store(tx, importing, said, found, amountFault);
  if (said.creditorId !== undefined && (await creditorOfFile(tx, found.fileId))?.id !== said.creditorId)
    return store(tx, importing, said, found, `is in the name of another creditor: ${said.creditorId}`);
  return move(tx, importing, said, found);
}

/** The instruction of a statement: by our reference, otherwise by mandate and amount if only one fits; or why there is none. */
async function matched(tx: Tx, said: Said, { about }: Importing): Promise<Instruction | string> {
  const id = said.endToEndId === undefined ? undefined : ownId(said.endToEndId.toLowerCase());
  if (id !== undefined && isUuid(id)) {
    const found = await findInstruction(tx, id);
    if (found !== undefined)
      return about === undefined || found.fileId === about ? found : "is in another file than the report is about";
  }
  const [amount] = said.amounts;
  if (said.mandateReference === undefined || amount === undefined) return "matches none of our debits";
  const { mandateReference } = said;
  const candidates = await Promise.all(
    said.amounts.map((money) => openDebitsOfMandate(tx, { mandateReference, ...money })),
  );
  const unique = new Map(candidates.flat().map((one) => [one.id, one]));
  // A debit that settled before is not settled again: a collection matches one that still waits.
  const fitting = [...unique.values()].filter(({ state }) => said.says !== "settled" || state !== "settled");
  const [only, other] = fitting;
  if (only === undefined) return "matches none of our debits";
  return other === undefined ? only : "matches several debits of its mandate";
}

function differenceOf(amounts: readonly Money[], { amount, currency }: Instruction): string | undefined {
  const [stated] = amounts;
  if (stated === undefined || amounts.some((one) => one.amount === amount && one.currency === currency))
    return undefined;
  return `states ${stated.amount} ${stated.currency} (minor units) instead of ${amount} ${currency}`;
}

async function applyToMany(tx: Tx, said: SaidOfMany, importing: Importing): Promise<BankEntry[]> {
  const ofMany = {
    ...said,
    endToEndId: undefined,
    mandateReference: undefined,
    amounts: said.total ? [said.total] : [],
  };
  const unmatched = async (attention: string) => [await store(tx, importing, ofMany, undefined, attention)];
  const all = await instructionsOfMany(tx, said);
  if (all.length === 0) return unmatched("names a file or block that is not ours");
  if (said.total !== undefined) {
    const areTransfers = all.every(({ kind }) => kind === "transfer");
    if (said.isCredit === areTransfers) return unmatched("is a batch of returns without its transactions");
    const expected = all.filter(({ state }) => state !== "rejected");
    const total = expected.reduce((sum, { amount }) => sum + amount, 0);
    const isSame = said.total.amount === total && expected.every(({ currency }) => currency === said.total?.currency);
    if (!isSame)
      return unmatched(
        `is a batch of ${said.total.amount} ${said.total.currency}; our debits in it are ${total} (minor units)`,
      );
    return each(expected);
  }
  return each(all);

  async function each(instructions: readonly Instruction[]): Promise<BankEntry[]> {
    const stored: BankEntry[] = [];
    for (const one of instructions)
      stored.push(
        await move(tx, importing, { ...ofMany, amounts: [{ amount: one.amount, currency: one.currency }] }, one),
      );
    return stored;
  }
}

async function instructionsOfMany(tx: Tx, { messageId, block }: SaidOfMany): Promise<Instruction[]> {
  const ofBlock = block === undefined ? [] : await instructionsOfBlock(tx, block);
  if (ofBlock.length > 0 || messageId === undefined) return ofBlock;
  const file = await findOutgoingMessage(tx, messageId);
  // If the blocks of the file are known, a block that is not one of them is not ours.
  const all = file === undefined ? [] : await instructionsOfFile(tx, file.id);
  return block === undefined || all.every((one) => one.block === null) ? all : [];
}

type Sayable = Pick<Said, "says" | "endToEndId" | "mandateReference" | "amounts" | "reason" | "isCredit">;

/** Moves an instruction as the bank says, and states what a person has to know about it. */
async function move(tx: Tx, importing: Importing, said: Sayable, instruction: Instruction): Promise<BankEntry> {
  const says = saysOf(said, instruction);
  if (says === undefined) return store(tx, importing, said, instruction, "is a return, but credits the account");
  const next = moves[instruction.state][says];
  if (next === undefined)
    return store(tx, importing, { ...said, says }, instruction, `says ${says}, but it is ${instruction.state} already`);
  const { at } = importing;
  if (next !== "same") await moveInstruction(tx, instruction.id, { state: next, reason: said.reason, at });
  const attention = next === "same" ? undefined : attentionOf(instruction, says, said.reason);
  return store(tx, importing, { ...said, says }, instruction, attention);
}

/** A debit brings money to the account and its return takes it; a transfer the other way round. */
function saysOf({ says, isCredit }: Sayable, { kind }: Instruction): Says | undefined {
  if (isCredit === undefined) return says;
  if (kind === "transfer") return isCredit ? "returned" : "settled";
  return isCredit && says === "returned" ? undefined : says;
}

const forPerson = new Set(["person", "deceased", "comparePayments", "correctFile"]);

function attentionOf({ kind, debitId }: Instruction, says: Says, code: string | undefined): string | undefined {
  if (says !== "rejected" && says !== "returned") return undefined;
  // The customer enters another account.
  if (kind === "transfer" && debitId === null) return undefined;
  if (kind === "transfer") return `is a refund that the bank ${says} (${code ?? "no reason code"}): pay it otherwise`;
  const { action, meaning } = debitReasonOf(code);
  return forPerson.has(action) ? `was ${says}, ${code ?? ""} ${meaning}: ${debitActions[action]}` : undefined;
}

async function store(
  tx: Tx,
  { fileId, at, newId }: Importing,
  said: Sayable,
  instruction: Instruction | undefined,
  attention: string | undefined,
): Promise<BankEntry> {
  const [money] = said.amounts;
  const entry: BankEntry = {
    id: newId(),
    fileId,
    instructionId: instruction?.id ?? null,
    says: said.says,
    amount: money?.amount ?? null,
    currency: money?.currency ?? null,
    endToEndId: said.endToEndId ?? null,
    mandateReference: said.mandateReference ?? null,
    reason: said.reason ?? null,
    attention: attention ?? null,
    createdAt: at,
  };
  await insertEntry(tx, entry);
  return entry;
}
