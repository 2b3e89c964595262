import { sql } from "kysely";
import { isOfDebit } from "../audit/month-end-store.ts";
import type { Database, Tx } from "../database/database.ts";
import type { BookedDocument, BookedMovement } from "./journal-entries.ts";

/** Rows of a page: what a journal needs of memory, whatever the month. */
const pageRows = 5_000;

/** One day of a network, from the first instant to before the second. */
export interface Day {
  networkId: string;
  from: string;
  before: string;
}

/** The instant, to the microsecond, and the name of the last row of a page. */
interface Place {
  at: string;
  key: string;
}
type PageOf<Row> = (after: Place | undefined) => Promise<(Row & Place)[]>;

async function* inPages<Row>(read: PageOf<Row>): AsyncGenerator<Row & Place> {
  let after: Place | undefined;
  for (let more = true; more; ) {
    const page = await read(after);
    yield* page;
    after = page.at(-1);
    more = page.length === pageRows;
  }
}

/** The invoices and credit notes of a day in the order of their issue, page by page. */
export function documentsOf(db: Database | Tx, { networkId, from, before }: Day): AsyncGenerator<BookedDocument> {
  return inPages<BookedDocument>(async (after) => {
    const rows = await sql<
      BookedDocument & Place
    >`select i.series, i.number, i.contents ->> 'orderNumber' as "orderNumber",
        (select coalesce(jsonb_agg(jsonb_build_object('rate', share -> 'rate', 'net', share #> '{net,amount}',
          'vat', share #> '{vat,amount}', 'gross', share #> '{gross,amount}') order by (share ->> 'rate')::numeric), '[]')
          from jsonb_array_elements(i.contents -> 'vat') share) as vat,
        i.issued_at::text as at, i.number as key
      from invoice i where i.network_id = ${networkId} and i.issued_at >= ${after?.at ?? from}::timestamptz
        and i.issued_at < ${before}::timestamptz
        and (${after === undefined} or (i.issued_at, i.number collate "C") > (${after?.at ?? from}::timestamptz, ${after?.key ?? ""}))
      order by i.issued_at, i.number collate "C" limit ${pageRows}`.execute(db);
    return rows.rows;
  });
}

/** The movements of the ledger on a day in the order of their booking, page by page. */
export function movementsOf(db: Database | Tx, { networkId, from, before }: Day): AsyncGenerator<BookedMovement> {
  return inPages<BookedMovement>(async (after) => {
    const rows = await sql<BookedMovement & Place>`select e.movement, taken.side as "from", e.side as "to",
        e.amount::float8 as amount, o.number as "orderNumber", ${isOfDebit} as "isDebit", e.at::text as at, e.movement as key
      from ledger_entry e join ledger_entry taken on taken.movement = e.movement and taken.amount < 0
        join orders o on o.id = e.order_id
      where e.amount > 0 and e.network_id = ${networkId} and e.at >= ${after?.at ?? from}::timestamptz
        and e.at < ${before}::timestamptz
        and (${after === undefined} or (e.at, e.movement collate "C") > (${after?.at ?? from}::timestamptz, ${after?.key ?? ""}))
      order by e.at, e.movement collate "C" limit ${pageRows}`.execute(db);
    return rows.rows;
  });
}
