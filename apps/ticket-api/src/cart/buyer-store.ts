import type { CoveringDocument } from "@guichet/rules/documents.ts";
import type { EligibleTraveller } from "@guichet/rules/line-errors.ts";
import { isSamePerson, type Person } from "@guichet/rules/persons/persons.ts";
import { sql } from "kysely";
import type { Database, Tx } from "../database/database.ts";
import type { UserSession } from "../sessions/session-store.ts";

export interface BuyerTraveller extends EligibleTraveller {
  firstName: string;
  lastName: string;
  isHolder: boolean;
}

/** The buyer: the account with its identities and the travellers that it buys for, as far as a sale needs them. */
export interface Buyer {
  accountId: string;
  email: string;
  guest: boolean;
  language: string | null;
  identities: string[];
  /** When the e-mail address of a password sign-in was verified. */
  emailVerifiedAt: string | null;
  travellers: BuyerTraveller[];
  /** The person signed in: the holder, or a traveller, who buys only for themselves (§6). */
  person: BuyerTraveller | undefined;
}

type TravellerRow = Omit<BuyerTraveller, "documents" | "isNameless"> & { documents: DocumentOfBuyer[] };
type DocumentOfBuyer = CoveringDocument & { provenPerson: Person | null };
type BuyerRow = Omit<Buyer, "person" | "travellers"> & {
  travellers: TravellerRow[];
};

type BuyingSession = Pick<UserSession, "accountId" | "cardId" | "isHolder" | "travellerId">;

/**
 * Reads the buyer of a session; cards are usable while they are active and not expired at `now`. A traveller's own
 * sign-in buys only for itself. `renewing`: checks an active subscription instead of a purchase.
 */
export async function readBuyer(
  db: Database | Tx,
  networkId: string,
  { accountId, cardId, isHolder: byHolder, travellerId: by }: BuyingSession,
  now: string,
  { renewing = false } = {},
): Promise<Buyer | null> {
  const travellerId = byHolder ? null : by;
  const found = await sql<BuyerRow>`
    select a.id as "accountId", a.email, a.guest, a.language,
      array(select provider_id from identity i where i.account_id = a.id) as identities,
      (select l.email_verified_at from identity i join login l on l.id = i.subject and l.network_id = i.network_id
        where i.account_id = a.id and i.provider_id = 'password') as "emailVerifiedAt",
      coalesce((select json_agg(json_build_object(
          'userId', t.id, 'firstName', t.first_name, 'lastName', t.last_name, 'isHolder', t.is_holder,
          'birthday', t.birth_date, 'tariffStatus', t.tariff_status, 'hasPicture', t.picture_id is not null,
          'deactivated', t.deactivated_at is not null, 'documents', coalesce((select json_agg(json_build_object('documentTypeId', d.document_type_id, 'status', d.status, 'provenPerson', d.proven_person,
              'expiresAt', to_char(d.expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))) from document d
            where d.traveller_id = t.id and d.deleted_at is null and d.replaced_by is null), '[]'), 'usableCardIds', array(select c.id from transport_card c
            where ((c.account_id = a.id and c.traveller_id = t.id) or c.id = ${cardId}) and c.status = 'active' and c.incident is null
              and (c.expires_at is null or c.expires_at > ${now})),
          'blockedCardIds', array(select c.id from transport_card c
            where c.account_id = a.id and c.traveller_id = t.id and c.status = 'blocked'),
          'beingReplacedCardIds', array(select c.id from transport_card c join card_incident i on i.card_id = c.id
              join orders o on o.id = i.order_id
            where c.account_id = a.id and c.traveller_id = t.id and i.lifted_at is null and i.replaced_at is null
              and o.status in ('COMPLETED', 'REGULARIZATION')))
        order by t.created_at) from traveller t where t.account_id = a.id
          and (${travellerId}::uuid is null or t.id = ${travellerId}::uuid)), '[]') as travellers
    from account a where a.network_id = ${networkId} and a.id = ${accountId}`.execute(db);
  const row = found.rows[0];
  if (row === undefined) return null;
  // A card's session is a guest's as well, but its card names the bearer.
  const mayBeNameless = row.guest && cardId === null;
  const travellers = row.travellers.map((traveller) => ({
    ...withOwnDocuments(traveller, renewing),
    isNameless: mayBeNameless && traveller.firstName === "" && traveller.lastName === "",
  }));
  const buyer = { ...row, travellers };
  const person = buyer.travellers.find(({ userId, isHolder }) =>
    travellerId === null ? isHolder : userId === travellerId,
  );
  return { ...buyer, person };
}

/**
 * Counts documents only for the person they were accepted for; one accepted for another person is still to be examined
 * (decision 098).
 */
function withOwnDocuments(
  { documents, ...traveller }: TravellerRow,
  renewing: boolean,
): Omit<BuyerTraveller, "isNameless"> {
  const person = { ...traveller, birthDate: traveller.birthday };
  const covering = documents.map(({ provenPerson, ...document }): CoveringDocument => {
    // An active subscription continues while staff examine the document again.
    if (renewing && provenPerson !== null && document.status === "VALIDATING") return { ...document, status: "VALID" };
    const isOwn = provenPerson !== null && isSamePerson(provenPerson, person);
    return document.status === "VALID" && !isOwn && !renewing ? { ...document, status: "VALIDATING" } : document;
  });
  return { ...traveller, documents: covering };
}
