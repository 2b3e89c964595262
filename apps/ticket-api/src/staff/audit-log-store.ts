import type { AuditChange, AuditKind } from "@guichet/contract/office/audit-log.ts";
import { type RawBuilder, sql } from "kysely";
import type { Database } from "../database/database.ts";

/** An action of the staff as the log shows it. */
export interface LoggedActRow {
  id: string;
  act: string;
  by: string | null;
  at: string;
  thing: string;
  subject: string | null;
  accountId: string | null;
  reason: string | null;
  changes: AuditChange[] | null;
}

export interface LogFilter {
  networkId: string;
  staffId?: string | undefined;
  kind?: AuditKind | undefined;
  /** From this instant on, and before that one. */
  from?: string | undefined;
  before?: string | undefined;
  /** What it is about; null: anything. */
  subject: LogSubject | null;
}

/** What a text in the filter may mean. */
export interface LogSubject {
  things: readonly string[];
  accounts: readonly string[];
}

/** Reads what a text names: the number of an order or a card, a customer's e-mail address, or an id as it is. */
export async function subjectNamed(db: Database, networkId: string, text: string): Promise<LogSubject> {
  const digits = text.replaceAll(/[\s-]/g, "");
  const found = await sql<{ thing: string }>`
    select id::text as thing from orders where network_id = ${networkId} and number = ${text.toUpperCase()}
    union all select id::text from transport_card where network_id = ${networkId} and number = ${digits}`.execute(db);
  const accounts = text.includes("@") ? await accountsByEmail(db, networkId, text.toLowerCase()) : [];
  return { things: [text, ...found.rows.map(({ thing }) => thing)], accounts };
}

/** The accounts with an e-mail address, also as contact address: the customer's own first, then those of guests, the newest first. */
async function accountsByEmail(db: Database, networkId: string, email: string): Promise<string[]> {
  const found = await sql<{ id: string }>`select a.id from account a
    where a.id in (select id from account where network_id = ${networkId} and email = ${email}
      union select id from account where network_id = ${networkId} and contact_email = ${email}
      union select account_id from merged_account where network_id = ${networkId} and email = ${email})
    order by a.guest, a.created_at desc, a.id limit ${accountsMax}`.execute(db);
  return found.rows.map(({ id }) => id);
}
/** Each purchase as a guest makes an account: beyond this many with one address, the oldest are left out. */
const accountsMax = 1_000;

/**
 * Lists one page of the log, the newest first. Actions of no network (`staff.password`) are read by a branch of their own:
 * both branches end at the limit, by an index in the order of time. Most things are rows with an id; jobs of a kind are named by the kind.
 */
export async function listActs(
  db: Database,
  filter: LogFilter & { after: string | undefined; limit: number },
): Promise<LoggedActRow[]> {
  const { networkId, limit } = filter;
  const members = sql`(select staff_id::text from staff_role where network_id = ${networkId})`;
  const found = await sql<LoggedActRow>`with listed as (
      (${acts(sql`a.network_id = ${networkId}`, filter)})
      union all (${acts(sql`a.network_id is null and a.thing in ${members}`, filter)})
      order by at desc, id desc limit ${limit}),
    named as (select *, case when thing ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then thing::uuid end as thing_id from listed)
    select l.id, l.act, s.name as by, l.at, l.thing, ${subject} as subject, l.account_id as "accountId", l.reason, l.changes
    from named l left join staff s on s.id = l.staff_id order by l.at desc, l.id desc`.execute(db);
  return found.rows;
}

/** Conditions that are not asked for are left out, so that each question is answered by its index. */
function acts(scope: RawBuilder<unknown>, filter: LogFilter & { after: string | undefined; limit: number }) {
  const { staffId, kind, from, before, subject: about, after, limit } = filter;
  const conditions = [
    scope,
    staffId === undefined ? undefined : sql`a.staff_id = ${staffId}::uuid`,
    kind === undefined ? undefined : sql`split_part(a.act, '.', 1) = ${kind}`,
    from === undefined ? undefined : sql`a.at >= ${from}::timestamptz`,
    before === undefined ? undefined : sql`a.at < ${before}::timestamptz`,
    about === null ? undefined : sql`(a.thing = any(${about.things}) or a.account_id = any(${about.accounts}::uuid[]))`,
    after === undefined
      ? undefined
      : sql`(a.at, a.id) < (select b.at, b.id from staff_act b where b.id = ${after}::uuid)`,
  ].filter((condition) => condition !== undefined);
  return sql`select a.* from staff_act a where ${sql.join(conditions, sql` and `)}
    order by a.at desc, a.id desc limit ${limit}`;
}

/** The number or name of what an action is about, by its kind. */
const subject = sql`case split_part(l.act, '.', 1)
  when 'order' then (select o.number from orders o where o.network_id = l.network_id and o.id = l.thing_id)
  when 'refund-request' then (select o.number from refund_request r join orders o on o.id = r.order_id
    where r.network_id = l.network_id and r.id = l.thing_id)
  when 'card' then (select c.number from transport_card c where c.network_id = l.network_id and c.id = l.thing_id)
  when 'ticket' then (select k.serial from ticket k where k.network_id = l.network_id and k.id = l.thing_id)
  when 'compensation' then (select c.name from compensation_campaign c where c.network_id = l.network_id and c.id = l.thing_id)
  when 'voucher' then (select b.name from voucher_batch b where b.network_id = l.network_id and b.id = l.thing_id)
  when 'alert' then (select t.value from alert a, jsonb_each_text(a.details -> 'message') t
    where a.network_id = l.network_id and a.id = l.thing_id order by t.key = 'fr' desc limit 1)
  when 'catalogue' then (select d.name from catalogue_draft d where d.network_id = l.network_id and d.id = l.thing_id)
  when 'agency' then (select g.definition ->> 'label' from agency g where g.network_id = l.network_id and g.id = l.thing)
  when 'drawer' then (select m.name from cash_drawer d join staff m on m.id = d.staff_id
    where d.network_id = l.network_id and d.id = l.thing_id)
  when 'month' then l.thing
  when 'card-stock' then l.thing
  when 'staff' then (select m.name from staff m where m.id = l.thing_id) end`;

/** The members of the staff of a network, also those who had a role and did something, by name. */
export async function authorsIn(db: Database, networkId: string): Promise<{ staffId: string; name: string }[]> {
  const found = await sql<{ staffId: string; name: string }>`select s.id as "staffId", s.name from staff s
    where exists (select from staff_role r where r.staff_id = s.id and r.network_id = ${networkId})
      or exists (select from staff_act a where a.staff_id = s.id and a.network_id = ${networkId})
    order by s.name, s.id limit ${authorsMax}`.execute(db);
  return found.rows;
}
/** A network has fewer members of the staff. */
const authorsMax = 1_000;
