import type { getAgency, listAgencies } from "@guichet/contract/office/agencies.ts";
import { err, ok } from "@guichet/contract/result.ts";
import type { Handler, ModuleHandlers } from "../http/call-handler.ts";
import { actsOn } from "../staff/audit-entry-store.ts";
import { affectedPromises } from "./affected-promises.ts";
import { agencyView } from "./agency-view.ts";
import { addAgencyHandler, changeAgencyHandler } from "./change-agency.ts";
import { listSlotsHandler, moveCollectionHandler } from "./move-one-collection.ts";
import { readOfficeAgencies } from "./office-agency-store.ts";
import { previewHandler } from "./preview-change.ts";
import { readPromises } from "./promise-store.ts";

/** Handlers of agencies in the office. */
export const agenciesOfficeHandlers: ModuleHandlers<
  | "listAgencies"
  | "getAgency"
  | "addAgency"
  | "previewAgencyChange"
  | "changeAgency"
  | "listCollectionSlots"
  | "moveCollection"
> = {
  listAgencies: (ctx) => listHandler(ctx),
  getAgency: (ctx) => getHandler(ctx),
  addAgency: addAgencyHandler,
  previewAgencyChange: previewHandler,
  changeAgency: changeAgencyHandler,
  listCollectionSlots: listSlotsHandler,
  moveCollection: moveCollectionHandler,
};

const listHandler: Handler<typeof listAgencies> = async ({ deps, network }) => {
  const at = { now: deps.clock.iso(), timeZone: network.definition.timeZone };
  const rows = await readOfficeAgencies(deps.db, network.id, null);
  return ok({ agencies: rows.map((row) => agencyView(row, at)) });
};

/** How many actions the page of an agency shows; the audit log has all of them. */
const historyMax = 20;

const getHandler: Handler<typeof getAgency> = async ({ deps, network, request: { agencyId } }) => {
  const at = { now: deps.clock.iso(), timeZone: network.definition.timeZone };
  const [row] = await readOfficeAgencies(deps.db, network.id, agencyId);
  if (row === undefined) return err("NOT_FOUND");
  const agency = agencyView(row, at);
  const state = { details: agency.details, isClosed: agency.closedAt !== null };
  const promises = await readPromises(deps.db, network.id, agencyId);
  return ok({
    agency,
    history: await actsOn(deps.db, network.id, { kind: "agency", thing: agencyId }, historyMax),
    toMove: affectedPromises(promises, state, at).length,
  });
};
