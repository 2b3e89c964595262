import type { PackArticle } from "@guichet/contract/network-pack.ts";
import type { CheckOutcome } from "@guichet/contract/office/ticket-checks.ts";
import type { InspectedTicket } from "@guichet/rules/inspection/ticket-checks.ts";
import { sql } from "kysely";
import type { Database, Tx } from "../../database/database.ts";
import { insertBlock, removeBlock } from "../ticket-block-store.ts";

/** A ticket with what an inspection needs. */
export interface InspectedRow extends InspectedTicket {
  id: string;
  serial: string;
  productId: string;
  accountId: string | null;
  traveller: { firstName: string; lastName: string; birthDate: string | null } | null;
  article: PackArticle;
  orderId: string;
  orderNumber: string;
}

/** Reads a ticket of a network by its id or serial number, with whether a trip of it was running at `at`. */
export async function inspectedTicket(
  db: Database | Tx,
  networkId: string,
  { id, serial }: { id: string | null; serial: string | null },
  at: string,
): Promise<InspectedRow | undefined> {
  const found = await sql<InspectedRow>`
    with named as (select id from ticket where network_id = ${networkId} and serial = ${serial}::text
      union select id from ticket where network_id = ${networkId} and id = ${id}::uuid)
    select t.id, t.serial, t.product_id as "productId", t.account_id as "accountId", t.traveller, t.support, t.status,
      t.valid_from as "validFrom", t.valid_until as "validUntil", t.use_before as "useBefore", t.first_used_at as "firstUsedAt",
      t.trips_left as "tripsLeft", t.trip_until as "tripUntil", t.blocked_for as "blockedFor", t.blocked_from as "blockedFrom",
      t.stopped_at as "stoppedAt", t.loaded_at as "loadedAt", l.article, t.order_id as "orderId", o.number as "orderNumber",
      exists (select from ticket_use u where u.network_id = t.network_id and u.ticket_id = t.id and u.kind = 'trip'
        and u.used_at <= ${at} and u.valid_until > ${at}) as "isRiding",
      (select coalesce(sum(u.trips), 0)::int from ticket_use u where u.network_id = t.network_id and u.ticket_id = t.id
        and u.used_at > ${at}) as "tripsSince"
    from named join ticket t on t.id = named.id join orders o on o.id = t.order_id join order_line l on l.id = t.order_line_id
    limit 1`.execute(db);
  return found.rows[0];
}

export interface NewTicketCheck {
  id: string;
  networkId: string;
  ticketId: string;
  staffId: string;
  outcome: CheckOutcome;
  isOffline: boolean;
  checkedAt: string;
  recordedAt: string;
}

/** Records a check; one that is recorded already stays as it is. */
export async function insertTicketCheck(db: Database, check: NewTicketCheck): Promise<void> {
  await sql`insert into ticket_check (id, network_id, ticket_id, staff_id, outcome, is_offline, checked_at, recorded_at)
    values (${check.id}, ${check.networkId}, ${check.ticketId}, ${check.staffId}, ${check.outcome}, ${check.isOffline},
      ${check.checkedAt}, ${check.recordedAt})
    on conflict (id) do nothing`.execute(db);
}

/** Other checks of a ticket between two instants, the latest first. */
export async function otherChecksOf(
  db: Database,
  { ticketId, except }: { ticketId: string; except: string },
  { from, until, limit }: { from: string; until: string; limit: number },
): Promise<{ checkedAt: string; by: string }[]> {
  const found = await sql<{ checkedAt: string; by: string }>`select c.checked_at as "checkedAt", s.name as by
    from ticket_check c join staff s on s.id = c.staff_id
    where c.ticket_id = ${ticketId} and c.id <> ${except} and c.checked_at >= ${from} and c.checked_at <= ${until}
    order by c.checked_at desc, c.id desc limit ${limit}`.execute(db);
  return found.rows;
}

/** Deletes checks that were made before an instant. */
export async function deleteOldTicketChecks(db: Database, before: string): Promise<void> {
  await sql`delete from ticket_check where checked_at < ${before}`.execute(db);
}

/** Locks a ticket of a network until the transaction ends; undefined: it has none with this id. */
export async function lockTicketOf(
  tx: Tx,
  networkId: string,
  id: string,
): Promise<
  { accountId: string | null; status: InspectedTicket["status"]; blockedFor: InspectedTicket["blockedFor"] } | undefined
> {
  const found = await sql<{
    accountId: string | null;
    status: InspectedTicket["status"];
    blockedFor: InspectedTicket["blockedFor"];
  }>`select account_id as "accountId", status, blocked_for as "blockedFor" from ticket
    where network_id = ${networkId} and id = ${id} for update`.execute(tx);
  return found.rows[0];
}

type TicketKey = { networkId: string; ticketId: string };
const ofTicket = ({ networkId, ticketId }: TicketKey) => sql`network_id = ${networkId} and id = ${ticketId}`;

/** Blocks a locked ticket for the staff. */
export const blockForStaff = (tx: Tx, key: TicketKey, at: string): Promise<number> =>
  insertBlock(tx, ofTicket(key), { reason: "staff", at });

/** Lifts the block by the staff of a locked ticket. */
export const unblockForStaff = (tx: Tx, key: TicketKey): Promise<number> => removeBlock(tx, ofTicket(key), "staff");
