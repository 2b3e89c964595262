import type { PackCreditor } from "@guichet/contract/network-pack.ts";
import { sql } from "kysely";
import type { Database, Tx } from "../../database/database.ts";

/** handed-over: in a file for the bank, which may not have read it yet; the others as the bank reported them. */
export type InstructionState = "handed-over" | "accepted" | "rejected" | "settled" | "returned";

/** One debit or transfer in a file for the bank. */
export interface Instruction {
  id: string;
  fileId: string;
  kind: "debit" | "transfer";
  block: string | null;
  orderId: string;
  mandateReference: string | null;
  amount: number;
  currency: string;
  state: InstructionState;
  reason: string | null;
  debitId: string | null;
  requestKey: string | null;
  changedAt: string;
  position: string;
}
export type NewInstruction = Omit<Instruction, "state" | "reason" | "position">;

const columns = sql`i.id, i.bank_file_id as "fileId", i.kind, i.block, i.order_id as "orderId",
  i.mandate_reference as "mandateReference", i.amount, i.currency, i.state, i.reason, i.debit_id as "debitId",
  i.request_key as "requestKey", i.changed_at as "changedAt", i.position::text as position`;

/**
 * Lets one transaction at a time change instructions, so that positions are committed in their order and a reader who has seen one
 * misses none before it.
 */
export async function lockInstructions(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('bank_instruction'))`.execute(tx);
}

export async function insertInstruction(tx: Tx, one: NewInstruction): Promise<void> {
  await sql`insert into bank_instruction (id, bank_file_id, kind, block, order_id, mandate_reference, amount, currency, state,
      debit_id, request_key, changed_at)
    values (${one.id}, ${one.fileId}, ${one.kind}, ${one.block}, ${one.orderId}, ${one.mandateReference}, ${one.amount},
      ${one.currency}, 'handed-over', ${one.debitId}, ${one.requestKey}, ${one.changedAt})`.execute(tx);
}

/** Moves an instruction to a state of the bank; a change of a debit gets the next position. */
export async function moveInstruction(
  tx: Tx,
  id: string,
  { state, reason, at }: { state: InstructionState; reason: string | undefined; at: string },
): Promise<void> {
  await sql`update bank_instruction set state = ${state}, reason = ${reason ?? null}, changed_at = ${at},
    position = nextval('bank_change') where id = ${id}`.execute(tx);
}

/** Makes a debit appear again among the changes: a transfer refunds it. */
export async function touchInstruction(tx: Tx, id: string, at: string): Promise<void> {
  await sql`update bank_instruction set changed_at = ${at}, position = nextval('bank_change') where id = ${id}`.execute(
    tx,
  );
}

export async function findInstruction(db: Database | Tx, id: string): Promise<Instruction | undefined> {
  const found = await sql<Instruction>`select ${columns} from bank_instruction i where i.id = ${id}`.execute(db);
  return found.rows[0];
}

/** Debits under a mandate with an amount that are not final. */
export async function openDebitsOfMandate(
  tx: Tx,
  { mandateReference, amount, currency }: { mandateReference: string; amount: number; currency: string },
): Promise<Instruction[]> {
  const found = await sql<Instruction>`select ${columns} from bank_instruction i where i.kind = 'debit'
    and i.mandate_reference = ${mandateReference} and i.amount = ${amount} and i.currency = ${currency}
    and i.state in ('handed-over', 'accepted', 'settled') limit 2`.execute(tx);
  return found.rows;
}

/** The instructions of an outgoing file. */
export async function instructionsOfFile(tx: Tx, fileId: string): Promise<Instruction[]> {
  const found = await sql<Instruction>`select ${columns} from bank_instruction i
    where i.bank_file_id = ${fileId} order by i.id`.execute(tx);
  return found.rows;
}

/** The instructions of a block (`PmtInfId`), which begins with the message id of its file. */
export async function instructionsOfBlock(tx: Tx, block: string): Promise<Instruction[]> {
  const found = await sql<Instruction>`select ${columns} from bank_instruction i
    where i.block = ${block} order by i.id`.execute(tx);
  return found.rows;
}

export async function transfersOf(db: Database | Tx, debitIds: readonly string[]): Promise<Instruction[]> {
  const found = await sql<Instruction>`select ${columns} from bank_instruction i where i.kind = 'transfer'
    and i.debit_id = any(${[...debitIds]}::uuid[]) order by i.changed_at, i.id`.execute(db);
  return found.rows;
}

/** Debits that changed after a position, in the order of their changes. */
export async function debitsAfter(db: Database, position: string, limit: number): Promise<Instruction[]> {
  const found = await sql<Instruction>`select ${columns} from bank_instruction i
    where i.kind = 'debit' and i.position > ${position}::bigint order by i.position limit ${limit}`.execute(db);
  return found.rows;
}

/** The creditor in whose name a debit was collected. */
export async function creditorOfFile(db: Database | Tx, fileId: string): Promise<PackCreditor | undefined> {
  const found = await sql<{ creditor: PackCreditor }>`select creditor from bank_file where id = ${fileId}`.execute(db);
  return found.rows[0]?.creditor;
}

/** The transfer with this key that refunds no debit. */
export async function findTransfer(tx: Tx, key: string): Promise<Instruction | undefined> {
  const found = await sql<Instruction>`select ${columns} from bank_instruction i
    where i.kind = 'transfer' and i.debit_id is null and i.request_key = ${key}`.execute(tx);
  return found.rows[0];
}

/** Transfers that refund no debit and changed after a position, in the order of their changes. */
export async function transfersAfter(db: Database, position: string, limit: number): Promise<Instruction[]> {
  const found = await sql<Instruction>`select ${columns} from bank_instruction i where i.kind = 'transfer'
    and i.debit_id is null and i.position > ${position}::bigint order by i.position limit ${limit}`.execute(db);
  return found.rows;
}
