import { sql } from "kysely";
import type { Database } from "../database/database.ts";

/** An outside party that commands ask, too. */
export type OutsideParty = "payment" | "bank";
export type PartyAddresses = Partial<Record<OutsideParty, string>>;

/** Notes where this Ticket API reaches the outside parties; one that it does not have any more is forgotten. */
export async function noteAddresses(db: Database, addresses: PartyAddresses): Promise<void> {
  const parties = Object.keys(addresses);
  await db.transaction().execute(async (tx) => {
    await sql`delete from installation_address where party <> all(${parties})`.execute(tx);
    await sql`insert into installation_address (party, url)
      select * from unnest(${parties}::text[], ${Object.values(addresses)}::text[])
      on conflict (party) do update set url = excluded.url, noted_at = now()`.execute(tx);
  });
}

/** Where the Ticket API reached them when it last started. */
export async function notedAddresses(db: Database): Promise<PartyAddresses> {
  const found = await sql<{ party: OutsideParty; url: string }>`select party, url from installation_address`.execute(
    db,
  );
  return Object.fromEntries(found.rows.map(({ party, url }) => [party, url]));
}
