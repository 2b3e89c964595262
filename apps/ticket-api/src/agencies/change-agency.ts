import type { RequestOf } from "@guichet/contract/call.ts";
import type { addAgency, changeAgency, OfficeAgency } from "@guichet/contract/office/agencies.ts";
import { err, ok, type Result } from "@guichet/contract/result.ts";
import { agencyChanges, agencyIdOf, wrongAgencyField } from "@guichet/rules/agencies/agency-changes.ts";
import type { Tx } from "../database/database.ts";
import { runTransaction } from "../database/transaction.ts";
import type { Dependencies } from "../dependencies.ts";
import type { CallContext, Handler } from "../http/call-handler.ts";
import { isUuid } from "../ids.ts";
import { lockForImport, renewVersion } from "../networks/store.ts";
import { lockOrder, type OrderRow } from "../order-records/order-store.ts";
import { recordAuditEntry } from "../staff/audit-entry-store.ts";
import { affectedPromises, because } from "./affected-promises.ts";
import { agencyView, detailsOf } from "./agency-view.ts";
import { type CollectionMove, moveCollections } from "./move-collections.ts";
import { insertAgency, lockAgency, readOfficeAgencies, updateAgency } from "./office-agency-store.ts";
import { readPromises } from "./promise-store.ts";

type Change = RequestOf<typeof changeAgency>;
type ChangeCode = "NOT_FOUND" | "FIELD_INVALID" | "TRANSITION_NOT_ALLOWED";
type Changed = Result<{ agency: OfficeAgency; moved: number }, ChangeCode>;

/**
 * Changes an agency and moves what was promised for times that this closes, in one transaction. Of two changes of one version, the
 * second is refused. Sent twice, it happens once.
 */
export const changeAgencyHandler: Handler<typeof changeAgency> = async (ctx) => {
  const field = wrongAgencyField(ctx.request.details);
  if (field !== undefined) return err("FIELD_INVALID", { field });
  const changed = await runTransaction(ctx.deps.db, (tx) => changeIn(tx, ctx));
  if (changed.ok) {
    ctx.deps.networks.forget();
    ctx.deps.wake();
  }
  return changed;
};

async function changeIn(tx: Tx, ctx: CallContext<typeof changeAgency>): Promise<Changed> {
  const { deps, network, request, session } = ctx;
  const { agencyId, version, details, isClosed, moves = [], reason } = request;
  const at = { now: deps.clock.iso(), timeZone: network.definition.timeZone };
  await lockForImport(tx, network.id);
  // Orders before agencies before places, in the same sequence as when a customer chooses another slot, so that the two cannot deadlock.
  const orders = await lockOrders(tx, network.id, moves);
  const row = await lockAgency(tx, network.id, agencyId);
  if (row === undefined) return err("NOT_FOUND");
  const before = { details: detailsOf(row.definition), isClosed: row.closedAt !== null };
  const changes = agencyChanges(before, { details, isClosed });
  if (row.version !== version) {
    // The same form, sent twice.
    if (changes.length === 0 && isDone(orders, request)) return answer(tx, ctx, 0);
    return err("TRANSITION_NOT_ALLOWED", because("changed"));
  }
  const affected = affectedPromises(await readPromises(tx, network.id, agencyId), { details, isClosed }, at);
  const affectedIds = new Set(affected.map(({ orderId }) => orderId));
  const isWhole = orders.length === affectedIds.size && orders.every(({ id }) => affectedIds.has(id));
  if (!isWhole || moves.length !== orders.length) {
    // The same form, sent twice, that changes nothing but moves what an import left at a closed time.
    if (changes.length === 0 && affected.length === 0 && isDone(orders, request)) return answer(tx, ctx, 0);
    return err("TRANSITION_NOT_ALLOWED", because("promises"));
  }
  if (changes.length > 0) {
    const staff = { networkId: network.id, staffId: session.staffId };
    const closedAt = isClosed ? (row.closedAt ?? at.now) : null;
    const definition = { id: agencyId, ...details };
    await updateAgency(tx, { ...staff, id: agencyId, definition, at: at.now, version, closedAt });
    await renewVersion(tx, network.id);
    await recordAuditEntry(tx, deps, {
      ...staff,
      act: actOf(before.isClosed, request),
      thing: agencyId,
      reason,
      changes,
    });
  }
  const by = { network, staffId: session.staffId, reason, cause: "closing" as const };
  const moved = await moveCollections(tx, deps, orders, moves, by);
  return moved.ok ? answer(tx, ctx, moved.value) : moved;
}

/** Locks the orders of a network that are to be moved, in the sequence of their ids; what it does not have is left out. */
async function lockOrders(tx: Tx, networkId: string, moves: readonly CollectionMove[]): Promise<OrderRow[]> {
  const ids = [...new Set(moves.map(({ orderId }) => orderId))].filter(isUuid).sort();
  const locked: OrderRow[] = [];
  for (const id of ids) {
    const order = await lockOrder(tx, id);
    if (order?.networkId === networkId) locked.push(order);
  }
  return locked;
}

/** Whether every move has happened already. */
const isDone = (orders: readonly OrderRow[], { moves = [] }: Change): boolean =>
  moves.every(({ orderId, siteId, slotId }) => {
    const collect = orders.find(({ id }) => id === orderId)?.collect;
    return collect?.siteId === siteId && collect.slotId === slotId;
  });

const actOf = (wasClosed: boolean, { isClosed }: Change): string =>
  wasClosed === isClosed ? "agency.change" : isClosed ? "agency.close" : "agency.reopen";

async function answer(tx: Tx, { deps, network, request }: CallContext<typeof changeAgency>, moved: number) {
  const at = { now: deps.clock.iso(), timeZone: network.definition.timeZone };
  const [row] = await readOfficeAgencies(tx, network.id, request.agencyId);
  if (row === undefined) throw new Error(`Agency ${request.agencyId} is gone`);
  return ok({ agency: agencyView(row, at), moved });
}

/** Adds an agency. The caller's idempotency key makes a form that is sent twice one agency. */
export const addAgencyHandler: Handler<typeof addAgency> = async ({ deps, network, request, session }) => {
  const { details } = request;
  const field = wrongAgencyField(details);
  if (field !== undefined) return err("FIELD_INVALID", { field });
  const agencyId = await deps.db.transaction().execute(async (tx) => {
    await lockForImport(tx, network.id);
    const staff = { networkId: network.id, staffId: session.staffId };
    const id = await insertNamed(tx, deps, { ...staff, details });
    await renewVersion(tx, network.id);
    const changes = agencyChanges(null, { details, isClosed: false }).filter(
      ({ field: one }) => one !== "agency-closed",
    );
    await recordAuditEntry(tx, deps, { ...staff, act: "agency.add", thing: id, changes });
    return id;
  });
  deps.networks.forget();
  return ok({ agencyId });
};

/** Inserts an agency under an id made of its name, with a number if that is taken. */
async function insertNamed(
  tx: Tx,
  deps: Dependencies,
  { networkId, staffId, details }: { networkId: string; staffId: string; details: Change["details"] },
): Promise<string> {
  const base = agencyIdOf(details.label);
  for (let count = 1; count <= sameNameMax; count += 1) {
    const id = count === 1 ? base : `${base}-${count}`;
    const agency = { networkId, id, definition: { id, ...details }, at: deps.clock.iso(), staffId };
    if (await insertAgency(tx, agency)) return id;
  }
  throw new Error(`${sameNameMax} agencies of ${networkId} have the id ${base}`);
}
/** More agencies than a network has. */
const sameNameMax = 1_000;
