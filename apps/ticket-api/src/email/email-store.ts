import { type RawBuilder, sql } from "kysely";
import type { Database, Tx } from "../database/database.ts";

/** A letter as it waits, or was sent. */
export interface StoredEmail {
  messageId: string;
  networkId: string;
  accountId: string | null;
  recipient: string;
  template: string;
  language: string;
  contents: unknown;
  createdAt: string;
  sentAt: string | null;
  /** When its code was found to be over before it could be sent; it never is. */
  expiredAt: string | null;
}

/**
 * The statement that keeps a letter, unless its cause wrote it already. What is only known to the database when it is written
 * joins its contents (`read`).
 */
export function emailWritten(
  mail: Omit<StoredEmail, "sentAt" | "expiredAt">,
  read: Readonly<Record<string, RawBuilder<unknown>>> = {},
): RawBuilder<unknown> {
  const added = Object.entries(read).map(([name, value]) => sql` || jsonb_build_object(${name}::text, ${value})`);
  return sql`
    insert into mail (message_id, network_id, account_id, recipient, template, language, contents, created_at)
    values (${mail.messageId}, ${mail.networkId}, ${mail.accountId}, ${mail.recipient}, ${mail.template}, ${mail.language},
      ${JSON.stringify(mail.contents)}::jsonb${sql.join(added, sql``)}, ${mail.createdAt})
    on conflict (message_id) do nothing`;
}

export async function findEmail(db: Database, messageId: string): Promise<StoredEmail | undefined> {
  const found = await sql<StoredEmail>`
    select message_id as "messageId", network_id as "networkId", account_id as "accountId", recipient, template, language,
      contents, created_at as "createdAt", sent_at as "sentAt", expired_at as "expiredAt" from mail where message_id = ${messageId}`.execute(
    db,
  );
  return found.rows[0];
}

/** When the mail server took a letter; null: not yet, or there is none. */
export async function sentAt(db: Database | Tx, messageId: string): Promise<string | null> {
  const found = await sql<{
    at: string | null;
  }>`select sent_at as at from mail where message_id = ${messageId}`.execute(db);
  return found.rows[0]?.at ?? null;
}

/** Remembers that the mail server took it; a letter with a secret link keeps nothing of what it said. */
export async function markSent(db: Database, messageId: string, at: string, forget: boolean): Promise<void> {
  await sql`update mail set sent_at = ${at}, contents = case when ${forget} then '{}'::jsonb else contents end
    where message_id = ${messageId}`.execute(db);
}

/** Remembers that it was not sent because its code was over, and forgets what it said. */
export async function markExpired(db: Database, messageId: string, at: string): Promise<void> {
  await sql`update mail set expired_at = ${at}, contents = '{}' where message_id = ${messageId}`.execute(db);
}

/** Forgets a letter altogether. */
export async function deleteEmail(db: Database, messageId: string): Promise<void> {
  await sql`delete from mail where message_id = ${messageId}`.execute(db);
}
