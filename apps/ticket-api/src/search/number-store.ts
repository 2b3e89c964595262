import type { SearchKeys } from "@guichet/rules/search/search-keys.ts";
import { type RawBuilder, sql } from "kysely";
import type { Database } from "../database/database.ts";
import { shownReference } from "../payment-records/debit-store.ts";
import { type ResultRow, resultColumns } from "./result-store.ts";

/** A look-up by one number or reference, each by an index; `limit`: rows read. */
type LookUp<Key> = (db: Database, networkId: string, key: Key, limit: number) => Promise<ResultRow[]>;

const buyer = sql`nullif(trim(concat(o.customer ->> 'firstName', ' ', o.customer ->> 'lastName')), '')`;

const orderColumns = (number: RawBuilder<unknown>) =>
  resultColumns({
    id: sql`o.id`,
    number,
    name: buyer,
    email: sql`o.customer ->> 'email'`,
    state: sql`o.status`,
    at: sql`o.created_at`,
    amount: sql`o.amount`,
    currency: sql`o.currency`,
  });

/** Orders by their numbers. */
export const ordersByNumber: LookUp<readonly string[]> = async (db, networkId, numbers, limit) => {
  const found = await sql<ResultRow>`select ${orderColumns(sql`o.number`)} from orders o
    where o.network_id = ${networkId} and o.number = any(${numbers}) order by o.created_at desc, o.id limit ${limit}`.execute(
    db,
  );
  return found.rows;
};

/** The invoice or credit note with a number; leads to its order. */
export const invoicesByNumber: LookUp<NonNullable<SearchKeys["invoice"]>> = async (db, networkId, key, limit) => {
  const found = await sql<ResultRow>`select ${resultColumns({
    id: sql`o.id`,
    number: sql`i.number`,
    name: buyer,
    email: sql`o.customer ->> 'email'`,
    state: sql`i.series`,
    at: sql`i.issued_at`,
    amount: sql`(i.contents #>> '{total,amount}')::integer`,
    currency: sql`o.currency`,
  })} from invoice i join orders o on o.id = i.order_id
    where i.network_id = ${networkId} and i.series = ${key.series} and i.year = ${key.year} and i.sequence = ${key.sequence}
      and i.archived_at is null
    limit ${limit}`.execute(db);
  return found.rows;
};

/** Orders by an id or reference of one of their payments or refunds, at Guichet, the provider or the bank. */
export const ordersByPayment: LookUp<{ reference: string | null; id: string | null }> = async (
  db,
  networkId,
  { reference, id },
  limit,
) => {
  const found = await sql<ResultRow>`
    with named as (
      select order_id from payment where provider_session = ${reference}::text
      union select order_id from payment where id = ${id}::uuid
      union select order_id from refund where id = ${id}::uuid
      union select order_id from dispute where reference = ${reference}::text
      union select p.order_id from provider_session s join payment p on p.provider_session = s.reference
        where s.transaction_id = ${reference}::text
      union select p.order_id from settlement_entry e join payment p on p.id = e.payment_id
        where e.source = ${reference}::text)
    select ${orderColumns(sql`o.number`)} from named join orders o on o.id = named.order_id
    where o.network_id = ${networkId} order by o.created_at desc, o.id limit ${limit}`.execute(db);
  return found.rows;
};

/** The order of a mandate, or the newest one of its subscription, by our reference of it or that of its payment provider. */
export const ordersByMandate: LookUp<readonly string[]> = async (db, networkId, references, limit) => {
  const found = await sql<ResultRow>`
    with named as (select id from mandate where network_id = ${networkId} and reference = any(${references})
      union select id from mandate where network_id = ${networkId} and provider_reference = any(${references}))
    select ${resultColumns({
      id: sql`o.id`,
      number: shownReference,
      name: buyer,
      email: sql`o.customer ->> 'email'`,
      state: sql`case when m.revoked_at is null then 'signed' else 'ended' end`,
      at: sql`m.signed_at`,
    })} from named join mandate m on m.id = named.id
      join orders o on o.id = coalesce(m.order_id, (select p.order_id from subscription_period p
        where p.subscription_id = m.subscription_id order by p.position desc limit 1))
    order by m.signed_at desc, m.id limit ${limit}`.execute(db);
  return found.rows;
};

/** Orders in which a voucher was used, and the one that it compensates; the newest first. */
export const ordersByVoucher: LookUp<string> = async (db, networkId, code, limit) => {
  const found = await sql<ResultRow>`
    with named as (
      select order_id from voucher_use where network_id = ${networkId} and code = ${code}
      union select order_id from compensation where network_id = ${networkId} and voucher_code = ${code})
    select ${orderColumns(sql`o.number`)} from named join orders o on o.id = named.order_id
    where o.network_id = ${networkId} order by o.created_at desc, o.id limit ${limit}`.execute(db);
  return found.rows;
};

/** A ticket leads to its order, or to its traveller for those who may not see orders. */
export type TicketRow = ResultRow & { travellerId: string | null };

/** Tickets by their serial number, or by the id that their barcode states. */
export async function ticketsByNumber(
  db: Database,
  networkId: string,
  { serial, id }: { serial: string | null; id: string | null },
  limit: number,
): Promise<TicketRow[]> {
  const found = await sql<TicketRow>`
    with named as (select id from ticket where network_id = ${networkId} and serial = ${serial}::text
      union select id from ticket where network_id = ${networkId} and id = ${id}::uuid)
    select ${resultColumns({
      id: sql`t.order_id`,
      number: sql`t.serial`,
      name: sql`concat_ws(' · ', l.name, nullif(trim(concat(t.traveller ->> 'firstName', ' ', t.traveller ->> 'lastName')), ''))`,
      state: sql`t.status`,
      at: sql`t.issued_at`,
    })}, (select v.id from traveller v where v.id = t.traveller_id) as "travellerId"
    from named join ticket t on t.id = named.id join order_line l on l.id = t.order_line_id limit ${limit}`.execute(db);
  return found.rows;
}

/** The transport card with a number. */
export const cardsByNumber: LookUp<string> = async (db, networkId, number, limit) => {
  const found = await sql<ResultRow>`select ${resultColumns({
    id: sql`c.id`,
    number: sql`c.number`,
    name: sql`nullif(trim(concat(c.first_name, ' ', c.last_name)), '')`,
    state: sql`c.status`,
    at: sql`c.created_at`,
  })} from transport_card c where c.network_id = ${networkId} and c.number = ${number} limit ${limit}`.execute(db);
  return found.rows;
};

/** The submission with a number. */
export const submissionsByNumber: LookUp<string> = async (db, networkId, number, limit) => {
  const found = await sql<ResultRow>`select ${resultColumns({
    id: sql`s.id`,
    number: sql`s.number`,
    name: sql`nullif(trim(concat(t.first_name, ' ', t.last_name)), '')`,
    state: sql`s.status`,
    at: sql`s.created_at`,
  })} from submission s join traveller t on t.id = s.traveller_id
    where s.network_id = ${networkId} and s.number = ${number} limit ${limit}`.execute(db);
  return found.rows;
};

/** The answered termination request with a reference. */
export const terminationsByReference: LookUp<string> = async (db, networkId, reference, limit) => {
  const found = await sql<ResultRow>`select ${resultColumns({
    id: sql`r.id`,
    number: sql`r.reference`,
    name: sql`nullif(trim(concat(r.first_name, ' ', r.last_name)), '')`,
    email: sql`r.email`,
    at: sql`r.requested_at`,
  })} from termination_request r
    where r.network_id = ${networkId} and r.reference = ${reference} and r.answered_at is not null limit ${limit}`.execute(
    db,
  );
  return found.rows;
};
