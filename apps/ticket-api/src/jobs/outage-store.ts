import { sql } from "kysely";
import type { Database } from "../database/database.ts";
import type { Party } from "../integrations/unreachable.ts";

/** An unreachable party: since when, and when it is retried. */
export interface Outage {
  party: Party;
  since: string;
  retryAt: string;
  retries: number;
}

/** First and last pause before an unreachable party is retried; the pause doubles in between. */
const firstPauseMs = 2_000;
const lastPauseMs = 300_000;

const columns = sql`party, since, retry_at as "retryAt", retries`;

/** Unreachable parties, as found by any process of the installation. */
export async function readOutages(db: Database): Promise<Outage[]> {
  return (await sql<Outage>`select ${columns} from outage order by party`.execute(db)).rows;
}

/** Records that a party is unreachable. Returns true if this was not known. */
export async function beginOutage(db: Database, party: Party, at: string): Promise<boolean> {
  const inserted = await sql`insert into outage (party, since, retry_at)
    values (${party}, ${at}, ${at}::timestamptz + ${firstPauseMs} * interval '1 millisecond')
    on conflict (party) do nothing`.execute(db);
  return inserted.numAffectedRows === 1n;
}

/** Postpones the next retry of a party that is being retried now. */
export async function retryLater(db: Database, party: Party, at: string): Promise<void> {
  await sql`update outage set retries = retries + 1, retry_at = ${at}::timestamptz
      + least(${firstPauseMs} * 2 ^ least(retries + 1, 20), ${lastPauseMs}) * interval '1 millisecond'
    where party = ${party} and retry_at <= ${at}`.execute(db);
}

/** Ends the outage of a party; undefined: another process has done so already. */
export async function endOutage(db: Database, party: Party): Promise<Outage | undefined> {
  return (await sql<Outage>`delete from outage where party = ${party} returning ${columns}`.execute(db)).rows[0];
}
