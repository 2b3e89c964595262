import { sql } from "kysely";
import type { Database } from "../database/database.ts";

/** An outside party that commands call, too. `payment`: the stand-ins of the payment providers, in the demo. */
export type OutsideParty = "payment";
export type PartyAddresses = Partial<Record<OutsideParty, string>>;

/** Saves the addresses of the outside parties as this Ticket API uses them; parties that it no longer has are deleted. */
export async function saveAddresses(db: Database, addresses: PartyAddresses): Promise<void> {
  const parties = Object.keys(addresses);
  await db.transaction().execute(async (tx) => {
    await sql`delete from installation_address where party <> all(${parties})`.execute(tx);
    await sql`insert into installation_address (party, url)
      select * from unnest(${parties}::text[], ${Object.values(addresses)}::text[])
      on conflict (party) do update set url = excluded.url, noted_at = now()`.execute(tx);
  });
}

/** The addresses from the Ticket API's last start. */
export async function readAddresses(db: Database): Promise<PartyAddresses> {
  const found = await sql<{ party: OutsideParty; url: string }>`select party, url from installation_address`.execute(
    db,
  );
  return Object.fromEntries(found.rows.map(({ party, url }) => [party, url]));
}
