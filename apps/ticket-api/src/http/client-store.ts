import { sql } from "kysely";
import { LRUCache } from "lru-cache";
import type { Database } from "../database/database.ts";

/** A server that may call: its key, its rights, and its networks. */
export interface NewClient {
  id: string;
  key: string;
  rights: string[];
  replayProtection: boolean;
  networks: string[];
}

export interface Client extends NewClient {
  /** The previous key, valid until `previousKeyUntil`. */
  previousKey: string | null;
  /** An instant. */
  previousKeyUntil: string | null;
}

/** How long a client is cached. */
const cacheMs = 2_000;
/** How many ids are cached, including unknown ones. */
const clientsMax = 500;

/** Looks up clients by id, with a short cache, because every call needs its client. */
export function clientRegistry(
  db: Database,
  realNow: () => number = Date.now,
): (id: string) => Promise<Client | undefined> {
  const cache = new LRUCache<string, { at: number; client: Promise<Client | undefined> }>({ max: clientsMax });
  return (id) => {
    const cached = cache.get(id);
    if (cached !== undefined && realNow() - cached.at < cacheMs) return cached.client;
    const client = readClient(db, id);
    cache.set(id, { at: realNow(), client });
    client.catch(() => cache.delete(id));
    return client;
  };
}

async function readClient(db: Database, id: string): Promise<Client | undefined> {
  const found = await sql<Client>`
    select id, key, rights, replay_protection as "replayProtection",
      previous_key as "previousKey", previous_key_until as "previousKeyUntil",
      array(select network_id from client_network where client_id = client.id order by network_id) as networks
    from client where id = ${id}`.execute(db);
  return found.rows[0];
}

/** Creates or changes a client and its networks. */
export async function saveClient(db: Database, client: NewClient): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`insert into client (id, key, rights, replay_protection)
      values (${client.id}, ${client.key}, ${client.rights}, ${client.replayProtection})
      on conflict (id) do update set key = excluded.key, previous_key = null, previous_key_until = null, rights = excluded.rights, replay_protection = excluded.replay_protection`.execute(
      tx,
    );
    await sql`delete from client_network where client_id = ${client.id}`.execute(tx);
    for (const network of client.networks) {
      await sql`insert into client_network (client_id, network_id) values (${client.id}, ${network})`.execute(tx);
    }
  });
}

/** Allows a client to sell for one more network. */
export async function bindClient(db: Database, clientId: string, networkId: string): Promise<void> {
  await sql`insert into client_network (client_id, network_id) values (${clientId}, ${networkId})
    on conflict do nothing`.execute(db);
}

/** Gives a client a new key. The old key stays valid until `until` (an instant); null: it ends immediately. */
export async function renewClientKey(db: Database, id: string, key: string, until: string | null): Promise<void> {
  await sql`update client set previous_key = case when ${until}::timestamptz is null then null else client.key end,
    previous_key_until = ${until}, key = ${key} where id = ${id}`.execute(db);
}
