import { type RawBuilder, sql } from "kysely";
import type { Database, Tx } from "../database/database.ts";

/** An e-mail as stored, sent or not. */
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
  /** When its code was found to have expired before sending; it is never sent. */
  expiredAt: string | null;
}

/**
 * Statement that stores an e-mail, unless one with the same cause exists. Values that only the database knows at that time
 * are merged into its contents (`read`).
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

/** When the mail server accepted an e-mail; null: not yet, or there is none. */
export async function sentAt(db: Database | Tx, messageId: string): Promise<string | null> {
  const found = await sql<{
    at: string | null;
  }>`select sent_at as at from mail where message_id = ${messageId}`.execute(db);
  return found.rows[0]?.at ?? null;
}

/** Records that the mail server accepted an e-mail; deletes its contents if they include a secret link. */
export async function markSent(db: Database, messageId: string, at: string, forget: boolean): Promise<void> {
  await sql`update mail set sent_at = ${at}, contents = case when ${forget} then '{}'::jsonb else contents end
    where message_id = ${messageId}`.execute(db);
}

/** Records that an e-mail was not sent because its code had expired, and deletes its contents. */
export async function markExpired(db: Database, messageId: string, at: string): Promise<void> {
  await sql`update mail set expired_at = ${at}, contents = '{}' where message_id = ${messageId}`.execute(db);
}

/** Records that an e-mail will never be sent, because its job was dropped, and deletes its contents. */
export async function cancelEmail(tx: Tx, messageId: string, at: string): Promise<void> {
  await sql`update mail set expired_at = ${at}, contents = '{}'
    where message_id = ${messageId} and sent_at is null and expired_at is null`.execute(tx);
}

/** Deletes an e-mail. */
export async function deleteEmail(db: Database | Tx, messageId: string): Promise<void> {
  await sql`delete from mail where message_id = ${messageId}`.execute(db);
}

/** An e-mail about an order that was sent. */
export interface SentEmail {
  to: string;
  template: string;
  sentAt: string;
}

/** Lists the e-mails about an order that were sent, oldest first, as long as they are retained. */
export async function emailsOfOrder(db: Database | Tx, networkId: string, orderId: string): Promise<SentEmail[]> {
  const found = await sql<SentEmail>`select recipient as "to", template, sent_at as "sentAt" from mail
    where network_id = ${networkId} and contents ->> 'orderId' = ${orderId} and sent_at is not null
    order by sent_at, message_id limit ${emailsOfOrderMax}`.execute(db);
  return found.rows;
}

const emailsOfOrderMax = 100;

/** An e-mail as listed for its customer, with what it takes to render its subject. */
export interface ListedEmail extends Omit<StoredEmail, "messageId" | "networkId" | "accountId"> {
  id: string;
}

const listedColumns = sql`m.id, m.recipient, m.template, m.language, m.contents, m.created_at as "createdAt", m.sent_at as "sentAt",
  m.expired_at as "expiredAt"`;

/** Lists the stored e-mails to an account, the newest first; `before` is the id of an e-mail. */
export async function emailsOfAccount(
  db: Database,
  page: { networkId: string; accountId: string; before: string | undefined; limit: number },
): Promise<ListedEmail[]> {
  const after =
    page.before === undefined
      ? sql`true`
      : sql`(m.created_at, m.id) < (select b.created_at, b.id from mail b where b.id = ${page.before})`;
  const found = await sql<ListedEmail>`select ${listedColumns} from mail m
    where m.network_id = ${page.networkId} and m.account_id = ${page.accountId} and ${after}
    order by m.created_at desc, m.id desc limit ${page.limit}`.execute(db);
  return found.rows;
}

/** A stored e-mail to an account. */
export async function emailOfAccount(
  db: Database | Tx,
  { networkId, accountId, id }: { networkId: string; accountId: string; id: string },
): Promise<ListedEmail | undefined> {
  const found = await sql<ListedEmail>`select ${listedColumns} from mail m
    where m.id = ${id} and m.network_id = ${networkId} and m.account_id = ${accountId}`.execute(db);
  return found.rows[0];
}
