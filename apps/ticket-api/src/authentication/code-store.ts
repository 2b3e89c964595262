import { sql } from "kysely";
import type { Database, Tx } from "../database/database.ts";

export const codeActions = ["LEGACY_PASSWORD_CHANGE", "LEGACY_EMAIL_VERIFICATION", "EMAIL_CHANGE"] as const;
export type CodeAction = (typeof codeActions)[number];

/** A one-time code sent by e-mail. */
export interface EmailCode {
  codeHash: string;
  /** Hash of the short code in the same e-mail, which a person types (`typedCodeHash`); null: it has none. */
  typedHash: string | null;
  networkId: string;
  loginId: string;
  action: CodeAction;
  /** The recipient; for EMAIL_CHANGE the new address. */
  email: string;
  expiresAt: string;
  usedAt: string | null;
}

export async function insertCode(tx: Tx, code: Omit<EmailCode, "usedAt">, at: string): Promise<void> {
  await sql`insert into email_code (code_hash, typed_hash, network_id, login_id, action, email, expires_at, created_at)
    values (${code.codeHash}, ${code.typedHash}, ${code.networkId}, ${code.loginId}, ${code.action}, ${code.email}, ${code.expiresAt}, ${at})`.execute(
    tx,
  );
}

const columns = sql`code_hash as "codeHash", typed_hash as "typedHash", network_id as "networkId", login_id as "loginId",
  action, email, expires_at as "expiresAt", used_at as "usedAt"`;

export async function findCode(db: Database | Tx, networkId: string, codeHash: string): Promise<EmailCode | undefined> {
  const found = await sql<EmailCode>`select ${columns} from email_code
    where network_id = ${networkId} and code_hash = ${codeHash} and login_id is not null`.execute(db);
  return found.rows[0];
}

/** A code of a login by its typed short form. */
export async function findTypedCode(
  db: Database | Tx,
  loginId: string,
  typedHash: string,
): Promise<EmailCode | undefined> {
  const found = await sql<EmailCode>`select ${columns} from email_code
    where login_id = ${loginId} and typed_hash = ${typedHash} order by created_at desc limit 1`.execute(db);
  return found.rows[0];
}

/** Uses a code, once; false when it was already used. The login's other codes of that action become invalid. */
export async function consumeCode(tx: Tx, code: EmailCode, at: string): Promise<boolean> {
  const consumed =
    await sql`update email_code set used_at = ${at} where code_hash = ${code.codeHash} and used_at is null
    returning code_hash`.execute(tx);
  if (consumed.rows.length === 0) return false;
  await sql`update email_code set used_at = ${at}
    where login_id = ${code.loginId} and action = ${code.action} and used_at is null`.execute(tx);
  return true;
}

/** Invalidates a login's codes after a change of what they would open. */
export async function revokeCodes(tx: Tx, loginId: string, actions: readonly CodeAction[], at: string): Promise<void> {
  await sql`update email_code set used_at = ${at}
    where login_id = ${loginId} and action = any(${actions}) and used_at is null`.execute(tx);
}

export async function dropOldCodes(db: Database, before: string): Promise<void> {
  await sql`delete from email_code where expires_at < ${before}`.execute(db);
}

/** A code that deletes the data of an e-mail address. It belongs to the reader of the address, not to a login. */
export interface AddressCode {
  codeHash: string;
  networkId: string;
  email: string;
  expiresAt: string;
  usedAt: string | null;
}

export async function insertAddressCode(tx: Tx, code: Omit<AddressCode, "usedAt">, at: string): Promise<void> {
  await sql`insert into email_code (code_hash, network_id, action, email, expires_at, created_at)
    values (${code.codeHash}, ${code.networkId}, 'LEGACY_ACCOUNT_ANONYMIZATION', ${code.email}, ${code.expiresAt}, ${at})`.execute(
    tx,
  );
}

export async function findAddressCode(tx: Tx, networkId: string, codeHash: string): Promise<AddressCode | undefined> {
  const found = await sql<AddressCode>`
    select code_hash as "codeHash", network_id as "networkId", email, expires_at as "expiresAt", used_at as "usedAt"
    from email_code where network_id = ${networkId} and code_hash = ${codeHash} and login_id is null`.execute(tx);
  return found.rows[0];
}

/** Uses a code, once; the address's other codes become invalid. */
export async function consumeAddressCode(tx: Tx, codeHash: string, at: string): Promise<boolean> {
  const consumed = await sql<{ networkId: string; email: string }>`update email_code set used_at = ${at}
    where code_hash = ${codeHash} and used_at is null returning network_id as "networkId", email`.execute(tx);
  const [row] = consumed.rows;
  if (row === undefined) return false;
  await sql`update email_code set used_at = ${at} where login_id is null and network_id = ${row.networkId}
    and email = ${row.email} and used_at is null`.execute(tx);
  return true;
}
