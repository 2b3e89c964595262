import type { CardIncident } from "@guichet/contract/transport-cards.ts";
import { sql } from "kysely";
import { accountIdsByEmail, accountIdsByNumber } from "../account-records/merged-account-store.ts";
import type { Database } from "../database/database.ts";
import { beginning, folded, foldedText } from "../database/folded-text.ts";

/** A card in the staff's search results, with the account that it is linked to. */
export interface FoundCardRow {
  id: string;
  number: string;
  firstName: string;
  lastName: string;
  status: string | null;
  incident: CardIncident | null;
  expiresAt: string | null;
  accountId: string | null;
  holderFirstName: string | null;
  holderLastName: string | null;
  email: string | null;
  customerNumber: string | null;
}

const columns = sql`c.id, c.number, c.first_name as "firstName", c.last_name as "lastName", c.status, c.incident,
  c.expires_at as "expiresAt", c.account_id as "accountId", h.first_name as "holderFirstName",
  h.last_name as "holderLastName", a.email, a.customer_number as "customerNumber"`;
const withHolder = sql`transport_card c left join account a on a.id = c.account_id
  left join traveller h on h.account_id = a.id and h.is_holder left join traveller t on t.id = c.traveller_id`;

export type CardQuery =
  | { by: "number"; number: string }
  | { by: "email"; email: string }
  | { by: "words"; words: readonly string[] };

/** Finds cards of a network by number or last digits, by the account's e-mail, or by names and customer number; sorted by name. */
export async function findCardRows(
  db: Database,
  networkId: string,
  query: CardQuery,
  limit: number,
): Promise<FoundCardRow[]> {
  const found = await sql<FoundCardRow>`select ${columns} from ${withHolder}
    where c.network_id = ${networkId} and ${conditionOf(networkId, query)}
    order by c.last_name, c.first_name, c.number limit ${limit}`.execute(db);
  return found.rows;
}

function conditionOf(networkId: string, query: CardQuery) {
  if (query.by === "number") {
    return sql`(c.number = ${query.number} or right(c.number, ${query.number.length}) = ${query.number}
      or a.id in ${accountIdsByNumber(networkId, query.number)})`;
  }
  if (query.by === "email")
    return sql`(a.id in ${accountIdsByEmail(networkId, query.email)} or a.contact_email = ${query.email})`;
  const each = query.words.map((word) => {
    const starts = beginning(foldedText(word));
    const names = [sql`c.first_name`, sql`c.last_name`, sql`h.last_name`, sql`t.first_name`, sql`t.last_name`];
    const matches = names.map((name) => sql`${folded(name)} like ${starts}`);
    return sql`(a.id in ${accountIdsByNumber(networkId, word)} or ${sql.join(matches, sql` or `)})`;
  });
  return sql.join(each, sql` and `);
}

export interface StaffCardRow extends FoundCardRow {
  birthDate: string;
  traveller: string | null;
  createdAt: string;
  linkedAt: string | null;
  replacedById: string | null;
  replacedByNumber: string | null;
}

export async function staffCardRow(db: Database, networkId: string, id: string): Promise<StaffCardRow | undefined> {
  const found = await sql<StaffCardRow>`select ${columns}, c.birth_date as "birthDate",
      nullif(trim(concat(t.first_name, ' ', t.last_name)), '') as traveller, c.created_at as "createdAt",
      c.linked_at as "linkedAt", r.id as "replacedById", r.number as "replacedByNumber"
    from ${withHolder} left join transport_card r on r.id = c.replaced_by
    where c.network_id = ${networkId} and c.id = ${id}`.execute(db);
  return found.rows[0];
}

export interface IncidentRow {
  kind: CardIncident;
  note: string;
  declaredBy: "customer" | "staff" | "register";
  staffName: string | null;
  declaredAt: string;
  liftedAt: string | null;
  liftNote: string | null;
  replacedAt: string | null;
  replacedByOrder: boolean;
}

/** The incidents of a card, newest first. */
export async function incidentsOf(
  db: Database,
  networkId: string,
  cardId: string,
  limit: number,
): Promise<IncidentRow[]> {
  const found = await sql<IncidentRow>`select i.kind, i.note, i.declared_by as "declaredBy", s.name as "staffName",
      i.declared_at as "declaredAt", i.lifted_at as "liftedAt", i.lift_note as "liftNote", i.replaced_at as "replacedAt",
      i.order_id is not null as "replacedByOrder"
    from card_incident i left join staff s on i.declared_by = 'staff' and s.id::text = i.author
    where i.network_id = ${networkId} and i.card_id = ${cardId}
    order by i.declared_at desc, i.id desc limit ${limit}`.execute(db);
  return found.rows;
}

export interface TicketOnCardRow {
  id: string;
  productId: string;
  status: string;
  validFrom: string | null;
  validUntil: string | null;
  tripsLeft: number | null;
  loadedAt: string | null;
}

/** The tickets of a card, newest first. */
export async function ticketsOnCard(
  db: Database,
  networkId: string,
  cardId: string,
  limit: number,
): Promise<TicketOnCardRow[]> {
  const found = await sql<TicketOnCardRow>`select id, product_id as "productId", status, valid_from as "validFrom",
      valid_until as "validUntil", trips_left as "tripsLeft", loaded_at as "loadedAt"
    from ticket where network_id = ${networkId} and card_id = ${cardId}
    order by issued_at desc, id limit ${limit}`.execute(db);
  return found.rows;
}
