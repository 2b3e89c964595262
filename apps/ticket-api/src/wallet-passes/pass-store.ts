import type { Language } from "@guichet/contract/locales.ts";
import type { PassWallet } from "@guichet/contract/packs/pass-wallet.ts";
import { sql } from "kysely";
import type { Database, Tx } from "../database/database.ts";

/** A pass that a customer requested. */
export interface StoredPass {
  ticketId: string;
  wallet: PassWallet;
  networkId: string;
  language: Language;
  /** Whole seconds; later with every change. */
  changedAt: string;
  /** How many changes of the ticket are counted so far. */
  changes: number;
}

type PassKey = Pick<StoredPass, "ticketId" | "wallet">;

const columns = sql`ticket_id as "ticketId", wallet, network_id as "networkId", language, changed_at as "changedAt", changes`;
/** Devices compare changes by whole seconds: each is later than the one before. */
const later = (at: string) =>
  sql`greatest(date_trunc('second', ${at}::timestamptz), wallet_pass.changed_at + interval '1 second')`;

/** Stores that a ticket is a pass in a wallet; a repeated request changes its language. */
export async function savePass(
  db: Database,
  { ticketId, wallet, networkId, language, at }: PassKey & Pick<StoredPass, "networkId" | "language"> & { at: string },
): Promise<StoredPass> {
  const saved = await sql<StoredPass>`
    insert into wallet_pass (ticket_id, wallet, network_id, language, added_at, changed_at)
    values (${ticketId}, ${wallet}, ${networkId}, ${language}, ${at}, date_trunc('second', ${at}::timestamptz))
    on conflict (ticket_id, wallet) do update set language = excluded.language,
      changed_at = case when wallet_pass.language = excluded.language then wallet_pass.changed_at else ${later(at)} end
    returning ${columns}`.execute(db);
  const pass = saved.rows[0];
  if (pass === undefined) throw new Error(`The pass of ticket ${ticketId} was not stored`);
  return pass;
}

export async function readPass(db: Database | Tx, { ticketId, wallet }: PassKey): Promise<StoredPass | undefined> {
  const found = await sql<StoredPass>`select ${columns} from wallet_pass
    where ticket_id = ${ticketId} and wallet = ${wallet}`.execute(db);
  return found.rows[0];
}

/** Records that a pass shows something else from now on. */
export async function markChanged(db: Database, { ticketId, wallet }: PassKey, at: string): Promise<void> {
  await sql`update wallet_pass set changed_at = ${later(at)}
    where ticket_id = ${ticketId} and wallet = ${wallet}`.execute(db);
}
