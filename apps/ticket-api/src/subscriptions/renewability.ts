import type { SubscriptionEnd } from "@guichet/contract/subscriptions.ts";
import { onSale } from "@guichet/rules/catalogue.ts";
import { dayIn } from "@guichet/rules/days.ts";
import { instantOn } from "@guichet/rules/instants.ts";
import { travellerErrors } from "@guichet/rules/line-errors.ts";
import { renewalDay } from "@guichet/rules/renewals.ts";
import { type Buyer, readBuyer } from "../cart/buyer-store.ts";
import { eligibilityFor } from "../cart/quote-cart.ts";
import { shopItems } from "../catalogue/shop-item.ts";
import type { Tx } from "../database/database.ts";
import type { Dependencies } from "../dependencies.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import { cardOf, type SubscriptionRow } from "../subscription-records/subscription-store.ts";
import { bearsOn, standingCard } from "../transport-card-records/transport-card-store.ts";

/** Why a renewal cannot be. */
export type NotRenewable = Extract<
  SubscriptionEnd,
  "ARTICLE_WITHDRAWN" | "TRAVELLER_NOT_ELIGIBLE" | "DOCUMENT_MISSING" | "CARD_UNUSABLE"
>;

export interface RenewalStatus {
  /** undefined: it can be renewed. */
  hindered: NotRenewable | undefined;
  buyer: Buyer;
}

/** Can a subscription be renewed for a period that begins at an instant: still sold, and for this traveller? */
export async function renewalStatusOf(
  tx: Tx,
  deps: Dependencies,
  network: LoadedNetwork,
  { id, networkId, accountId, travellerId, shopItemId, interval }: SubscriptionRow,
  startsAt: string,
): Promise<RenewalStatus> {
  const holder = { accountId, cardId: null, isHolder: true, travellerId };
  const buyer = await readBuyer(tx, networkId, holder, deps.clock.iso(), { renewing: true });
  if (buyer === null) throw new Error(`Account ${accountId} of a subscription is gone`);
  const { timeZone, switches } = network.definition;
  const item = shopItems(network, network.language).get(shopItemId);
  const orderedAt = instantOn(renewalDay(dayIn(startsAt, timeZone)), timeZone).toISOString();
  if (!switches.subscriptions || item?.renewalInterval !== interval || !onSale(item, orderedAt))
    return { hindered: "ARTICLE_WITHDRAWN", buyer };
  // Age, status and documents are asked as they will be on the day on which the period begins.
  const desk = { ...eligibilityFor(network, null, buyer, false, startsAt, false), now: startsAt };
  const [error] = travellerErrors({ customerId: travellerId }, { ...item, pivotType: null }, desk);
  if (error === undefined) {
    const bears = await bearsFrom(tx, { networkId, accountId, cardId: await cardOf(tx, id), startsAt });
    return { hindered: bears ? undefined : "CARD_UNUSABLE", buyer };
  }
  const lacks = error.code.startsWith("DOCUMENT") || error.code === "PICTURE_REQUIRED";
  return { hindered: lacks ? "DOCUMENT_MISSING" : "TRAVELLER_NOT_ELIGIBLE", buyer };
}

/**
 * Can the transport card bear a period that begins at an instant: still the account's, and good then? One that is blocked is
 * replaced or found again, with what was loaded for it. Without a card there is none that could not.
 */
async function bearsFrom(
  tx: Tx,
  {
    networkId,
    accountId,
    cardId,
    startsAt,
  }: { networkId: string; accountId: string; cardId: string | null; startsAt: string },
): Promise<boolean> {
  if (cardId === null) return true;
  const { id } = await standingCard(tx, networkId, cardId);
  return bearsOn(tx, { networkId, accountId, id, at: startsAt });
}
