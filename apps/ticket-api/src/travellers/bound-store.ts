import type { Person } from "@guichet/rules/persons/persons.ts";
import { sql } from "kysely";
import type { Database, Tx } from "../database/database.ts";

/** Records in a traveller's name outside the account that are not examined again. */
export interface BoundRecords {
  /** Subscriptions that are not terminated. */
  subscriptions: number;
  /** Linked transport cards that are neither expired nor replaced, by the person that the operator issued them to. */
  cards: Person[];
}

export async function boundRecords(db: Database | Tx, networkId: string, travellerId: string): Promise<BoundRecords> {
  const found = await sql<BoundRecords>`select
    (select count(*)::int from subscription s where s.network_id = ${networkId} and s.traveller_id = ${travellerId}
      and s.status <> 'terminated') as subscriptions,
    coalesce((select json_agg(json_build_object('firstName', c.first_name, 'lastName', c.last_name,
        'birthDate', c.birth_date)) from transport_card c
      where c.network_id = ${networkId} and c.traveller_id = ${travellerId}
        and coalesce(c.status, 'active') in ('active', 'blocked')), '[]') as cards`.execute(db);
  return found.rows[0] ?? { subscriptions: 0, cards: [] };
}
