import { type RawBuilder, sql } from "kysely";

/** A row found by the search, before the screen that it leads to is known. Minor units. */
export interface ResultRow {
  /** The order, traveller, card, submission or request that its screen shows. */
  id: string;
  number: string | null;
  name: string | null;
  email: string | null;
  state: string | null;
  at: string | null;
  amount: number | null;
  currency: string | null;
}

/** The columns of a result; what is not given is null. */
export const resultColumns = (given: Partial<Record<keyof ResultRow, RawBuilder<unknown>>>): RawBuilder<unknown> => sql`
  ${given.id} as id, ${given.number ?? sql`null`} as number, ${given.name ?? sql`null`} as name,
  ${given.email ?? sql`null`} as email, ${given.state ?? sql`null`} as state, ${given.at ?? sql`null::timestamptz`} as at,
  ${given.amount ?? sql`null::integer`} as amount, ${given.currency ?? sql`null`} as currency`;
