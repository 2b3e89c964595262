import { staffIdleMinutes } from "@guichet/contract/limits/staff-limits.ts";
import type { Language } from "@guichet/contract/locales.ts";
import { rolesByPermission, type StaffPermission, type StaffRole } from "@guichet/contract/staff-roles.ts";
import { sql } from "kysely";
import type { Database, Tx } from "../database/database.ts";

/** The session of a staff token. */
export interface StaffSession {
  tokenHash: string;
  staffId: string;
  name: string;
  email: string;
  language: Language | null;
  /** Roles by network. */
  roles: Readonly<Record<string, readonly StaffRole[]>>;
  /** The password is still the one that was printed on the server. */
  isPasswordFirst: boolean;
  hasSecondFactor: boolean;
  /** The second factor was given in this session. */
  isSecondFactorGiven: boolean;
  seenAt: string;
  expiresAt: string;
}

/** The staff session of a token (by its hash), if it was used since `usedSince`, has not expired and its person is not disabled. */
export async function findStaffSession(
  db: Database,
  tokenHash: string,
  now: string,
  usedSince: string,
): Promise<StaffSession | undefined> {
  const found = await sql<StaffSession>`
    select s.token_hash as "tokenHash", p.id as "staffId", p.name, p.email, p.language, p.password_first as "isPasswordFirst",
      exists (select from staff_second_factor f where f.staff_id = p.id) as "hasSecondFactor",
      s.second_factor_at is not null as "isSecondFactorGiven", s.seen_at as "seenAt",
      s.expires_at as "expiresAt",
      coalesce((select jsonb_object_agg(network_id, given) from (
        select network_id, jsonb_agg(role order by role) as given from staff_role where staff_id = p.id group by network_id
      ) as by_network), '{}'::jsonb) as roles
    from staff_session s join staff p on p.id = s.staff_id
    where s.token_hash = ${tokenHash} and s.expires_at > ${now} and s.seen_at > ${usedSince}
      and p.disabled_at is null`.execute(db);
  return found.rows[0];
}

export interface NewStaffSession {
  tokenHash: string;
  staffId: string;
  clientId: string;
  at: string;
  expiresAt: string;
}

export async function insertStaffSession(db: Database | Tx, session: NewStaffSession): Promise<void> {
  const { tokenHash, staffId, clientId, at, expiresAt } = session;
  await sql`insert into staff_session (token_hash, staff_id, client_id, created_at, seen_at, expires_at)
    values (${tokenHash}, ${staffId}, ${clientId}, ${at}, ${at}, ${expiresAt})`.execute(db);
}

/** Records that a session was used. */
export async function touchStaffSession(db: Database, tokenHash: string, at: string): Promise<void> {
  await sql`update staff_session set seen_at = ${at} where token_hash = ${tokenHash} and seen_at < ${at}`.execute(db);
}

/** Ends a session and returns the id of its person; undefined if there was none. */
export async function endStaffSession(db: Database, tokenHash: string): Promise<string | undefined> {
  const ended = await sql<{ staffId: string }>`delete from staff_session where token_hash = ${tokenHash}
    returning staff_id as "staffId"`.execute(db);
  return ended.rows[0]?.staffId;
}

/** Ends every session of a person but one; null: all. */
export async function endStaffSessions(tx: Tx, staffId: string, keep: string | null): Promise<void> {
  await sql`delete from staff_session where staff_id = ${staffId} and token_hash is distinct from ${keep}`.execute(tx);
}

/** Whether this member of the staff is signed in with a permission in the network. Used for links to files. */
export const signedInWith =
  (permission: StaffPermission) =>
  async (db: Database, networkId: string, staffId: string, now: string): Promise<boolean> => {
    const found = await sql`select from staff p join staff_role r on r.staff_id = p.id
      where p.id = ${staffId} and p.disabled_at is null and not p.password_first and r.network_id = ${networkId}
        and r.role = any(${[...rolesByPermission[permission]]}) and exists (select from staff_session s
          where s.staff_id = p.id
            and (s.second_factor_at is not null or not exists (select from staff_second_factor f where f.staff_id = p.id))
            and s.expires_at > ${now}
            and s.seen_at > ${now}::timestamptz - make_interval(mins => ${staffIdleMinutes}))
      limit 1`.execute(db);
    return found.rows.length > 0;
  };

export async function dropOldStaffSessions(db: Database, now: string): Promise<void> {
  await sql`delete from staff_session where expires_at <= ${now}`.execute(db);
}
