import type { CodeOf } from "@guichet/contract/call.ts";
import { openAlertsMax } from "@guichet/contract/limits/alert-limits.ts";
import type {
  AlertRefusal,
  addAlert,
  changeAlert,
  getAlert,
  listAlerts as listAlertsCall,
  OfficeAlert,
  withdrawAlert,
} from "@guichet/contract/office/alerts/alerts.ts";
import { err, ok, type Result } from "@guichet/contract/result.ts";
import { alertChanges, alertState, wrongAlertField } from "@guichet/rules/alerts/alert-changes.ts";
import { z } from "zod";
import type { Database, Tx } from "../database/database.ts";
import { runTransaction } from "../database/transaction.ts";
import type { CallContext, Handler, ModuleHandlers } from "../http/call-handler.ts";
import { keysetCursor, readKeysetCursor } from "../http/cursor.ts";
import { isUuid } from "../ids.ts";
import { actsOn, recordAuditEntry } from "../staff/audit-entry-store.ts";
import { type AlertRow, countOpenAlerts, insertAlert, listAlerts, lockAlert, updateAlert } from "./alert-store.ts";

/** Handlers of alerts in the office. */
export const alertsOfficeHandlers: ModuleHandlers<
  "listAlerts" | "getAlert" | "addAlert" | "changeAlert" | "withdrawAlert"
> = {
  listAlerts: (ctx) => listHandler(ctx),
  getAlert: (ctx) => getHandler(ctx),
  addAlert: (ctx) => addHandler(ctx),
  changeAlert: (ctx) => changeHandler(ctx),
  withdrawAlert: (ctx) => withdrawHandler(ctx),
};

const Position = z.object({ at: z.iso.datetime(), id: z.uuid() });
const pageDefault = 50;

const listHandler: Handler<typeof listAlertsCall> = async ({ deps, network, request }) => {
  const { state, cursor, limit = pageDefault } = request;
  const after = readKeysetCursor(cursor, Position);
  if (!after.ok) return after;
  const now = deps.clock.iso();
  const filter = { networkId: network.id, now, state, after: after.value, limit: limit + 1 };
  const rows = await listAlerts(deps.db, filter);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const nextCursor =
    rows.length > limit && last !== undefined ? keysetCursor({ at: last.addedAt, id: last.id }) : undefined;
  return ok({ items: page.map((row) => alertView(row, now)), ...(nextCursor === undefined ? {} : { nextCursor }) });
};

function alertView({ id, withdrawnAt, ...row }: AlertRow, now: string): OfficeAlert {
  return { ...row, alertId: id, state: alertState({ ...row.details, withdrawnAt }, now) };
}

async function readAlert(db: Database, networkId: string, id: string, now: string): Promise<OfficeAlert | undefined> {
  const [row] = await listAlerts(db, { networkId, id, now, limit: 1 });
  return row === undefined ? undefined : alertView(row, now);
}

/** How many actions the page of an alert shows; the audit log has all of them. */
const historyMax = 20;

const getHandler: Handler<typeof getAlert> = async ({ deps, network, request: { alertId } }) => {
  const alert = isUuid(alertId) ? await readAlert(deps.db, network.id, alertId, deps.clock.iso()) : undefined;
  if (alert === undefined) return err("NOT_FOUND");
  const history = await actsOn(deps.db, network.id, { kind: "alert", thing: alertId }, historyMax);
  return ok({ alert, languages: network.definition.languages, history });
};

const addHandler: Handler<typeof addAlert> = async (ctx) => {
  const { deps, network, request, session } = ctx;
  const { details } = request;
  const at = deps.clock.iso();
  const field = wrongAlertField(details, network.definition.languages, at);
  if (field !== undefined) return err("FIELD_INVALID", { field });
  const id = deps.ids.uuid();
  const staff = { networkId: network.id, staffId: session.staffId };
  const added = await runTransaction<true, CodeOf<typeof addAlert>>(deps.db, async (tx) => {
    if ((await countOpenAlerts(tx, network.id, at)) >= openAlertsMax)
      return err("TRANSITION_NOT_ALLOWED", because("too-many"));
    await insertAlert(tx, { ...staff, id, details, at });
    const changes = alertChanges(null, details);
    await recordAuditEntry(tx, deps, { ...staff, act: "alert.add", thing: id, changes });
    return ok(true);
  });
  return added.ok ? answered(ctx, id) : added;
};

const changeHandler: Handler<typeof changeAlert> = (ctx) => {
  const { deps, network, request, session } = ctx;
  const { alertId, details } = request;
  const field = wrongAlertField(details, network.definition.languages, deps.clock.iso());
  if (field !== undefined) return Promise.resolve(err("FIELD_INVALID", { field }));
  return change(ctx, async (tx, alert) => {
    const staff = { networkId: network.id, staffId: session.staffId };
    const changes = alertChanges(alert.details, details);
    if (changes.length === 0) return;
    await updateAlert(tx, { ...staff, id: alertId, details, at: deps.clock.iso(), withdrawnAt: null });
    await recordAuditEntry(tx, deps, { ...staff, act: "alert.change", thing: alertId, changes });
  });
};

const withdrawHandler: Handler<typeof withdrawAlert> = (ctx) => {
  const { deps, network, request, session } = ctx;
  const { alertId, reason } = request;
  return change(ctx, async (tx, { details }) => {
    const staff = { networkId: network.id, staffId: session.staffId };
    const at = deps.clock.iso();
    await updateAlert(tx, { ...staff, id: alertId, details, at, withdrawnAt: at });
    await recordAuditEntry(tx, deps, { ...staff, act: "alert.withdraw", thing: alertId, reason });
  });
};

type ChangeCall = typeof changeAlert | typeof withdrawAlert;

/** The details of a refusal: why an alert was not changed. */
const because = (reason: AlertRefusal) => ({ reason });

/** Changes an alert under its lock, if it still has the version that the caller saw. */
async function change(
  ctx: Pick<CallContext<ChangeCall>, "deps" | "network"> & { request: { alertId: string; version: number } },
  apply: (tx: Tx, alert: Omit<AlertRow, "changedBy">) => Promise<void>,
) {
  const { alertId, version } = ctx.request;
  if (!isUuid(alertId)) return err("NOT_FOUND");
  const changed = await runTransaction<true, CodeOf<ChangeCall>>(ctx.deps.db, async (tx) => {
    const alert = await lockAlert(tx, ctx.network.id, alertId);
    if (alert === undefined) return err("NOT_FOUND");
    if (alert.version !== version) return err("TRANSITION_NOT_ALLOWED", because("changed"));
    if (alert.withdrawnAt !== null) return err("TRANSITION_NOT_ALLOWED", because("withdrawn"));
    await apply(tx, alert);
    return ok(true);
  });
  return changed.ok ? answered(ctx, alertId) : changed;
}

async function answered(
  { deps, network }: Pick<CallContext<typeof addAlert>, "deps" | "network">,
  id: string,
): Promise<Result<{ alert: OfficeAlert }, never>> {
  const alert = await readAlert(deps.db, network.id, id, deps.clock.iso());
  if (alert === undefined) throw new Error(`Alert ${id} does not exist`);
  return ok({ alert });
}
