import type { CodeOf, RequestOf } from "@guichet/contract/call.ts";
import type { quoteCounterSale, sellAtCounter } from "@guichet/contract/office/counter.ts";
import { err, ok, type Result } from "@guichet/contract/result.ts";
import { cardFault } from "@guichet/rules/transport-cards.ts";
import { guestProvider, openAccount } from "../account-records/open-account.ts";
import { insertTraveller } from "../account-records/traveller-store.ts";
import type { Buyer, BuyerTraveller } from "../cart/buyer-store.ts";
import type { Tx } from "../database/database.ts";
import type { Dependencies } from "../dependencies.ts";
import type { CallContext } from "../http/call-handler.ts";
import { readGuestBirthDate, readGuestNames } from "../identity/guest-details.ts";
import { isUuid } from "../ids.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import type { UserSession } from "../sessions/session-store.ts";
import { cardById } from "../transport-card-records/transport-card-store.ts";
import { cardProvider } from "../transport-cards/card-view.ts";
import { type CustomerRow, readCustomer } from "./customer-store.ts";

type Asked = Pick<RequestOf<typeof sellAtCounter>, "travellerId" | "cardId" | "person" | "others"> & {
  email?: string | undefined;
};
type Context = Pick<CallContext<typeof sellAtCounter>, "deps" | "network" | "language">;
type CustomerCode = CodeOf<typeof quoteCounterSale>;

/** Whom the counter sells to. */
export interface SaleCustomer {
  session: UserSession;
  /** The traveller of every line that is nobody else's. */
  travellerId: string;
  /** Further people without an account, with their lines by index. */
  others: readonly { travellerId: string; lines: readonly number[] }[];
  /** A customer of the network; null: somebody without an account. */
  known: CustomerRow | null;
  /** Somebody without an account, which is written with the sale. */
  buyer?: Buyer | undefined;
}

/** The customer of a sale: a traveller of the network, or somebody who gives no name, or one with a birth date. */
export async function customerOfSale(
  { deps, network }: Context,
  { travellerId, cardId, person, others = [], email }: Asked,
): Promise<Result<SaleCustomer, CustomerCode>> {
  if (travellerId !== undefined) return knownCustomer(deps, network, travellerId);
  if (!network.definition.switches.guestOrders) return err("GUEST_NOT_ALLOWED");
  const named = readPerson(deps, network, person);
  if (!named.ok) return named;
  const further: BuyerTraveller[] = [];
  for (const other of others) {
    const read = readPerson(deps, network, other.person);
    if (!read.ok) return read;
    const whose = { userId: deps.ids.uuid(), isHolder: false, isNameless: other.person === undefined };
    further.push({ ...withoutRights, ...read.value, ...whose });
  }
  const card = cardId !== undefined && isUuid(cardId) ? await cardById(deps.db, network.id, cardId) : undefined;
  const isUsable = card !== undefined && cardFault(card, deps.clock.iso()) === undefined;
  const ids = { accountId: deps.ids.uuid(), holderId: deps.ids.uuid() };
  const traveller: BuyerTraveller = {
    ...withoutRights,
    userId: ids.holderId,
    // Like a sign-in by card: the first name of its bearer, and the birth date for age limits.
    ...(card === undefined || person !== undefined
      ? named.value
      : { firstName: card.firstName, lastName: "", birthday: card.birthDate }),
    isHolder: true,
    isNameless: person === undefined && card === undefined,
    usableCardIds: isUsable ? [card.id] : [],
  };
  const identities = [card === undefined ? guestProvider : cardProvider];
  const buyer: Buyer = {
    ...{ accountId: ids.accountId, email: email ?? "", guest: true, language: null, identities, emailVerifiedAt: null },
    ...{ travellers: [traveller, ...further], person: traveller },
  };
  const session = sessionOf(deps, network, { ...ids, guest: true });
  return ok({
    session: { ...session, cardId: card?.id ?? null },
    travellerId: ids.holderId,
    others: others.map(({ lines }, place) => ({ travellerId: further[place]?.userId ?? "", lines })),
    known: null,
    buyer,
  });
}

/** Somebody without an account has neither status, document, picture nor card. */
const withoutRights = {
  ...{ tariffStatus: null, hasPicture: false, deactivated: false, documents: [] },
  ...{ usableCardIds: [], blockedCardIds: [], beingReplacedCardIds: [] },
};

/** The names and the birth date of somebody without an account; empty where nothing is stated. */
function readPerson(
  deps: Dependencies,
  network: LoadedNetwork,
  person: Asked["person"],
): Result<{ firstName: string; lastName: string; birthday: string | null }, CustomerCode> {
  const names = readGuestNames({ firstName: person?.firstName, lastName: person?.lastName });
  if (!names.ok) return names;
  const birthDate = readGuestBirthDate(person?.birthDate ?? null, network, deps.clock.iso());
  return birthDate.ok ? ok({ ...names.value, birthday: birthDate.value }) : birthDate;
}

async function knownCustomer(
  deps: Dependencies,
  network: LoadedNetwork,
  travellerId: string,
): Promise<Result<SaleCustomer, CustomerCode>> {
  const known = isUuid(travellerId) ? await readCustomer(deps.db, network.id, travellerId) : undefined;
  if (known === undefined) return err("NOT_FOUND");
  if (known.erasesAt !== null) return err("ACCOUNT_DELETION_PENDING");
  return ok({ session: sessionOf(deps, network, known), travellerId, others: [], known });
}

/** Writes the account of somebody without one, as a guest's, in the transaction that sells to them. */
export async function writeCustomer(
  tx: Tx,
  { deps, network, language }: Context,
  { session: { accountId, travellerId: holderId, cardId }, buyer }: SaleCustomer,
): Promise<void> {
  if (buyer?.person === undefined) return;
  const { firstName, lastName, birthday: birthDate } = buyer.person;
  const identity = cardId === null ? null : { providerId: cardProvider, subject: deps.ids.uuid() };
  const guest = { networkId: network.id, email: buyer.email, guest: true, language };
  await openAccount(tx, deps, { ...guest, firstName, lastName, birthDate, identity, ids: { accountId, holderId } });
  for (const other of buyer.travellers.filter(({ isHolder }) => !isHolder)) {
    const names = { firstName: other.firstName, lastName: other.lastName, birthDate: other.birthday };
    const traveller = { id: other.userId, networkId: network.id, accountId, isHolder: false, ...names };
    await insertTraveller(tx, traveller, deps.clock.iso());
  }
}

/** The session by which the holder of an account would buy: it is not stored, and no token opens it. */
function sessionOf(
  { clock }: Dependencies,
  network: LoadedNetwork,
  { accountId, holderId, guest }: Pick<CustomerRow, "accountId" | "holderId" | "guest">,
): UserSession {
  const now = clock.iso();
  return {
    ...{ id: "", tokenHash: "", networkId: network.id, accountId, travellerId: holderId, isHolder: true, guest },
    ...{ providerId: guestProvider, cardId: null, erasesAt: null, originType: "WEB_SCOOP" },
    ...{ provedAt: now, signedInAt: now, seenAt: now, expiresAt: now },
  };
}
