import type { PackArticle } from "@guichet/contract/network-pack.ts";
import type { StaffTraveller } from "@guichet/contract/office/travellers.ts";
import type { Person } from "@guichet/rules/persons/persons.ts";
import type { CardStatus } from "@guichet/rules/transport-cards.ts";
import { sql } from "kysely";
import { accountIdsByEmail, accountIdsByNumber } from "../account-records/merged-account-store.ts";
import type { Database, Tx } from "../database/database.ts";
import { beginning, folded, foldedText } from "../database/folded-text.ts";
import type { TicketRow } from "../wallet/ticket-store.ts";

/** A traveller in the staff's search results, with the account. */
export interface FoundTravellerRow extends Person {
  id: string;
  accountId: string;
  isHolder: boolean;
  isGuest: boolean;
  /** Sign-in providers of the account, if the traveller is its holder. */
  providers: string[];
  tariffStatus: string | null;
  hasPicture: boolean;
  holderName: string;
  email: string;
  customerNumber: string;
}

export type TravellerQuery =
  | { by: "number"; number: string }
  | { by: "email"; email: string }
  | { by: "words"; words: readonly string[] };

const columns = sql`t.id, t.account_id as "accountId", t.is_holder as "isHolder", a.guest as "isGuest",
  t.first_name as "firstName", t.last_name as "lastName", t.birth_date as "birthDate", t.tariff_status as "tariffStatus",
  t.picture_id is not null as "hasPicture",
  array(select i.provider_id from identity i where i.account_id = a.id and t.is_holder) as providers,
  trim(concat(h.first_name, ' ', h.last_name)) as "holderName", coalesce(a.email, '') as email,
  a.customer_number as "customerNumber"`;
const withAccount = sql`traveller t join account a on a.id = t.account_id
  join traveller h on h.account_id = a.id and h.is_holder`;

/** Finds travellers of a network by the number of a card or customer, by the account's e-mail, or by names; sorted by name. */
export async function findTravellerRows(
  db: Database,
  networkId: string,
  query: TravellerQuery,
  limit: number,
): Promise<FoundTravellerRow[]> {
  const found = await sql<FoundTravellerRow>`select ${columns} from ${withAccount}
    where t.network_id = ${networkId} and ${conditionOf(networkId, query)}
    order by t.last_name, t.first_name, t.id limit ${limit}`.execute(db);
  return found.rows;
}

function conditionOf(networkId: string, query: TravellerQuery) {
  if (query.by === "number") {
    return sql`(a.id in ${accountIdsByNumber(networkId, query.number)} or exists (select from transport_card c
      where c.traveller_id = t.id and (c.number = ${query.number} or right(c.number, ${query.number.length}) = ${query.number})))`;
  }
  if (query.by === "email")
    return sql`(a.id in ${accountIdsByEmail(networkId, query.email)} or a.contact_email = ${query.email})`;
  const each = query.words.map((word) => {
    const starts = beginning(foldedText(word));
    return sql`(a.id in ${accountIdsByNumber(networkId, word)} or ${folded(sql`t.first_name`)} like ${starts} or ${folded(sql`t.last_name`)} like ${starts})`;
  });
  return sql.join(each, sql` and `);
}

export async function staffTravellerRow(
  db: Database | Tx,
  networkId: string,
  id: string,
): Promise<FoundTravellerRow | undefined> {
  const found = await sql<FoundTravellerRow>`select ${columns} from ${withAccount}
    where t.network_id = ${networkId} and t.id = ${id}`.execute(db);
  return found.rows[0];
}

/** A traveller's ticket that has not expired, with the article as it was sold. */
export interface NamedTicket extends TicketRow {
  article: PackArticle;
}

/** A traveller's usable or blocked tickets, oldest first; with `hold` they are locked until the transaction ends. */
export async function namedTickets(
  db: Database | Tx,
  selection: { networkId: string; travellerId: string; now: string; limit: number; hold?: boolean },
): Promise<NamedTicket[]> {
  const found =
    await sql<NamedTicket>`select t.id, t.network_id as "networkId", t.account_id as "accountId", t.order_id as "orderId",
      t.order_line_id as "orderLineId", t.position, t.serial, t.product_id as "productId", t.traveller_id as "travellerId",
      t.traveller, t.support, t.status, t.valid_from as "validFrom", t.valid_until as "validUntil", t.use_before as "useBefore",
      t.trips_left as "tripsLeft", t.code, t.card_id as "cardId", t.issued_at as "issuedAt", l.article
    from ticket t join order_line l on l.id = t.order_line_id
    where t.network_id = ${selection.networkId} and t.traveller_id = ${selection.travellerId} and t.status in ('pending', 'active', 'blocked')
      and (t.valid_until is null or t.valid_until > ${selection.now}) and (t.use_before is null or t.use_before > ${selection.now})
    order by t.issued_at, t.id limit ${selection.limit} ${selection.hold ? sql`for update of t` : sql``}`.execute(db);
  return found.rows;
}

/** Renames a ticket, and replaces its code if it has one. */
export async function renameTicket(tx: Tx, id: string, traveller: Person, code: string | null): Promise<void> {
  await sql`update ticket set traveller = ${JSON.stringify(traveller)}::jsonb, code = ${code} where id = ${id}`.execute(
    tx,
  );
}

/** A card and the person that it was issued to. */
export interface NamedCard extends Person, CardStatus {
  id: string;
  number: string;
}

/** Linked cards of a traveller that are neither expired nor replaced. */
export async function cardsNamed(db: Database | Tx, networkId: string, travellerId: string): Promise<NamedCard[]> {
  const found = await sql<NamedCard>`
    select id, number, first_name as "firstName", last_name as "lastName", birth_date as "birthDate", status, incident,
      expires_at as "expiresAt" from transport_card
    where network_id = ${networkId} and traveller_id = ${travellerId} and coalesce(status, 'active') in ('active', 'blocked')
    order by linked_at, id`.execute(db);
  return found.rows;
}

/** Renames a card in the register; its print changes with the next card. */
export async function renameCard(tx: Tx, id: string, person: Person): Promise<void> {
  await sql`update transport_card set first_name = ${person.firstName}, last_name = ${person.lastName},
    birth_date = coalesce(${person.birthDate}::date, birth_date) where id = ${id}`.execute(tx);
}

/** Subscriptions of a traveller that have not ended. */
export async function subscriptionsNamed(
  db: Database,
  networkId: string,
  travellerId: string,
): Promise<(StaffTraveller["subscriptions"][number] & { productId: string })[]> {
  const found = await sql<StaffTraveller["subscriptions"][number] & { productId: string }>`
    select id as "subscriptionId", product_id as "productId", product_id as name, ends_at as "endsAt" from subscription
    where network_id = ${networkId} and traveller_id = ${travellerId} and status <> 'terminated'
    order by created_at, id`.execute(db);
  return found.rows;
}
