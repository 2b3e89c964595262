import { sql } from "kysely";
import type { Database, Tx } from "../database/database.ts";

export interface SecondFactor {
  sealedSecret: string;
  createdAt: string;
  recoveryCodesLeft: number;
}

export async function findSecondFactor(db: Database | Tx, staffId: string): Promise<SecondFactor | undefined> {
  const found = await sql<SecondFactor>`select sealed_secret as "sealedSecret", created_at as "createdAt",
      (select count(*)::int from staff_recovery_code c where c.staff_id = f.staff_id and used_at is null)
        as "recoveryCodesLeft"
    from staff_second_factor f where staff_id = ${staffId}`.execute(db);
  return found.rows[0];
}

/** Replaces the second factor and its recovery codes. `lastStep` is the time step of the code that confirmed it. */
export async function saveSecondFactor(
  tx: Tx,
  factor: { staffId: string; sealedSecret: string; lastStep: number; codeHashes: readonly string[]; at: string },
): Promise<void> {
  const { staffId, sealedSecret, lastStep, codeHashes, at } = factor;
  await dropSecondFactor(tx, staffId);
  await sql`insert into staff_second_factor (staff_id, sealed_secret, last_step, created_at)
    values (${staffId}, ${sealedSecret}, ${lastStep}, ${at})`.execute(tx);
  await saveRecoveryCodes(tx, staffId, codeHashes);
}

/** Replaces the recovery codes. */
export async function saveRecoveryCodes(tx: Tx, staffId: string, codeHashes: readonly string[]): Promise<void> {
  await sql`delete from staff_recovery_code where staff_id = ${staffId}`.execute(tx);
  await sql`insert into staff_recovery_code (staff_id, code_hash)
    select ${staffId}, unnest(${[...codeHashes]}::text[])`.execute(tx);
}

/** Deletes a person's second factor; false: there is none. */
export async function dropSecondFactor(tx: Tx, staffId: string): Promise<boolean> {
  const deleted = await sql`delete from staff_second_factor where staff_id = ${staffId} returning staff_id`.execute(tx);
  return deleted.rows.length === 1;
}

/** Uses the code of a time step, once; false: that step or a later one was used before. */
export async function useStep(db: Database, staffId: string, step: number): Promise<boolean> {
  const used = await sql`update staff_second_factor set last_step = ${step}
    where staff_id = ${staffId} and last_step < ${step} returning staff_id`.execute(db);
  return used.rows.length === 1;
}

/** Uses a recovery code, once; false: unknown, or used before. */
export async function useRecoveryCode(db: Database, staffId: string, codeHash: string, at: string): Promise<boolean> {
  const used = await sql`update staff_recovery_code set used_at = ${at}
    where staff_id = ${staffId} and code_hash = ${codeHash} and used_at is null returning staff_id`.execute(db);
  return used.rows.length === 1;
}

/** The secret that is being set up in a session, if the set-up started after an instant. */
export async function pendingSecret(db: Database, tokenHash: string, since: string): Promise<string | null> {
  const found = await sql<{ pending: string | null }>`select pending_secret as pending from staff_session
    where token_hash = ${tokenHash} and pending_since > ${since}`.execute(db);
  return found.rows[0]?.pending ?? null;
}

export async function savePendingSecret(db: Database, tokenHash: string, sealed: string, at: string): Promise<void> {
  await sql`update staff_session set pending_secret = ${sealed}, pending_since = ${at} where token_hash = ${tokenHash}`.execute(
    db,
  );
}

/** Marks a session as having its second factor, and ends the set-up. */
export async function markSecondFactor(tx: Tx, tokenHash: string, at: string): Promise<void> {
  await sql`update staff_session set second_factor_at = ${at}, pending_secret = null, pending_since = null
    where token_hash = ${tokenHash}`.execute(tx);
}

/** Completes a sign-in: the session continues under a new token until `expiresAt`; false: the session is gone. */
export async function completeSession(
  db: Database,
  tokenHash: string,
  next: { tokenHash: string; at: string; expiresAt: string },
): Promise<boolean> {
  const completed = await sql`update staff_session
    set token_hash = ${next.tokenHash}, second_factor_at = ${next.at}, seen_at = ${next.at}, expires_at = ${next.expiresAt}
    where token_hash = ${tokenHash} and second_factor_at is null returning token_hash`.execute(db);
  return completed.rows.length === 1;
}

/** Counts the second factors that are sealed with this installation secret. */
export async function countSealedWith(db: Database | Tx, kid: string): Promise<number> {
  const found = await sql<{ count: number }>`select count(*)::int as count from staff_second_factor
    where split_part(sealed_secret, '.', 1) = ${kid}`.execute(db);
  return found.rows[0]?.count ?? 0;
}
