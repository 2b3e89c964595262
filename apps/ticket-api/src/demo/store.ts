import { sql } from "kysely";
import type { Database } from "../database/connection.ts";

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

/** The clients that may call, with their networks. */
export async function listClients(db: Database): Promise<{ id: string; key: string; networks: string[] }[]> {
  const found = await sql<{ id: string; key: string; networks: string[] }>`
    select id, key, array(select network_id from client_network where client_id = client.id order by network_id) as networks
    from client order by id limit 100`.execute(db);
  return found.rows;
}

/** The key of a client, to ask as it does. */
export async function findClientKey(db: Database, id: string): Promise<string | undefined> {
  const found = await sql<{ key: string }>`select key from client where id = ${id}`.execute(db);
  return found.rows[0]?.key;
}
