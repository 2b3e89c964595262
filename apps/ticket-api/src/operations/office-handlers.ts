import { pageSize } from "@guichet/contract/limits/request-limits.ts";
import type {
  dropFailedJob,
  FailedJob,
  getOperations,
  listFailedJobs,
  retryFailedJobs,
} from "@guichet/contract/office/operations.ts";
import { err, ok } from "@guichet/contract/result.ts";
import { hasPermission } from "@guichet/contract/staff-roles.ts";
import ownPackage from "../../package.json" with { type: "json" };
import { pendingMigrations } from "../database/migrate.ts";
import { runTransaction } from "../database/transaction.ts";
import type { Dependencies } from "../dependencies.ts";
import { closingEmails, type EmailTemplate } from "../email/email-contents.ts";
import { cancelEmail, deleteEmail } from "../email/email-store.ts";
import type { Handler, ModuleHandlers } from "../http/call-handler.ts";
import { cursorAfter, readCursor } from "../http/cursor.ts";
import { isUuid } from "../ids.ts";
import {
  countFailing,
  countGivenUp,
  deleteGivenUp,
  type JobScope,
  type ListedJob,
  listJobs,
  retryJobs,
} from "../jobs/failed-job-store.ts";
import { readOutages } from "../jobs/outage-store.ts";
import type { StaffSession } from "../sessions/staff-session-store.ts";
import { recordAuditEntry } from "../staff/audit-entry-store.ts";
import { dropRefusalOf, isEmail } from "./drop-rules.ts";
import { databaseState } from "./installation-state-store.ts";

/** Handlers of the calls about failed jobs and the state of the installation. */
export const operationsOfficeHandlers: ModuleHandlers<
  "getOperations" | "listFailedJobs" | "retryFailedJobs" | "dropFailedJob"
> = {
  getOperations: (ctx) => getHandler(ctx),
  listFailedJobs: (ctx) => listHandler(ctx),
  retryFailedJobs: (ctx) => retryHandler(ctx),
  dropFailedJob: (ctx) => dropHandler(ctx),
};

const getHandler: Handler<typeof getOperations> = async ({ deps, network, session }) => {
  const scope = await scopeOf(deps, network, session);
  const [givenUp, failing, outages, database, pending] = await Promise.all([
    countGivenUp(deps.db, scope),
    countFailing(deps.db, scope),
    readOutages(deps.db),
    databaseState(deps.db),
    pendingMigrations(deps.pool),
  ]);
  return ok({
    ...{ givenUp, failing, seesInstallation: scope.installation, version: ownPackage.version },
    unreachable: outages.map(({ party, since, retryAt }) => ({ party, since, retryAt })),
    database: { ...database, pending },
  });
};

const listHandler: Handler<typeof listFailedJobs> = async ({ deps, network, session, request }) => {
  const after = readCursor(request.cursor);
  if (!after.ok) return after;
  const { kind, failing = false, limit = pageSize } = request;
  const scope = await scopeOf(deps, network, session);
  const jobs = await listJobs(deps.db, { kind, failing, scope, after: after.value, limit: limit + 1 });
  const { page, nextCursor } = cursorAfter(jobs, limit);
  return ok({ items: page.map(failedJobView), ...(nextCursor === undefined ? {} : { nextCursor }) });
};

const retryHandler: Handler<typeof retryFailedJobs> = async ({ deps, network, session, request }) => {
  const { jobId, kind } = request;
  if ((jobId === undefined) === (kind === undefined)) return err("FIELD_REQUIRED", { field: "jobId" });
  const scope = await scopeOf(deps, network, session);
  const which = kind === undefined ? { ids: [jobId ?? ""] } : { kind };
  const result = await runTransaction<{ retried: number }, "NOT_FOUND">(deps.db, async (tx) => {
    const retried = await retryJobs(tx, which, deps.clock.iso(), scope);
    if (jobId !== undefined && retried.length === 0) return err("NOT_FOUND");
    const entry = { networkId: network.id, staffId: session.staffId, act: "job.retry", thing: jobId ?? kind ?? "" };
    if (retried.length > 0) await recordAuditEntry(tx, deps, entry);
    return ok({ retried: retried.length });
  });
  if (result.ok) deps.wake();
  return result;
};

/** Drops a given-up job, unless something would be lost (decision 163). */
const dropHandler: Handler<typeof dropFailedJob> = async ({ deps, network, session, request }) => {
  const { jobId: id, reason } = request;
  if (!isUuid(id)) return err("NOT_FOUND");
  const scope = await scopeOf(deps, network, session);
  return runTransaction<Record<string, never>, "NOT_FOUND" | "TRANSITION_NOT_ALLOWED">(deps.db, async (tx) => {
    const [job] = await listJobs(tx, { scope, id, limit: 1 }, "update");
    if (job === undefined) return err("NOT_FOUND");
    const refusal = dropRefusalOf(job);
    if (refusal !== null) return err("TRANSITION_NOT_ALLOWED", { reason: refusal });
    await deleteGivenUp(tx, id);
    if (isEmail(job)) {
      const isClosing = closingEmails.has(job.template as EmailTemplate);
      await (isClosing ? deleteEmail(tx, job.key) : cancelEmail(tx, job.key, deps.clock.iso()));
    }
    const { staffId } = session;
    const { networkId, accountId } = job;
    await recordAuditEntry(tx, deps, { networkId, staffId, act: "job.drop", thing: id, accountId, reason });
    return ok({});
  });
};

/** The jobs that a member sees: those of the network, and for an admin of every network also those of none. */
async function scopeOf(
  { networks }: Pick<Dependencies, "networks">,
  { id: networkId }: { id: string },
  { roles }: Pick<StaffSession, "roles">,
): Promise<JobScope> {
  const all = await networks.ids();
  return { networkId, installation: all.every((id) => hasPermission(roles[id] ?? [], "operations.manage")) };
}

function failedJobView(job: ListedJob): FailedJob {
  const { id: jobId, kind, networkId, orderId, orderNumber, template, recipient } = job;
  const { lastError, attempts, unreached, plannedAt, givenUpAt, dueAt } = job;
  return {
    ...{ jobId, kind, orderId, orderNumber, template, recipient, lastError, plannedAt, givenUpAt },
    attempts: attempts + unreached,
    isInstallationWide: networkId === null,
    nextTryAt: givenUpAt === null ? dueAt : null,
    dropRefusal: dropRefusalOf(job),
  };
}
