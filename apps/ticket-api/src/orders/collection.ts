import type { OrderLine } from "@guichet/contract/cart.ts";
import type { OrderCollect } from "@guichet/contract/orders.ts";
import { err, ok, type Result } from "@guichet/contract/result.ts";
import { collectTimeAt, isCollectable, startOfSlot } from "@guichet/rules/collection-slots.ts";
import { isOpen } from "@guichet/rules/orders.ts";
import type { Tx } from "../database/database.ts";
import { runTransaction } from "../database/transaction.ts";
import type { Dependencies } from "../dependencies.ts";
import { holdAgencies, readAgency } from "../network-registry/agency-store.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import { moveHold } from "../order-records/hold-store.ts";
import { changeCollection, lockOrder, type OrderRow } from "../order-records/order-store.ts";
import { bookPlace, lockPlaces, releasePlace } from "../order-records/slot-store.ts";

/** The order lines and the collection choice of a request. */
export interface CollectionRequest {
  articles: readonly Pick<OrderLine, "support">[];
  collect?: { siteId: string; slotId: string } | undefined;
}
type CollectCode = "COLLECT_AGENCY_REQUIRED" | "COLLECT_SLOT_FULL";

const isCollected = ({ articles }: CollectionRequest): boolean => articles.some(({ support }) => support === "COLLECT");

/**
 * Reads the agency and time at which an order can be collected; null when nothing is collected. COLLECT_AGENCY_REQUIRED
 * without an open agency, COLLECT_SLOT_FULL if the time is not one of its slots or is too soon (§5, §9). Books no place
 * yet.
 */
export async function readCollection(
  deps: Dependencies,
  network: LoadedNetwork,
  request: CollectionRequest,
): Promise<Result<OrderCollect | null, CollectCode>> {
  if (!isCollected(request)) return ok(null);
  if (request.collect === undefined) return err("COLLECT_AGENCY_REQUIRED");
  const { siteId, slotId } = request.collect;
  const agency = await readAgency(deps.db, network.id, siteId);
  if (agency === undefined) return err("COLLECT_AGENCY_REQUIRED", { siteId });
  const at = { now: deps.clock.iso(), timeZone: network.definition.timeZone };
  const slot = collectTimeAt(startOfSlot(slotId) ?? "", agency, at);
  if (slot === undefined) return err("COLLECT_SLOT_FULL", { siteId, slotId });
  const { label, addressRoute, addressPostalCode, addressCity } = agency;
  return ok({ siteId, slotId, label, addressRoute, addressPostalCode, addressCity, ...slot });
}

/** Books the slot that the order was promised; an error if it is full, or the agency or this time was closed in the meantime. */
export async function bookSlot(tx: Tx, order: OrderRow): Promise<Result<true, CollectCode>> {
  if (order.collect === null) return ok(true);
  const { siteId, slotId, startsAt, endsAt } = order.collect;
  const [agency] = await holdAgencies(tx, order.networkId, [siteId]);
  if (agency === undefined) return err("COLLECT_AGENCY_REQUIRED", { siteId });
  // The staff may have closed this time since it was offered, or since the payment of the order was refused.
  if (!isCollectable({ startsAt, endsAt }, agency, agency.timeZone))
    return err("COLLECT_SLOT_FULL", { siteId, slotId });
  const booking = { networkId: order.networkId, orderId: order.id, agencyId: siteId, startsAt, endsAt };
  const outcome = await bookPlace(tx, booking);
  if (outcome === "closed") return err("COLLECT_AGENCY_REQUIRED", { siteId });
  return outcome === "full" ? err("COLLECT_SLOT_FULL", { siteId, slotId }) : ok(true);
}

/**
 * Changes the agency or time of an unpaid order of this cart: releases its place and books the new one, so that the
 * customer pays for the last choice (decision 046). Fails with the same errors as a new order, and then the old booking
 * remains.
 */
export async function changeCollect(
  deps: Dependencies,
  network: LoadedNetwork,
  order: OrderRow,
  request: CollectionRequest,
): Promise<Result<true, CollectCode>> {
  const { collect: before } = order;
  const { collect: requested } = request;
  if (before === null || requested === undefined || !isOpen(order.status)) return ok(true);
  if (before.siteId === requested.siteId && before.slotId === requested.slotId) return ok(true);
  const chosen = await readCollection(deps, network, request);
  if (!chosen.ok) return chosen;
  const { value: collect } = chosen;
  if (collect === null) return ok(true);
  return runTransaction<true, CollectCode>(deps.db, async (tx) => {
    const locked = await lockOrder(tx, order.id);
    if (locked === undefined || locked.collect === null || !isOpen(locked.status)) return ok(true);
    // A refused order has no place until it is paid again: the new payment books one.
    if (locked.status === "ERROR") {
      await changeCollection(tx, order.id, collect, deps.clock.iso());
      return ok(true);
    }
    // Agencies before places, in the same sequence as when the staff move collections, so that the two cannot deadlock.
    await holdAgencies(tx, order.networkId, [collect.siteId]);
    await lockPlaces(tx, order.networkId, [locked.collect, collect]);
    await releasePlace(tx, order.id, deps.clock.iso());
    await changeCollection(tx, order.id, collect, deps.clock.iso());
    await moveHold(tx, order.id, collect.siteId);
    return bookSlot(tx, { ...locked, collect });
  });
}
