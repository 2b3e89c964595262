import { pageSize } from "@guichet/contract/limits/request-limits.ts";
import {
  AuditChange,
  type downloadAuditLog,
  type LoggedAct,
  type listAuditLog,
} from "@guichet/contract/office/audit-log.ts";
import { ok } from "@guichet/contract/result.ts";
import { addDays, dayIn } from "@guichet/rules/dates/days.ts";
import { dayBegins } from "@guichet/rules/dates/instants.ts";
import { z } from "zod";
import { csvFile, everyRow } from "../csv-file.ts";
import type { Database } from "../database/database.ts";
import type { Handler, ModuleHandlers } from "../http/call-handler.ts";
import { cursorAfter, readCursor } from "../http/cursor.ts";
import { isUuid } from "../ids.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import { recordAuditEntry } from "./audit-entry-store.ts";
import { authorsIn, type LogFilter, type LoggedActRow, listActs, subjectNamed } from "./audit-log-store.ts";

/** Handlers of the log of what the staff did. */
export const auditLogHandlers: ModuleHandlers<"listAuditLog" | "downloadAuditLog"> = {
  listAuditLog: (ctx) => listHandler(ctx),
  downloadAuditLog: (ctx) => downloadHandler(ctx),
};

const listHandler: Handler<typeof listAuditLog> = async ({ deps, network, request }) => {
  const after = readCursor(request.cursor);
  if (!after.ok) return after;
  const { limit = pageSize } = request;
  const filter = await filterOf(deps.db, network, request);
  const rows = filter && (await listActs(deps.db, { ...filter, after: after.value, limit: limit + 1 }));
  const { page, nextCursor } = cursorAfter(rows ?? [], limit);
  const staff = await authorsIn(deps.db, network.id);
  return ok({ items: page.map(actView), staff, ...(nextCursor === undefined ? {} : { nextCursor }) });
};

interface AskedFilter extends Pick<LogFilter, "staffId" | "kind"> {
  from?: string | undefined;
  until?: string | undefined;
  subject?: string | undefined;
}

/** The filter with its days as instants of the network and its subject as ids; undefined: nothing can match. */
async function filterOf(
  db: Database,
  { id: networkId, definition: { timeZone } }: LoadedNetwork,
  { staffId, kind, from, until, subject }: AskedFilter,
): Promise<LogFilter | undefined> {
  if (staffId !== undefined && !isUuid(staffId)) return undefined;
  return {
    ...{ networkId, staffId, kind },
    from: from && dayBegins(from, timeZone).toISOString(),
    before: until && dayBegins(addDays(until, 1), timeZone).toISOString(),
    subject: subject === undefined ? null : await subjectNamed(db, networkId, subject),
  };
}

const actView = ({ id, thing, subject, accountId, changes, act, by, at, reason }: LoggedActRow): LoggedAct => ({
  ...{ entryId: id, act, by, at, reason, subject },
  subjectId: thing,
  customerId: accountId,
  changes: z.array(AuditChange).parse(changes ?? []),
});

const header = ["at", "by", "act", "subject", "subject_id", "customer_id", "reason", "changes"];

const downloadHandler: Handler<typeof downloadAuditLog> = async ({ deps, network, request, session }) => {
  const filter = await filterOf(deps.db, network, request);
  const rows =
    filter === undefined
      ? []
      : await everyRow<LoggedActRow>((last, limit) => listActs(deps.db, { ...filter, after: last?.id, limit }));
  const lines = rows.map(actView).map(({ at, by, act, subject, subjectId, customerId, reason, changes }) => {
    const changed = changes
      .map(({ field, before, after }) => `${field}: ${before ?? "-"} -> ${after ?? "-"}`)
      .join("; ");
    return [at, by, act, subject, subjectId, customerId, reason, changed];
  });
  const entry = { networkId: network.id, staffId: session.staffId, act: "audit.download", thing: network.id };
  await deps.db.transaction().execute((tx) => recordAuditEntry(tx, deps, entry));
  const today = dayIn(deps.clock.iso(), network.definition.timeZone);
  return ok({ bytes: csvFile(header, lines), filename: `audit-log-${today}.csv` });
};
