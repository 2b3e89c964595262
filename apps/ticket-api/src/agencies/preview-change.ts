import { collectMovesMax } from "@guichet/contract/limits/order-limits.ts";
import type { AgencyDetails, PromisedCollection, previewAgencyChange } from "@guichet/contract/office/agencies.ts";
import { err, ok } from "@guichet/contract/result.ts";
import { wrongAgencyField } from "@guichet/rules/agencies/agency-changes.ts";
import { type FreeSlot, proposeSlots } from "@guichet/rules/agencies/collection-moves.ts";
import type { Dependencies } from "../dependencies.ts";
import type { Handler } from "../http/call-handler.ts";
import { readAgencies } from "../network-registry/agency-store.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import { affectedPromises, because } from "./affected-promises.ts";
import { freeSlots, movableFrom } from "./free-slots.ts";
import { readOfficeAgencies } from "./office-agency-store.ts";
import { type PromiseRow, readPromises } from "./promise-store.ts";

/** An agency at which moved orders can be collected. */
interface Target {
  id: string;
  details: AgencyDetails;
}

/** Lists what a change closes, with a free slot for each promise. */
export const previewHandler: Handler<typeof previewAgencyChange> = async ({ deps, network, request }) => {
  const { agencyId, details, isClosed, targetId } = request;
  const field = wrongAgencyField(details);
  if (field !== undefined) return err("FIELD_INVALID", { field });
  const [agency] = await readOfficeAgencies(deps.db, network.id, agencyId);
  if (agency === undefined) return err("NOT_FOUND");
  const at = { now: deps.clock.iso(), timeZone: network.definition.timeZone };
  const promises = affectedPromises(await readPromises(deps.db, network.id, agencyId), { details, isClosed }, at);
  if (promises.length > collectMovesMax)
    return err("TRANSITION_NOT_ALLOWED", { ...because("too-many"), count: promises.length, max: collectMovesMax });
  const others = (await readAgencies(deps.db, network.id)).filter(({ id }) => id !== agencyId);
  const targets: Target[] = [
    ...(isClosed ? [] : [{ id: agencyId, details }]),
    ...others.map(({ id, ...its }) => ({ id, details: its })),
  ].filter((one) => one.details.services.includes("COLLECTION"));
  const target = targets.find(({ id }) => id === targetId) ?? targets[0];
  const found = await slotsAt(deps, network, { agencyId, promises, targets, target, now: at.now });
  const ofTarget = found.filter(({ siteId }) => siteId === target?.id);
  const from = movableFrom(target?.id === agencyId, at.now);
  const proposals = proposeSlots(
    promises.map(({ collect }) => collect),
    ofTarget,
    from,
  );
  return ok({
    targetId: target?.id ?? null,
    promises: promises.map((promise, place) => promiseView(promise, target, proposals[place] ?? null)),
    slots: found,
    agencies: targets.map(({ id, details: { label } }) => ({ agencyId: id, label })),
  });
};

/** The free slots of the agency itself, if it stays, and of the target, from the first promise on. */
async function slotsAt(
  deps: Dependencies,
  network: LoadedNetwork,
  {
    agencyId,
    promises,
    targets,
    target,
    now,
  }: { agencyId: string; promises: readonly PromiseRow[]; targets: Target[]; target: Target | undefined; now: string },
) {
  const first = promises[0]?.collect.startsAt ?? now;
  const read = targets.filter(({ id }) => id === agencyId || id === target?.id);
  const lists = await Promise.all(
    read.map(async (agency) => {
      const from = [first, movableFrom(agency.id === agencyId, now)].sort().at(-1) ?? now;
      const slots = await freeSlots(deps.db, network.id, agency, { from, timeZone: network.definition.timeZone });
      return slots.map((slot) => ({ siteId: agency.id, label: agency.details.label, ...slot }));
    }),
  );
  return lists.flat();
}

function promiseView(
  { orderId, number, status, customer, collect, isReady }: PromiseRow,
  target: Target | undefined,
  proposal: FreeSlot | null,
): PromisedCollection {
  const isUnpaid = status === "PENDING" || status === "PROCESSING";
  return {
    ...{ orderId, number, customer: `${customer.firstName} ${customer.lastName}`.trim() || customer.email, collect },
    state: isUnpaid ? "unpaid" : isReady ? "ready" : "to-prepare",
    proposal: target === undefined || proposal === null ? null : { siteId: target.id, slotId: proposal.slotId },
  };
}
