import { Instant } from "@guichet/contract/values.ts";
import { sql } from "kysely";
import { z } from "zod";
import { omissionReasons, personalDataSource } from "../personal-data/personal-data-source.ts";

const StoredJob = z.strictObject({ kind: z.string(), dueAt: Instant, createdAt: Instant });

/** Jobs whose payload names the account or one of its addresses. Jobs of orders name only the order, and still run. */
export const jobsOfPerson = personalDataSource({
  tables: { due_work: "goes" },
  leftOut: {
    due_work: {
      [omissionReasons.rowKey]: "id key",
      [omissionReasons.processing]: "attempts last_error leased_until held_by given_up_at unreached",
      "names the account or its address, and may hold a code": "payload",
    },
  },
  shape: z.array(StoredJob),
  read: async (db, { networkId, accountId, emails }) => {
    const found = await sql<
      z.infer<typeof StoredJob>
    >`select kind, due_at as "dueAt", created_at as "createdAt" from due_work
      where network_id = ${networkId} and (key = ${accountId} or payload ->> 'email' = any(${emails}))
      order by due_at, kind`.execute(db);
    return found.rows;
  },
  erase: async (tx, { networkId, accountId, emails }) => {
    await sql`delete from due_work where network_id = ${networkId}
      and (key = ${accountId} or payload ->> 'email' = any(${emails}))`.execute(tx);
  },
});
