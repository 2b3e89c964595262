import type { SubscriptionEnd } from "@guichet/contract/subscriptions.ts";
import { onSale } from "@guichet/rules/catalogue.ts";
import { dayIn } from "@guichet/rules/dates/days.ts";
import { instantOn } from "@guichet/rules/dates/instants.ts";
import { travellerErrors } from "@guichet/rules/line-errors.ts";
import { renewalDay } from "@guichet/rules/renewals.ts";
import { type Buyer, readBuyer } from "../cart/buyer-store.ts";
import { eligibilityFor } from "../cart/quote-cart.ts";
import { listedItems } from "../catalogue/shop-item.ts";
import type { Tx } from "../database/database.ts";
import type { Dependencies } from "../dependencies.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import { cardOf, type SubscriptionRow } from "../subscription-records/subscription-store.ts";
import { isUsableByAccount, lockCurrentCard } from "../transport-card-records/transport-card-store.ts";

/** Why a subscription cannot be renewed. */
export type NotRenewable = Extract<
  SubscriptionEnd,
  "ARTICLE_WITHDRAWN" | "TRAVELLER_NOT_ELIGIBLE" | "DOCUMENT_MISSING" | "CARD_UNUSABLE"
>;

export interface RenewalStatus {
  /** undefined: it can be renewed. */
  obstacle: NotRenewable | undefined;
  buyer: Buyer;
}

/** Checks whether a subscription can be renewed for a period that begins at an instant: still sold, and to this traveller. */
export async function renewalStatusOf(
  tx: Tx,
  deps: Dependencies,
  network: LoadedNetwork,
  { id, networkId, accountId, travellerId, shopItemId, interval }: SubscriptionRow,
  startsAt: string,
): Promise<RenewalStatus> {
  const holder = { accountId, cardId: null, isHolder: true, travellerId };
  const buyer = await readBuyer(tx, networkId, holder, deps.clock.iso(), { renewing: true });
  if (buyer === null) throw new Error(`Account ${accountId} of a subscription does not exist`);
  const { timeZone, switches } = network.definition;
  const item = listedItems(network, network.language).get(shopItemId);
  const orderedAt = instantOn(renewalDay(dayIn(startsAt, timeZone)), timeZone).toISOString();
  if (!switches.subscriptions || item?.renewalInterval !== interval || !onSale(item, orderedAt))
    return { obstacle: "ARTICLE_WITHDRAWN", buyer };
  // Age, status and documents are checked as of the day on which the period begins.
  const eligibility = { ...eligibilityFor(network, null, buyer, false, startsAt, false), now: startsAt };
  const [error] = travellerErrors({ customerId: travellerId }, { ...item, pivotType: null }, eligibility);
  if (error === undefined) {
    const isLoadable = await isCardUsableFrom(tx, { networkId, accountId, cardId: await cardOf(tx, id), startsAt });
    return { obstacle: isLoadable ? undefined : "CARD_UNUSABLE", buyer };
  }
  const lacksDocument = error.code.startsWith("DOCUMENT") || error.code === "PICTURE_REQUIRED";
  return { obstacle: lacksDocument ? "DOCUMENT_MISSING" : "TRAVELLER_NOT_ELIGIBLE", buyer };
}

/**
 * Whether the transport card can be loaded for a period that begins at an instant: it belongs to the account and is
 * valid then. A blocked card counts: it is replaced or found again, with its loads. True without a card.
 */
async function isCardUsableFrom(
  tx: Tx,
  {
    networkId,
    accountId,
    cardId,
    startsAt,
  }: { networkId: string; accountId: string; cardId: string | null; startsAt: string },
): Promise<boolean> {
  if (cardId === null) return true;
  const { id } = await lockCurrentCard(tx, networkId, cardId);
  return isUsableByAccount(tx, { networkId, accountId, id, at: startsAt });
}
