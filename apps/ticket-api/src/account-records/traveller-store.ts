import type { UserAddress } from "@guichet/contract/accounts.ts";
import { sql } from "kysely";
import type { z } from "zod";
import type { Database, Tx } from "../database/database.ts";

export type Address = z.infer<typeof UserAddress>;

/** A person of an account for whom tickets are bought (§3), the holder included. */
export interface Traveller {
  id: string;
  networkId: string;
  accountId: string;
  isHolder: boolean;
  firstName: string;
  lastName: string;
  birthDate: string | null;
  phone: string | null;
  tariffStatus: string | null;
  address: Address | null;
  deactivatedAt: string | null;
  pictureId: string | null;
  /** Signs in with the holder's e-mail and their own password. */
  hasOwnSignIn: boolean;
}

const columns = sql`id, network_id as "networkId", account_id as "accountId", is_holder as "isHolder",
  first_name as "firstName", last_name as "lastName", birth_date as "birthDate", phone,
  tariff_status as "tariffStatus", address, deactivated_at as "deactivatedAt", picture_id as "pictureId",
  exists (select from traveller_login own where own.traveller_id = traveller.id) as "hasOwnSignIn"`;

/** The travellers of an account, the holder first, then in the order they were added. */
export async function travellersOf(db: Database | Tx, networkId: string, accountId: string): Promise<Traveller[]> {
  const found = await sql<Traveller>`select ${columns} from traveller
    where network_id = ${networkId} and account_id = ${accountId} order by is_holder desc, created_at, id`.execute(db);
  return found.rows;
}

export type NewTraveller = Pick<
  Traveller,
  "id" | "networkId" | "accountId" | "isHolder" | "firstName" | "lastName" | "birthDate"
>;

export async function insertTraveller(tx: Tx, traveller: NewTraveller, at: string): Promise<void> {
  await sql`insert into traveller (id, network_id, account_id, is_holder, first_name, last_name, birth_date, created_at)
    values (${traveller.id}, ${traveller.networkId}, ${traveller.accountId}, ${traveller.isHolder}, ${traveller.firstName},
      ${traveller.lastName}, ${traveller.birthDate}, ${at})`.execute(tx);
}

/** The traveller, locked until the transaction ends. */
export async function lockTraveller(
  tx: Tx,
  networkId: string,
  accountId: string,
  id: string,
): Promise<Traveller | undefined> {
  const found = await sql<Traveller>`select ${columns} from traveller
    where network_id = ${networkId} and account_id = ${accountId} and id = ${id} for update`.execute(tx);
  return found.rows[0];
}

/** Saves a traveller's personal data. */
export async function saveTraveller(
  tx: Tx,
  id: string,
  person: Pick<Traveller, "firstName" | "lastName" | "birthDate" | "phone" | "tariffStatus" | "address">,
): Promise<void> {
  await sql`update traveller set first_name = ${person.firstName}, last_name = ${person.lastName},
    birth_date = ${person.birthDate}, phone = ${person.phone}, tariff_status = ${person.tariffStatus},
    address = ${person.address === null ? null : JSON.stringify(person.address)} where id = ${id}`.execute(tx);
}

/** Deactivates a traveller at an instant, or restores them (null). */
export async function saveDeactivation(tx: Tx, id: string, at: string | null): Promise<void> {
  await sql`update traveller set deactivated_at = ${at} where id = ${id}`.execute(tx);
}

/** Sets a traveller's picture; null: none. */
export async function savePicture(tx: Tx, id: string, pictureId: string | null): Promise<void> {
  await sql`update traveller set picture_id = ${pictureId} where id = ${id}`.execute(tx);
}
