import type { OrderLine } from "@guichet/contract/cart.ts";
import type { OrderCollect } from "@guichet/contract/orders.ts";
import { done, type Outcome, refuse } from "@guichet/contract/outcome.ts";
import { isOpen } from "@guichet/rules/orders.ts";
import { collectTimeAt, startOfSlot } from "@guichet/rules/slots.ts";
import type { Tx } from "../database/database.ts";
import { decide } from "../database/deciding.ts";
import type { House } from "../dependencies.ts";
import { readAgency } from "../network-registry/agency-store.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import { moveHold } from "../order-records/hold-store.ts";
import { holdOrder, type OrderRow, promiseCollect } from "../order-records/order-store.ts";
import { giveBackPlace, holdPlaces, takePlace } from "../order-records/slot-store.ts";

/** An order's lines and where they are to be collected, as the wire has them. */
export interface Collected {
  articles: readonly Pick<OrderLine, "support">[];
  collect?: { siteId: string; slotId: string } | undefined;
}
type CollectCode = "COLLECT_AGENCY_REQUIRED" | "COLLECT_SLOT_FULL";

const isCollected = ({ articles }: Collected): boolean => articles.some(({ support }) => support === "COLLECT");

/**
 * The agency and time of an order as they will be promised; null when nothing is collected. COLLECT_AGENCY_REQUIRED without
 * an agency that is open, COLLECT_SLOT_FULL for a time that is none of its slots, or too soon (§5, §9). Takes no place yet.
 */
export async function chosenCollect(
  house: House,
  network: LoadedNetwork,
  asked: Collected,
): Promise<Outcome<OrderCollect | null, CollectCode>> {
  if (!isCollected(asked)) return done(null);
  if (asked.collect === undefined) return refuse("COLLECT_AGENCY_REQUIRED");
  const { siteId, slotId } = asked.collect;
  const agency = await readAgency(house.db, network.id, siteId);
  if (agency === undefined) return refuse("COLLECT_AGENCY_REQUIRED", { siteId });
  const at = { now: house.clock.iso(), timeZone: network.definition.timeZone };
  const slot = collectTimeAt(startOfSlot(slotId) ?? "", agency, at);
  if (slot === undefined) return refuse("COLLECT_SLOT_FULL", { siteId, slotId });
  const { label, addressRoute, addressPostalCode, addressCity } = agency;
  return done({ siteId, slotId, label, addressRoute, addressPostalCode, addressCity, ...slot });
}

/** Takes the place that an order was promised; refused when none is left, or the agency was withdrawn meanwhile. */
export async function bookPlace(tx: Tx, order: OrderRow): Promise<Outcome<true, CollectCode>> {
  if (order.collect === null) return done(true);
  const { siteId, slotId, startsAt, endsAt } = order.collect;
  const place = { networkId: order.networkId, orderId: order.id, agencyId: siteId, startsAt, endsAt };
  const given = await takePlace(tx, place);
  if (given === "closed") return refuse("COLLECT_AGENCY_REQUIRED", { siteId });
  return given === "full" ? refuse("COLLECT_SLOT_FULL", { siteId, slotId }) : done(true);
}

/**
 * An order of this cart waits for its payment, and the customer chose another agency or time meanwhile: its place is given
 * back for the new one, so that what is paid is what was chosen last (decision 046). Refused as for a new order, and then
 * the old place stands.
 */
export async function changeCollect(
  house: House,
  network: LoadedNetwork,
  order: OrderRow,
  asked: Collected,
): Promise<Outcome<true, CollectCode>> {
  const { collect: before } = order;
  const { collect: wanted } = asked;
  if (before === null || wanted === undefined || !isOpen(order.status)) return done(true);
  if (before.siteId === wanted.siteId && before.slotId === wanted.slotId) return done(true);
  const chosen = await chosenCollect(house, network, asked);
  if (!chosen.ok) return chosen;
  const { value: collect } = chosen;
  if (collect === null) return done(true);
  return decide<true, CollectCode>(house.db, async (tx) => {
    const held = await holdOrder(tx, order.id);
    if (held === undefined || held.collect === null || !isOpen(held.status)) return done(true);
    // Refused, it holds no place until it is paid again: that takes one.
    if (held.status === "ERROR") {
      await promiseCollect(tx, order.id, collect, house.clock.iso());
      return done(true);
    }
    await holdPlaces(tx, order.networkId, [held.collect, collect]);
    await giveBackPlace(tx, order.id, house.clock.iso());
    await promiseCollect(tx, order.id, collect, house.clock.iso());
    await moveHold(tx, order.id, collect.siteId);
    return bookPlace(tx, { ...held, collect });
  });
}
