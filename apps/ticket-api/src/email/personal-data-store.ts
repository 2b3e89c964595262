import { Instant } from "@guichet/contract/values.ts";
import { sql } from "kysely";
import { z } from "zod";
import type { Database, Tx } from "../database/database.ts";
import { dropJobs } from "../jobs/job-store.ts";
import { omissionReasons, personalDataSource } from "../personal-data/personal-data-source.ts";
import { closingEmails } from "./email-contents.ts";

const StoredEmailRow = z.strictObject({
  to: z.string(),
  template: z.string(),
  language: z.string(),
  createdAt: Instant,
  sentAt: Instant.nullable(),
  expiredAt: Instant.nullable(),
});

/**
 * E-mails, sent or not, and the jobs that would send them. Their content is exported by the modules that own it. A confirmation of an erasure
 * that is not sent yet remains: it belongs to another account with the same address, erased at the same time, and is
 * deleted once sent.
 */
export const emailsOfPerson = personalDataSource({
  tables: { mail: "goes" },
  leftOut: {
    mail: {
      [omissionReasons.rowKey]: "message_id id",
      "values that the other parts say, and codes, which are secrets": "contents",
    },
  },
  shape: z.array(StoredEmailRow),
  read: async (db, { networkId, accountId, emails }) => {
    const found = await sql<z.infer<typeof StoredEmailRow>>`
      select recipient as to, template, language, created_at as "createdAt", sent_at as "sentAt",
        expired_at as "expiredAt" from mail
      where network_id = ${networkId}
        and (account_id = ${accountId} or (account_id is null and recipient = any(${emails})))
      order by created_at, message_id`.execute(db);
    return found.rows;
  },
  erase: async (tx, { networkId, accountId, emails }) => {
    const gone = await sql<{ messageId: string }>`delete from mail where network_id = ${networkId}
      and (account_id = ${accountId}
        or (account_id is null and recipient = any(${emails}) and template <> all(${[...closingEmails]})))
      returning message_id as "messageId"`.execute(tx);
    const messageIds = gone.rows.map(({ messageId }) => messageId);
    for (const kind of ["mail", "urgent-mail"]) await dropJobs(tx, kind, messageIds);
  },
});

/** Moves the e-mails of one account to another. */
export async function giveEmails(tx: Tx, from: string, to: string): Promise<void> {
  await sql`update mail set account_id = ${to} where account_id = ${from}`.execute(tx);
}

/** Deletes up to `limit` e-mails that were sent, or expired, before an instant; returns how many. */
export async function deleteOldEmails(db: Database, before: string, limit: number): Promise<number> {
  const gone = await sql`delete from mail where message_id in (select message_id from mail
    where coalesce(sent_at, expired_at) < ${before} limit ${limit})`.execute(db);
  return Number(gone.numAffectedRows ?? 0n);
}

/** Deletes sent e-mails to recipients without an account. */
export async function deleteEmailsToNobody(db: Database, before: string): Promise<void> {
  await sql`delete from mail where account_id is null and sent_at is not null and created_at < ${before}`.execute(db);
}
