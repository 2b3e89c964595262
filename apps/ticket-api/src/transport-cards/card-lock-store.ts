import { sql } from "kysely";
import type { Tx } from "../database/database.ts";

/** Locks cards, then all tickets on them, each in the sequence of their ids, as whoever else locks several of them does. */
export async function lockCardsWithTickets(tx: Tx, cardIds: readonly string[]): Promise<void> {
  await sql`select from transport_card where id = any(${cardIds}::uuid[]) order by id for update`.execute(tx);
  await sql`select from ticket where card_id = any(${cardIds}::uuid[]) order by id for update`.execute(tx);
}
