import type { Language } from "@guichet/contract/locales.ts";
import { sql } from "kysely";
import type { Database, Tx } from "../database/database.ts";

/** An invitation that was not accepted yet, expired or not. */
export interface Invitation {
  staffId: string;
  name: string;
  email: string;
  language: Language;
  expiresAt: string;
}

const columns = sql`i.staff_id as "staffId", s.name, s.email, i.language, i.expires_at as "expiresAt"`;

/** Saves an invitation by the hash of its code; the person's previous one becomes invalid. */
export async function saveInvitation(
  tx: Tx,
  invitation: Pick<Invitation, "staffId" | "language" | "expiresAt"> & { codeHash: string; createdAt: string },
): Promise<void> {
  const { staffId, codeHash, language, createdAt, expiresAt } = invitation;
  await sql`insert into staff_invitation (staff_id, code_hash, language, created_at, expires_at)
    values (${staffId}, ${codeHash}, ${language}, ${createdAt}, ${expiresAt})
    on conflict (staff_id) do update set code_hash = excluded.code_hash, language = excluded.language,
      created_at = excluded.created_at, expires_at = excluded.expires_at`.execute(tx);
}

/** The invitation with this code hash, if its person is not disabled. */
export async function invitationByCode(db: Database | Tx, codeHash: string): Promise<Invitation | undefined> {
  const found = await sql<Invitation>`select ${columns} from staff_invitation i join staff s on s.id = i.staff_id
    where i.code_hash = ${codeHash} and s.disabled_at is null`.execute(db);
  return found.rows[0];
}

/** The pending invitation of a person. */
export async function invitationOf(tx: Tx, staffId: string): Promise<Invitation | undefined> {
  const found = await sql<Invitation>`select ${columns} from staff_invitation i join staff s on s.id = i.staff_id
    where i.staff_id = ${staffId}`.execute(tx);
  return found.rows[0];
}

/** Deletes an invitation, once; false: it was used or replaced at the same time. */
export async function takeInvitation(tx: Tx, codeHash: string): Promise<boolean> {
  const taken = await sql`delete from staff_invitation where code_hash = ${codeHash} returning staff_id`.execute(tx);
  return taken.rows.length === 1;
}

/** Deletes the invitation of a person who got a password otherwise. */
export async function dropInvitation(tx: Tx, staffId: string): Promise<void> {
  await sql`delete from staff_invitation where staff_id = ${staffId}`.execute(tx);
}
