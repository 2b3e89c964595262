import type { Language } from "@guichet/contract/locales.ts";
import type { StaffMember } from "@guichet/contract/office/staff.ts";
import type { StaffRole } from "@guichet/contract/staff-roles.ts";
import { sql } from "kysely";
import type { Database, Tx } from "../database/database.ts";

/** A member of the operator's staff, as needed for sign-in. */
export interface StaffRow {
  id: string;
  email: string;
  name: string;
  passwordHash: string;
  /** In which they read the office; null: not chosen yet. */
  language: Language | null;
  /** The password was printed on the server, and must be changed. */
  isPasswordFirst: boolean;
  hasSecondFactor: boolean;
  disabledAt: string | null;
}

const columns = sql`id, email, name, password_hash as "passwordHash", language, password_first as "isPasswordFirst",
  exists (select from staff_second_factor f where f.staff_id = staff.id) as "hasSecondFactor",
  disabled_at as "disabledAt"`;

export async function staffByEmail(db: Database | Tx, email: string): Promise<StaffRow | undefined> {
  const found = await sql<StaffRow>`select ${columns} from staff where email = ${email}`.execute(db);
  return found.rows[0];
}

export async function staffById(db: Database | Tx, id: string): Promise<StaffRow | undefined> {
  const found = await sql<StaffRow>`select ${columns} from staff where id = ${id}`.execute(db);
  return found.rows[0];
}

/** Inserts a member of the staff; false when the e-mail is already in use. */
export async function insertStaff(
  tx: Tx,
  staff: Pick<StaffRow, "id" | "email" | "name" | "passwordHash"> &
    Partial<Pick<StaffRow, "isPasswordFirst" | "language">>,
  at: string,
): Promise<boolean> {
  const { id, email, name, passwordHash, isPasswordFirst = false, language = null } = staff;
  const inserted = await sql`insert into staff (id, email, name, password_hash, password_first, language, created_at)
    values (${id}, ${email}, ${name}, ${passwordHash}, ${isPasswordFirst}, ${language}, ${at})
    on conflict (email) do nothing returning id`.execute(tx);
  return inserted.rows.length === 1;
}

/** Saves a password hash. `isFirst`: it was printed on the server and must be changed before anything else. */
export async function savePasswordHash(
  tx: Tx,
  id: string,
  passwordHash: string,
  { isFirst }: { isFirst: boolean },
): Promise<void> {
  await sql`update staff set password_hash = ${passwordHash}, password_first = ${isFirst} where id = ${id}`.execute(tx);
}

/** Saves the language in which a member of the staff reads the office. */
export async function saveLanguage(db: Database | Tx, id: string, language: Language): Promise<void> {
  await sql`update staff set language = ${language} where id = ${id}`.execute(db);
}

/** Disables a member of the staff (`at`), or enables them again (null). */
export async function saveDisabled(tx: Tx, id: string, at: string | null): Promise<void> {
  await sql`update staff set disabled_at = ${at} where id = ${id}`.execute(tx);
}

/** Sets the roles of a person in a network; none: they do not work for it. */
export async function saveRoles(tx: Tx, id: string, networkId: string, roles: readonly StaffRole[]): Promise<void> {
  await sql`delete from staff_role where staff_id = ${id} and network_id = ${networkId}`.execute(tx);
  for (const role of new Set(roles)) {
    await sql`insert into staff_role (staff_id, network_id, role) values (${id}, ${networkId}, ${role})`.execute(tx);
  }
}

/** A person's roles by network. */
export async function rolesOf(db: Database | Tx, id: string): Promise<{ networkId: string; roles: StaffRole[] }[]> {
  const found = await sql<{ networkId: string; roles: StaffRole[] }>`
    select network_id as "networkId", array_agg(role order by role) as roles
    from staff_role where staff_id = ${id} group by network_id order by network_id`.execute(db);
  return found.rows;
}

const memberColumns = (networkId: string) => sql`s.id as "staffId", s.name, s.email, s.disabled_at as "disabledAt",
  (select array_agg(role order by role) from staff_role where staff_id = s.id and network_id = ${networkId}) as roles,
  (select max(seen_at) from staff_session where staff_id = s.id) as "lastSeenAt",
  exists (select from staff_second_factor f where f.staff_id = s.id) as "hasSecondFactor",
  (select expires_at from staff_invitation where staff_id = s.id) as "invitedUntil"`;
const isMember = (networkId: string) =>
  sql`exists (select from staff_role r where r.staff_id = s.id and r.network_id = ${networkId})`;

/** The present and former staff of a network, by name; enabled members first. */
export async function membersOf(db: Database, networkId: string, limit: number): Promise<StaffMember[]> {
  const found = await sql<StaffMember>`select ${memberColumns(networkId)} from staff s where ${isMember(networkId)}
    order by s.disabled_at is not null, s.name, s.id limit ${limit}`.execute(db);
  return found.rows;
}

/** A member of a network's staff. */
export async function memberOf(db: Database, networkId: string, id: string): Promise<StaffMember | undefined> {
  const found = await sql<StaffMember>`select ${memberColumns(networkId)} from staff s
    where s.id = ${id} and ${isMember(networkId)}`.execute(db);
  return found.rows[0];
}

/** Locks the enabled admins of a network and returns their ids: nobody else adds or removes one until the end of the transaction. */
export async function lockAdmins(tx: Tx, networkId: string): Promise<string[]> {
  const found = await sql<{ id: string }>`
    select s.id from staff_role r join staff s on s.id = r.staff_id
    where r.network_id = ${networkId} and r.role = 'admin' and s.disabled_at is null order by s.id for update`.execute(
    tx,
  );
  return found.rows.map(({ id }) => id);
}

/** The names of members of the staff, by id. */
export async function staffNames(db: Database | Tx, ids: readonly string[]): Promise<Map<string, string>> {
  const found = await sql<{ id: string; name: string }>`select id, name from staff
    where id = any(${ids}::uuid[])`.execute(db);
  return new Map(found.rows.map(({ id, name }) => [id, name]));
}

/** All staff of the installation, by e-mail. */
export async function allStaff(db: Database, limit: number): Promise<StaffRow[]> {
  const found = await sql<StaffRow>`select ${columns} from staff order by email limit ${limit}`.execute(db);
  return found.rows;
}
