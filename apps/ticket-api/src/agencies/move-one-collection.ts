import type { listCollectionSlots, moveCollection } from "@guichet/contract/office/agencies.ts";
import type { OrderCollect } from "@guichet/contract/orders.ts";
import { err, ok, type Result } from "@guichet/contract/result.ts";
import { readyFrom } from "@guichet/rules/collection-slots.ts";
import type { Database, Tx } from "../database/database.ts";
import { runTransaction } from "../database/transaction.ts";
import type { Handler } from "../http/call-handler.ts";
import { isUuid } from "../ids.ts";
import { readAgencies } from "../network-registry/agency-store.ts";
import { lockOrder, type OrderRow, readLines, readOrder } from "../order-records/order-store.ts";
import { because } from "./affected-promises.ts";
import { freeSlots, movableFrom } from "./free-slots.ts";
import { moveCollections } from "./move-collections.ts";

/** Lists the free slots of an agency for an order that waits for its collection. */
export const listSlotsHandler: Handler<typeof listCollectionSlots> = async ({ deps, network, request }) => {
  const { orderId, agencyId } = request;
  const order = isUuid(orderId) ? await readOrder(deps.db, orderId) : undefined;
  if (order?.networkId !== network.id) return err("NOT_FOUND");
  const collect = await openCollection(deps.db, order);
  if (collect === null) return err("TRANSITION_NOT_ALLOWED");
  const agencies = (await readAgencies(deps.db, network.id)).filter(({ services }) => services.includes("COLLECTION"));
  const found = (id: string | undefined) => agencies.find((one) => one.id === id);
  const agency = found(agencyId) ?? found(collect.siteId) ?? agencies[0];
  const isOwnAgency = agency?.id === collect.siteId;
  const now = deps.clock.iso();
  const from =
    [movableFrom(isOwnAgency, now), ...(isOwnAgency ? [readyFrom(order.createdAt)] : [])].sort().at(-1) ?? now;
  const { timeZone } = network.definition;
  const slots =
    agency === undefined
      ? []
      : await freeSlots(deps.db, network.id, { id: agency.id, details: agency }, { from, timeZone });
  return ok({
    ...{ number: order.number, collect, agencyId: agency?.id ?? null },
    slots: slots
      .map((slot) => ({ siteId: agency?.id ?? "", label: agency?.label ?? "", ...slot }))
      .filter((slot) => !isSame(slot, collect)),
    agencies: agencies.map(({ id, label }) => ({ agencyId: id, label })),
  });
};

/** Moves the collection of one order. Sent twice, it happens once; of two moves of one page, the second is refused. */
export const moveCollectionHandler: Handler<typeof moveCollection> = async ({ deps, network, request, session }) => {
  const { orderId, seen, collect, reason } = request;
  type Moved = Result<{ collect: OrderCollect }, "NOT_FOUND" | "TRANSITION_NOT_ALLOWED">;
  const moved = await runTransaction(deps.db, async (tx): Promise<Moved> => {
    const order = isUuid(orderId) ? await lockOrder(tx, orderId) : undefined;
    if (order?.networkId !== network.id) return err("NOT_FOUND");
    const before = await openCollection(tx, order);
    if (before === null) return err("TRANSITION_NOT_ALLOWED");
    // The same form, sent twice.
    if (isSame(before, collect)) return ok({ collect: before });
    if (!isSame(before, seen)) return err("TRANSITION_NOT_ALLOWED", because("changed"));
    const by = { network, staffId: session.staffId, reason, cause: "request" as const };
    const outcome = await moveCollections(tx, deps, [order], [{ orderId, ...collect }], by);
    if (!outcome.ok) return outcome;
    return ok({ collect: (await readOrder(tx, orderId))?.collect ?? before });
  });
  if (moved.ok) deps.wake();
  return moved;
};

const isSame = (one: { siteId: string; slotId: string }, other: { siteId: string; slotId: string }): boolean =>
  one.siteId === other.siteId && one.slotId === other.slotId;

/** What was promised for a paid order that is not collected; null: nothing, or nothing any more. */
async function openCollection(db: Database | Tx, { id, status, collect }: OrderRow): Promise<OrderCollect | null> {
  if (status !== "COMPLETED" && status !== "REGULARIZATION") return null;
  const lines = await readLines(db, id);
  const waits = lines.some(({ support, processStatus }) => support === "COLLECT" && processStatus !== "PROCESSED");
  return waits ? collect : null;
}
