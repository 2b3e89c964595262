import { Instant } from "@guichet/contract/values.ts";
import { sql } from "kysely";
import { z } from "zod";
import { leaving, personalDataSource } from "../personal-data/personal-data-source.ts";

const StoredAuditEntry = z.strictObject({
  act: z.string(),
  thing: z.string(),
  at: Instant,
  reason: z.string().nullable(),
});

/** What the staff did to a customer's things: that it was done stays, whose it was and why goes. */
export const auditEntriesOfPerson = personalDataSource({
  tables: {
    staff_act: {
      stays: ["id", "network_id", "staff_id", "act", "thing", "at"],
      emptied: ["account_id", "reason"],
    },
  },
  leftOut: { staff_act: { [leaving.rowKey]: "id", "who of the staff did it": "staff_id" } },
  shape: z.array(StoredAuditEntry),
  read: async (db, { networkId, accountId }) => {
    const found = await sql<z.infer<typeof StoredAuditEntry>>`select act, thing, at, reason from staff_act
      where network_id = ${networkId} and account_id = ${accountId} order by at, id`.execute(db);
    return found.rows;
  },
  erase: async (tx, { networkId, accountId }) => {
    await sql`update staff_act set account_id = null, reason = null
      where network_id = ${networkId} and account_id = ${accountId}`.execute(tx);
  },
});
