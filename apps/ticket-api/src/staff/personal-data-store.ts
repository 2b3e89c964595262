import { AuditChange } from "@guichet/contract/office/audit-log.ts";
import { Instant } from "@guichet/contract/values.ts";
import { sql } from "kysely";
import { z } from "zod";
import type { Tx } from "../database/database.ts";
import { omissionReasons, personalDataSource } from "../personal-data/personal-data-source.ts";

const StoredAuditEntry = z.strictObject({
  act: z.string(),
  thing: z.string(),
  at: Instant,
  reason: z.string().nullable(),
  changes: z.array(AuditChange).nullable(),
});

/** The staff's actions on a customer's data: the action stays; the customer and the reason are erased. */
export const auditEntriesOfPerson = personalDataSource({
  tables: {
    staff_act: {
      stays: ["id", "network_id", "staff_id", "act", "thing", "at"],
      emptied: ["account_id", "reason", "changes"],
    },
  },
  leftOut: { staff_act: { [omissionReasons.rowKey]: "id", "the acting member of the staff": "staff_id" } },
  shape: z.array(StoredAuditEntry),
  read: async (db, { networkId, accountId }) => {
    const found = await sql<z.infer<typeof StoredAuditEntry>>`select act, thing, at, reason, changes from staff_act
      where network_id = ${networkId} and account_id = ${accountId} order by at, id`.execute(db);
    return found.rows;
  },
  erase: async (tx, { networkId, accountId }) => {
    await sql`update staff_act set account_id = null, reason = null, changes = null
      where network_id = ${networkId} and account_id = ${accountId}`.execute(tx);
  },
});

/** Moves the staff's actions on a guest, and their notes, to the account of the same person. */
export async function giveAuditEntries(tx: Tx, networkId: string, from: string, to: string): Promise<void> {
  await sql`update staff_act set account_id = ${to}
    where network_id = ${networkId} and account_id = ${from}`.execute(tx);
}
