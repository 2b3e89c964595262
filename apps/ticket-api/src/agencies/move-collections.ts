import type { AgencyDetails } from "@guichet/contract/office/agencies.ts";
import type { OrderCollect } from "@guichet/contract/orders.ts";
import { err, ok, type Result } from "@guichet/contract/result.ts";
import { type CollectTime, readyFrom, slotsFrom, startOfSlot } from "@guichet/rules/collection-slots.ts";
import type { Tx } from "../database/database.ts";
import type { Dependencies } from "../dependencies.ts";
import { holdAgencies } from "../network-registry/agency-store.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import { moveHold } from "../order-records/hold-store.ts";
import { changeCollection, type OrderRow } from "../order-records/order-store.ts";
import { bookPlace, lockPlaces, releasePlace } from "../order-records/slot-store.ts";
import { writtenAddress } from "../order-records/written-address.ts";
import { queueOrderEmail } from "../orders/order-emails.ts";
import { recordAuditEntry } from "../staff/audit-entry-store.ts";
import { because } from "./affected-promises.ts";
import { movableFrom } from "./free-slots.ts";

/** The new slot of an order. */
export interface CollectionMove {
  orderId: string;
  siteId: string;
  slotId: string;
}

type MoveCode = "TRANSITION_NOT_ALLOWED";

/** Why collections are moved: their agency closes, or the customer asked for another slot. */
export interface MoveAuthor {
  network: LoadedNetwork;
  staffId: string;
  reason: string;
  cause: "closing" | "request";
}

/** An order with the collection that it gets. */
interface PlannedMove {
  order: OrderRow & { collect: OrderCollect };
  collect: OrderCollect;
}

/**
 * Moves the collections of locked orders to other slots, counts their places, records each move, and queues an e-mail to each
 * customer. An error if a slot does not exist, is too early for its order, or is full: then the caller rolls everything back.
 */
export async function moveCollections(
  tx: Tx,
  deps: Dependencies,
  orders: readonly OrderRow[],
  moves: readonly CollectionMove[],
  by: MoveAuthor,
): Promise<Result<number, MoveCode>> {
  const planned = await planMoves(tx, deps, orders, moves, by);
  if (!planned.ok) return planned;
  const slots = planned.value.flatMap(({ order, collect }) => [order.collect, collect]);
  await lockPlaces(tx, by.network.id, slots);
  // All of them first: one order may get the place that another one leaves.
  for (const { order } of planned.value) await releasePlace(tx, order.id, deps.clock.iso());
  for (const move of planned.value) {
    const moved = await moveOne(tx, deps, move, by);
    if (!moved.ok) return moved;
  }
  return ok(planned.value.length);
}

async function planMoves(
  tx: Tx,
  deps: Dependencies,
  orders: readonly OrderRow[],
  moves: readonly CollectionMove[],
  { network, cause }: MoveAuthor,
): Promise<Result<PlannedMove[], MoveCode>> {
  const agencies = await holdAgencies(tx, network.id, [...new Set(moves.map(({ siteId }) => siteId))].sort());
  const now = deps.clock.iso();
  const planned: PlannedMove[] = [];
  for (const order of orders) {
    const move = moves.find(({ orderId }) => orderId === order.id);
    const agency = agencies.find(({ id }) => id === move?.siteId);
    if (order.collect === null || move === undefined) throw new Error(`Order ${order.id} is not to be moved`);
    const isSameAgency = order.collect.siteId === move.siteId;
    // Nobody who did not ask is made to come earlier; who asks comes when the order is ready.
    const notBefore = cause === "closing" ? order.collect.startsAt : isSameAgency ? readyFrom(order.createdAt) : now;
    const from = [notBefore, movableFrom(isSameAgency, now)].sort().at(-1) ?? now;
    const slot = agency && slotAt(agency, { slotId: move.slotId, from, timeZone: agency.timeZone });
    if (agency === undefined || slot === undefined)
      return err("TRANSITION_NOT_ALLOWED", { ...because("full"), orderId: order.id });
    const { label, addressRoute, addressPostalCode, addressCity } = agency;
    const place = { siteId: move.siteId, slotId: move.slotId, label, addressRoute, addressPostalCode, addressCity };
    planned.push({ order: { ...order, collect: order.collect }, collect: { ...place, ...slot } });
  }
  return ok(planned);
}

/** The slot with this id, if the agency has it and it does not begin before an instant. */
function slotAt(
  details: Omit<AgencyDetails, "index">,
  { slotId, from, timeZone }: { slotId: string; from: string; timeZone: string },
): CollectTime | undefined {
  const startsAt = startOfSlot(slotId);
  if (startsAt === undefined || startsAt < from) return undefined;
  return slotsFrom(details, { from: startsAt, days: 1, timeZone }).find((slot) => slot.startsAt === startsAt);
}

/** Books the new place of an order, which has left its old one. */
async function moveOne(
  tx: Tx,
  deps: Dependencies,
  { order, collect }: PlannedMove,
  { network, staffId, reason, cause }: MoveAuthor,
): Promise<Result<true, MoveCode>> {
  const { id: networkId } = network;
  const at = deps.clock.iso();
  const { siteId: agencyId, startsAt, endsAt } = collect;
  const outcome = await bookPlace(tx, { networkId, orderId: order.id, agencyId, startsAt, endsAt });
  if (outcome !== "taken") return err("TRANSITION_NOT_ALLOWED", { ...because("full"), orderId: order.id });
  await changeCollection(tx, order.id, collect, at);
  await moveHold(tx, order.id, agencyId);
  await recordAuditEntry(tx, deps, {
    ...{ networkId, staffId, act: "order.move-collection", thing: order.id, accountId: order.accountId, reason },
    changes: [{ field: "collection", before: inOneLine(order.collect), after: inOneLine(collect) }],
  });
  const before = emailed(network, order.collect);
  const values = { before, collect: emailed(network, collect), isRequested: cause === "request" };
  const once = `collect-moved-${order.id}-${deps.ids.uuid()}`;
  await queueOrderEmail(tx, deps, order, { template: "collect-moved", values }, once);
  return ok(true);
}

const inOneLine = ({ label, startsAt }: OrderCollect): string => `${startsAt} ${label}`;

function emailed(network: LoadedNetwork, collect: OrderCollect) {
  const { label, startsAt, endsAt } = collect;
  return { label, address: writtenAddress(network, collect), startsAt, endsAt };
}
