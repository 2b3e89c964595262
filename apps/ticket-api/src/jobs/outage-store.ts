import { sql } from "kysely";
import type { Database } from "../database/database.ts";
import type { Party } from "../integrations/unreachable.ts";

/** A party that cannot be reached, since when, and when it is asked again. */
export interface Outage {
  party: Party;
  since: string;
  retryAt: string;
  retries: number;
}

/** Nobody who is away is asked more often than after this pause; it doubles from the first on, up to the last. */
const firstPauseMs = 2_000;
const lastPauseMs = 300_000;

const columns = sql`party, since, retry_at as "retryAt", retries`;

/** Who is away, as all processes of the installation found it. */
export async function readOutages(db: Database): Promise<Outage[]> {
  return (await sql<Outage>`select ${columns} from outage order by party`.execute(db)).rows;
}

/** Writes down that a party is away. True: nobody knew. */
export async function beginOutage(db: Database, party: Party, at: string): Promise<boolean> {
  const begun = await sql`insert into outage (party, since, retry_at)
    values (${party}, ${at}, ${at}::timestamptz + ${firstPauseMs} * interval '1 millisecond')
    on conflict (party) do nothing`.execute(db);
  return begun.numAffectedRows === 1n;
}

/** A party that is away is being asked: the next time is later. */
export async function retryLater(db: Database, party: Party, at: string): Promise<void> {
  await sql`update outage set retries = retries + 1, retry_at = ${at}::timestamptz
      + least(${firstPauseMs} * 2 ^ least(retries + 1, 20), ${lastPauseMs}) * interval '1 millisecond'
    where party = ${party} and retry_at <= ${at}`.execute(db);
}

/** The party answers again; undefined: somebody wrote that down before. */
export async function endOutage(db: Database, party: Party): Promise<Outage | undefined> {
  return (await sql<Outage>`delete from outage where party = ${party} returning ${columns}`.execute(db)).rows[0];
}
