import { sql } from "kysely";
import type { TestPerson } from "../../apps/ticket-api/src/testing/test-people.ts";
import { customers } from "./customers.ts";
import type { Installation } from "./installation.ts";

/** Fills the installation with completed orders, each with its line, payment, ledger rows, invoice and ticket, like years of sales. */
export async function fillWithOrders(installation: Installation, count: number): Promise<void> {
  const { db } = installation.connection;
  const [person] = await customers(installation, 1);
  if (person === undefined) throw new Error("no customer");
  const at = new Date(Date.now() - 86_400_000).toISOString();
  for (let from = 1; from <= count; from += batchSize)
    await fill(installation, person, { from, to: Math.min(count, from + batchSize - 1), at });
  await sql`analyze`.execute(db);
}

/** How many orders a statement can write within its time limit. */
const batchSize = 2_000;

async function fill(
  installation: Installation,
  person: TestPerson,
  { from, to, at }: { from: number; to: number; at: string },
): Promise<void> {
  await sql`
    with numbers as (select n, gen_random_uuid() as id from generate_series(${from}::integer, ${to}::integer) n),
    placed as (
      insert into orders (id, network_id, account_id, number, status, origin, client_id, cart_digest, amount, currency, payment_method,
        language, customer, created_at, expires_at, completed_at)
      select id, 'demo', ${person.accountId}::uuid, 'past-' || n, 'COMPLETED', 'ESHOP', 'shop', 'past-' || n, 150, 'EUR', 'CARD', 'fr', '{}',
        ${at}::timestamptz - n * interval '1 minute', ${at}, ${at} from numbers returning id, number),
    lines as (
      insert into order_line (id, network_id, order_id, position, kind, shop_item_id, product_id, article, name, quantity, unit_amount,
        total_amount, vat_rate, traveller_id, support, process_status)
      select gen_random_uuid(), 'demo', placed.id, 0, 'article', 'ticket-1h', 'ticket-1h', a.definition, 'Ticket', 1, 150, 150, 10,
        ${person.userId}::uuid, 'DEMATERIALIZED', 'PROCESSED'
      from placed, article a where a.network_id = 'demo' and a.id = 'ticket-1h' returning id, order_id),
    paid as (
      insert into payment (id, network_id, order_id, status, amount, currency, asked, provider_account, provider_session, created_at,
        settled_at)
      select gen_random_uuid(), 'demo', id, 'captured', 150, 'EUR', '{}', 'stripe/main', 'past_' || id, ${at}, ${at} from placed returning id, order_id),
    booked as (
      insert into ledger_entry (movement, side, network_id, order_id, amount, currency, at)
      select 'capture:' || paid.id, side, 'demo', order_id, amount, 'EUR', ${at}::timestamptz
      from paid, (values ('provider', 150), ('sales', -150)) as two (side, amount))
    insert into ticket (id, network_id, account_id, order_id, order_line_id, position, serial, product_id, traveller_id, support, status, issued_at)
    select gen_random_uuid(), 'demo', ${person.accountId}::uuid, order_id, id, 0, 'past ' || id, 'ticket-1h', ${person.userId}::uuid,
      'DEMATERIALIZED', 'expired', ${at} from lines`.execute(installation.connection.db);
}
