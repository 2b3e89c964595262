import { sql } from "kysely";
import { type Traveller, travellersOf } from "../account-records/traveller-store.ts";
import type { Database } from "../database/database.ts";

export interface ListedVoucher {
  networkId: string;
  code: string;
  type: string;
}

/** The vouchers of the installation that were not withdrawn. */
export async function listVouchers(db: Database): Promise<ListedVoucher[]> {
  const found = await sql<ListedVoucher>`
    select network_id as "networkId", code, definition ->> 'type' as type from voucher
    where withdrawn_at is null order by network_id, code limit 500`.execute(db);
  return found.rows;
}

/** A card as a tester of the demo needs it. */
export interface ListedCard {
  networkId: string;
  number: string;
  firstName: string;
  lastName: string;
  birthDate: string;
  status: string | null;
  incident: string | null;
  expiresAt: string | null;
  /** The e-mail of the account that it is linked to. */
  linkedTo: string | null;
}

/** The cards of the demo's people, by network and number. */
export async function listCards(db: Database): Promise<ListedCard[]> {
  const found = await sql<ListedCard>`
    select c.network_id as "networkId", c.number, c.first_name as "firstName", c.last_name as "lastName",
      c.birth_date as "birthDate", c.status, c.incident, c.expires_at as "expiresAt", a.email as "linkedTo"
    from transport_card c left join account a on a.id = c.account_id order by c.network_id, c.created_at, c.id limit 500`.execute(
    db,
  );
  return found.rows;
}

/** The travellers of a customer of the demo, the holder first. */
export async function findTravellers(db: Database, networkId: string, email: string): Promise<Traveller[]> {
  const found = await sql<{ id: string }>`select id from account
    where network_id = ${networkId} and email = ${email} and not guest order by created_at limit 1`.execute(db);
  const account = found.rows[0];
  return account === undefined ? [] : travellersOf(db, networkId, account.id);
}

/** The API clients, with their networks. */
export async function listClients(db: Database): Promise<{ id: string; key: string; networks: string[] }[]> {
  const found = await sql<{ id: string; key: string; networks: string[] }>`
    select id, key, array(select network_id from client_network where client_id = client.id order by network_id) as networks
    from client order by id limit 100`.execute(db);
  return found.rows;
}

/** The key of a client, to sign calls in its name. */
export async function findClientKey(db: Database, id: string): Promise<string | undefined> {
  const found = await sql<{ key: string }>`select key from client where id = ${id}`.execute(db);
  return found.rows[0]?.key;
}
