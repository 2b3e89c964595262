import type { User } from "@guichet/contract/accounts.ts";
import { CardIncident, type CardOrder, type TransportCard } from "@guichet/contract/transport-cards.ts";
import { cardStateAt, formatCardNumber, lastCardDigits, shownCardState } from "@guichet/rules/transport-cards.ts";
import type { Account } from "../account-records/account-store.ts";
import type { Traveller } from "../account-records/traveller-store.ts";
import { userOf } from "../account-records/user.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import type { CardOrderRow } from "../transport-card-records/card-orders-store.ts";
import type { Card } from "../transport-card-records/transport-card-store.ts";

/** The provider id of a card's session. */
export const cardProvider = "card";

/** A linked card as its account sees it. */
export function cardView(
  card: Card,
  travellers: readonly Traveller[],
  now: string,
  orders: readonly CardOrderRow[] = [],
): TransportCard {
  const traveller = travellers.find(({ id }) => id === card.travellerId);
  const replacement = orders.find(({ replacesCardId }) => replacesCardId === card.id);
  const makingOrder = orders.find(({ madeCardId }) => madeCardId === card.id);
  return {
    ...cardState(card, now),
    number: formatCardNumber(card.number),
    expires_at: card.expiresAt,
    created_at: card.linkedAt ?? card.createdAt,
    traveller:
      traveller === undefined
        ? null
        : { userId: traveller.id, firstName: traveller.firstName, lastName: traveller.lastName },
    incident_at: card.incident === null ? null : card.incidentAt,
    replacement: replacement === undefined ? null : cardOrderView(replacement),
    replaced_by: card.replacedBy,
    made_by: makingOrder === undefined ? null : cardOrderView(makingOrder),
  };
}

/** An order of a card as its account sees it. */
export const cardOrderView = ({ orderId, orderNumber, status, support, processStatus }: CardOrderRow): CardOrder => ({
  orderId,
  orderNumber,
  status,
  support,
  processStatus,
});

/** A card in a session that is limited to it: the last digits and a first name, nothing else (decisions: sign-in). */
export function cardViewForBearer(card: Card, bearer: Traveller, openedAt: string, now: string): TransportCard {
  return {
    ...cardState(card, now),
    number: lastCardDigits(card.number),
    expires_at: null,
    created_at: openedAt,
    traveller: { userId: bearer.id, firstName: bearer.firstName, lastName: "" },
    incident_at: null,
    replacement: null,
    replaced_by: null,
    made_by: null,
  };
}

const cardState = (card: Card, now: string) => ({
  id: card.id,
  network_id: card.networkId,
  provider_id: card.providerId,
  state: shownCardState(cardStateAt(card, now)),
  incident: card.incident === null ? null : CardIncident.parse(card.incident),
});

/** The user of a card's session: a guest with a first name. */
export function userOfBearer(account: Account, traveller: Traveller, network: LoadedNetwork): User {
  return {
    ...userOf(account, traveller, network),
    userLastname: "",
    userMail: "",
    userBirthday: null,
    userPhoneNumber: null,
    userPictureUrl: null,
    tariffStatus: null,
    customerNumber: "",
    address: null,
  };
}
