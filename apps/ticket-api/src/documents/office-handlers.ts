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
import { dayIn } from "@guichet/rules/dates/days.ts";
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
import { documentView, submissionView, type ViewContext } from "./document-view.ts";
import {
  addSubmissionEvent,
  lockSubmission,
  queuedSubmissions,
  readSubmission,
  type SubmissionRow,
} from "./submission-store.ts";

const openStates = ["pending", "processing"] as const;

/** Handlers of the staff's calls to examine documents (`Office/*`); the decisions themselves are in `decide-submission.ts`. */
export const documentsOfficeHandlers: ModuleHandlers<
  "officeSubmissions" | "officeSubmission" | "takeSubmission" | "decideSubmission"
> = {
  officeSubmissions: async (ctx) => listHandler(ctx),
  officeSubmission: async (ctx) => getHandler(ctx),
  takeSubmission: async (ctx) => takeHandler(ctx),
  decideSubmission: async (ctx) => decideHandler(ctx),
};

/** The member of the staff who examines a submission now; null: nobody. */
const examinerOf = ({ status, events }: SubmissionRow): string | null =>
  status === "processing" ? (events.findLast(({ event }) => event === "taken")?.staffId ?? null) : null;

const listHandler: Handler<typeof listSubmissions> = async ({ deps, network, request, session, language }) => {
  const after = readCursor(request.cursor);
  if (!after.ok) return after;
  const { status, documentTypeId, number } = request;
  const limit = request.limit ?? pageSize;
  const filter = {
    statuses: status === undefined ? openStates : [status],
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
    items: await queueEntries(deps, page, reader, session.staffId),
    documentTypes,
    ...(nextCursor === undefined ? {} : { nextCursor }),
  });
};

async function queueEntries(
  deps: Dependencies,
  rows: readonly SubmissionRow[],
  reader: ViewContext,
  staffId: string,
): Promise<QueuedSubmission[]> {
  const { network, now } = reader;
  const documents = await documentsOfSubmissions(
    deps.db,
    network.id,
    rows.map(({ id }) => id),
  );
  const examinerNames = await staffNames(
    deps.db,
    rows.flatMap((row) => examinerOf(row) ?? []),
  );
  const today = dayIn(now, network.definition.timeZone);
  const entries: QueuedSubmission[] = [];
  for (const row of rows) {
    const traveller = await travellerOf(deps, row);
    const { documents: ownDocuments, itemName } = submissionView(row, documents, reader);
    const examinerId = examinerOf(row);
    const isOpen = openStates.some((state) => state === row.status);
    entries.push({
      submissionId: row.id,
      number: row.number,
      status: row.status,
      personChanged: row.cause === "person-changed",
      itemName,
      traveller: `${traveller?.firstName ?? ""} ${traveller?.lastName ?? ""}`.trim(),
      documentTypes: [...new Set(ownDocuments.map(({ documentTypeName }) => documentTypeName))],
      createdAt: row.createdAt,
      waitingSince: row.waitingSince,
      expectedOn: row.expectedOn,
      isLate: isOpen && row.expectedOn < today,
      takenBy: examinerId === null ? null : (examinerNames.get(examinerId) ?? "–"),
      isMine: examinerId === staffId,
    });
  }
  return entries;
}

const travellerOf = async (deps: Dependencies, row: SubmissionRow): Promise<Traveller | undefined> =>
  (await travellersOf(deps.db, row.networkId, row.accountId)).find(({ id }) => id === row.travellerId);

const getHandler: Handler<typeof getSubmission> = async ({ deps, network, request, session, language }) => {
  const { submissionId } = request;
  const row = isUuid(submissionId) ? await readSubmission(deps.db, network.id, submissionId) : undefined;
  if (row === undefined) return err("NOT_FOUND");
  const reader = { network, language, now: deps.clock.iso() };
  const [summary] = await queueEntries(deps, [row], reader, session.staffId);
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
    const locked = await lockSubmission(tx, network.id, submissionId);
    if (locked === undefined) return err("NOT_FOUND");
    const examinerId = examinerOf(locked);
    if (examinerId === staffId) return ok({});
    const auditEntry = { networkId: network.id, staffId, thing: locked.id, accountId: locked.accountId };
    if (examinerId !== null) {
      if (!takeOver) return err("SUBMISSION_TAKEN");
      const decision = { id: locked.id, networkId: network.id, at: deps.clock.iso() };
      await addSubmissionEvent(tx, decision, { event: "taken", author: "staff", staffId });
      await recordAuditEntry(tx, deps, { ...auditEntry, act: "submission.take-over" });
      return ok({});
    }
    const taken = await take(tx, deps, { network, submissionId, staffId });
    if (!taken.ok) return taken;
    await recordAuditEntry(tx, deps, { ...auditEntry, act: "submission.take" });
    return ok({});
  });
};
type TakeCode = "NOT_FOUND" | "TRANSITION_NOT_ALLOWED" | "SUBMISSION_TAKEN";

const decideHandler: Handler<typeof decideSubmission> = async ({ deps, network, request, session }) => {
  const { submissionId, verdict, reason, remark, examinedFor } = request;
  if (!isUuid(submissionId)) return err("NOT_FOUND");
  if (verdict !== "accept" && reason === undefined) return err("FIELD_REQUIRED", { field: "reason" });
  const { staffId } = session;
  const decision = { network, submissionId, staffId };
  const result = await runTransaction(deps.db, async (tx) => {
    await lockTravellerOf(tx, network, submissionId);
    const locked = await lockSubmission(tx, network.id, submissionId);
    if (locked === undefined) return err("NOT_FOUND");
    const examinerId = examinerOf(locked);
    if (examinerId !== null && examinerId !== staffId) return err("SUBMISSION_TAKEN");
    const decisionReason = { reason: reason ?? "other", remark: remark || null };
    const decided =
      verdict === "accept"
        ? await acceptSubmission(tx, deps, { ...decision, examinedFor })
        : await (verdict === "refuse" ? refuseSubmission : askForMore)(tx, deps, { ...decision, ...decisionReason });
    if (!decided.ok) return decided;
    await recordAuditEntry(tx, deps, {
      networkId: network.id,
      staffId,
      act: `submission.${verdict}`,
      thing: locked.id,
      accountId: locked.accountId,
      reason: verdict === "accept" ? null : [reason, remark].filter(Boolean).join(": "),
    });
    return ok(decided.value.status);
  });
  if (!result.ok) return result;
  deps.wake();
  const [next] = await queuedSubmissions(deps.db, network.id, { statuses: ["pending"] }, { limit: 1 });
  return ok({ submissionStatus: result.value, next: next?.id ?? null });
};
