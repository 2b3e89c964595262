import { pageSize } from "@guichet/contract/limits/request-limits.ts";
import { textIn } from "@guichet/contract/locales.ts";
import type {
  decideSubmission,
  getSubmission,
  listSubmissions,
  QueuedSubmission,
  takeSubmission,
} from "@guichet/contract/office/documents.ts";
import { err, ok, type Result } from "@guichet/contract/result.ts";
import { dayIn } from "@guichet/rules/days.ts";
import { findAccount } from "../account-records/account-store.ts";
import { type Traveller, travellersOf } from "../account-records/traveller-store.ts";
import { runTransaction } from "../database/transaction.ts";
import type { Dependencies } from "../dependencies.ts";
import { fileLink } from "../files/links.ts";
import type { Handler, ModuleHandlers } from "../http/call-handler.ts";
import { cursorAfter, readCursor } from "../http/cursor.ts";
import { isUuid } from "../ids.ts";
import { staffNames } from "../sessions/staff-store.ts";
import { recordAuditEntry } from "../staff/audit-entry-store.ts";
import {
  acceptSubmission,
  askForMore,
  lockTravellerOf,
  refuseSubmission,
  takeSubmission as take,
} from "./decide-submission.ts";
import { documentsOfSubmissions } from "./document-store.ts";
import { documentView, type Reader, submissionView } from "./document-view.ts";
import {
  addSubmissionEvent,
  lockSubmission,
  queuedSubmissions,
  readSubmission,
  type SubmissionRow,
} from "./submission-store.ts";

const waiting = ["pending", "processing"] as const;

/** Answers the calls by which the staff examine documents (`Office/*`); the verdicts themselves are `verdicts.ts`. */
export const documentsOfficeHandlers: ModuleHandlers<
  "officeSubmissions" | "officeSubmission" | "takeSubmission" | "decideSubmission"
> = {
  officeSubmissions: async (ctx) => listHandler(ctx),
  officeSubmission: async (ctx) => getHandler(ctx),
  takeSubmission: async (ctx) => takeHandler(ctx),
  decideSubmission: async (ctx) => decideHandler(ctx),
};

/** Who of the staff examines a request now; null: nobody. */
const takerOf = ({ status, events }: SubmissionRow): string | null =>
  status === "processing" ? (events.findLast(({ event }) => event === "taken")?.staffId ?? null) : null;

const listHandler: Handler<typeof listSubmissions> = async ({ deps, network, request, session, language }) => {
  const after = readCursor(request.cursor);
  if (!after.ok) return after;
  const { status, documentTypeId, number } = request;
  const limit = request.limit ?? pageSize;
  const filter = {
    statuses: status === undefined ? waiting : [status],
    ...(documentTypeId === undefined ? {} : { documentTypeId }),
    ...(number === undefined || number === "" ? {} : { number }),
  };
  const found = await queuedSubmissions(deps.db, network.id, filter, { after: after.value ?? null, limit: limit + 1 });
  const { page, nextCursor } = cursorAfter(found, limit);
  const reader = { network, language, now: deps.clock.iso() };
  const documentTypes = network.documentTypes.map(({ id, name }) => ({
    id,
    name: textIn(name, language, network.definition.languages),
  }));
  return ok({
    items: await queued(deps, page, reader, session.staffId),
    documentTypes,
    ...(nextCursor === undefined ? {} : { nextCursor }),
  });
};

async function queued(
  deps: Dependencies,
  rows: readonly SubmissionRow[],
  reader: Reader,
  staffId: string,
): Promise<QueuedSubmission[]> {
  const { network, now } = reader;
  const documents = await documentsOfSubmissions(
    deps.db,
    network.id,
    rows.map(({ id }) => id),
  );
  const takers = await staffNames(
    deps.db,
    rows.flatMap((row) => takerOf(row) ?? []),
  );
  const today = dayIn(now, network.definition.timeZone);
  const shown: QueuedSubmission[] = [];
  for (const row of rows) {
    const traveller = await travellerOf(deps, row);
    const { documents: own, itemName } = submissionView(row, documents, reader);
    const taker = takerOf(row);
    const isOpen = waiting.some((state) => state === row.status);
    shown.push({
      submissionId: row.id,
      number: row.number,
      status: row.status,
      personChanged: row.cause === "person-changed",
      itemName,
      traveller: `${traveller?.firstName ?? ""} ${traveller?.lastName ?? ""}`.trim(),
      documentTypes: [...new Set(own.map(({ documentTypeName }) => documentTypeName))],
      createdAt: row.createdAt,
      waitingSince: row.waitingSince,
      expectedOn: row.expectedOn,
      isLate: isOpen && row.expectedOn < today,
      takenBy: taker === null ? null : (takers.get(taker) ?? "–"),
      isMine: taker === staffId,
    });
  }
  return shown;
}

const travellerOf = async (deps: Dependencies, row: SubmissionRow): Promise<Traveller | undefined> =>
  (await travellersOf(deps.db, row.networkId, row.accountId)).find(({ id }) => id === row.travellerId);

const getHandler: Handler<typeof getSubmission> = async ({ deps, network, request, session, language }) => {
  const { submissionId } = request;
  const row = isUuid(submissionId) ? await readSubmission(deps.db, network.id, submissionId) : undefined;
  if (row === undefined) return err("NOT_FOUND");
  const reader = { network, language, now: deps.clock.iso() };
  const [summary] = await queued(deps, [row], reader, session.staffId);
  const account = await findAccount(deps.db, network.id, row.accountId);
  const travellers = await travellersOf(deps.db, network.id, row.accountId);
  const traveller = travellers.find(({ id }) => id === row.travellerId);
  const holder = travellers.find(({ isHolder }) => isHolder);
  if (summary === undefined || account === undefined || traveller === undefined) return err("NOT_FOUND");
  const documents = await documentsOfSubmissions(deps.db, network.id, [row.id]);
  const names = await staffNames(
    deps.db,
    row.events.flatMap(({ staffId }) => staffId ?? []),
  );
  const link = { networkId: network.id, reader: "staff" as const, sessionId: session.staffId };
  return ok({
    submission: {
      ...summary,
      firstName: traveller.firstName,
      lastName: traveller.lastName,
      birthDate: traveller.birthDate,
      holder: {
        name: `${holder?.firstName ?? ""} ${holder?.lastName ?? ""}`.trim(),
        email: account.email,
        customerNumber: account.customerNumber,
      },
      documents: documents.map((document) => ({
        ...documentView(document, reader),
        examinedFor: document.provenPerson,
        fileUrl: document.fileId === null ? null : fileLink(deps, { ...link, fileId: document.fileId }),
      })),
      reason: row.reason,
      remark: row.remark,
      events: row.events.map(({ at, event, author, staffId }) => ({
        at,
        event,
        author,
        by: staffId === null ? null : (names.get(staffId) ?? null),
      })),
    },
  });
};

const takeHandler: Handler<typeof takeSubmission> = async ({ deps, network, request, session }) => {
  const { submissionId, takeOver = false } = request;
  if (!isUuid(submissionId)) return err("NOT_FOUND");
  const { staffId } = session;
  return runTransaction(deps.db, async (tx): Promise<Result<Record<string, never>, TakeCode>> => {
    const held = await lockSubmission(tx, network.id, submissionId);
    if (held === undefined) return err("NOT_FOUND");
    const taker = takerOf(held);
    if (taker === staffId) return ok({});
    const act = { networkId: network.id, staffId, thing: held.id, accountId: held.accountId };
    if (taker !== null) {
      if (!takeOver) return err("SUBMISSION_TAKEN");
      const of = { id: held.id, networkId: network.id, at: deps.clock.iso() };
      await addSubmissionEvent(tx, of, { event: "taken", author: "staff", staffId });
      await recordAuditEntry(tx, deps, { ...act, act: "submission.take-over" });
      return ok({});
    }
    const taken = await take(tx, deps, { network, submissionId, staffId });
    if (!taken.ok) return taken;
    await recordAuditEntry(tx, deps, { ...act, act: "submission.take" });
    return ok({});
  });
};
type TakeCode = "NOT_FOUND" | "TRANSITION_NOT_ALLOWED" | "SUBMISSION_TAKEN";

const decideHandler: Handler<typeof decideSubmission> = async ({ deps, network, request, session }) => {
  const { submissionId, verdict, reason, remark, examinedFor } = request;
  if (!isUuid(submissionId)) return err("NOT_FOUND");
  if (verdict !== "accept" && reason === undefined) return err("FIELD_REQUIRED", { field: "reason" });
  const { staffId } = session;
  const of = { network, submissionId, staffId };
  const outcome = await runTransaction(deps.db, async (tx) => {
    await lockTravellerOf(tx, network, submissionId);
    const held = await lockSubmission(tx, network.id, submissionId);
    if (held === undefined) return err("NOT_FOUND");
    const taker = takerOf(held);
    if (taker !== null && taker !== staffId) return err("SUBMISSION_TAKEN");
    const grounds = { reason: reason ?? "other", remark: remark || null };
    const decided =
      verdict === "accept"
        ? await acceptSubmission(tx, deps, { ...of, examinedFor })
        : await (verdict === "refuse" ? refuseSubmission : askForMore)(tx, deps, { ...of, ...grounds });
    if (!decided.ok) return decided;
    await recordAuditEntry(tx, deps, {
      networkId: network.id,
      staffId,
      act: `submission.${verdict}`,
      thing: held.id,
      accountId: held.accountId,
      reason: verdict === "accept" ? null : [reason, remark].filter(Boolean).join(": "),
    });
    return ok(decided.value.status);
  });
  if (!outcome.ok) return outcome;
  deps.wake();
  const [next] = await queuedSubmissions(deps.db, network.id, { statuses: ["pending"] }, { limit: 1 });
  return ok({ submissionStatus: outcome.value, next: next?.id ?? null });
};
