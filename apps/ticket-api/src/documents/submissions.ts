import type {
  cancelDocumentsSubmission,
  createDocumentsSubmission,
  updateDocumentsSubmission,
} from "@guichet/contract/documents.ts";
import { err, ok, type Result } from "@guichet/contract/result.ts";
import {
  applicationMachine,
  type CoveringDocument,
  documentStatus,
  expectedDecision,
  shownDocumentStatus,
} from "@guichet/rules/documents.ts";
import { move } from "@guichet/rules/state-machine.ts";
import { mayTouch } from "../account-records/named-traveller.ts";
import { lockTraveller } from "../account-records/traveller-store.ts";
import type { Tx } from "../database/database.ts";
import type { Handler } from "../http/call-handler.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import { notifySubmission } from "./document-emails.ts";
import { ownDocument, ownSubmission } from "./document-owner.ts";
import { currentDocuments, type DocumentRow, lockDocuments, replaceDocuments } from "./document-store.ts";
import { submissionView } from "./document-view.ts";
import {
  addSubmissionEvent,
  insertSubmission,
  lockSubmission,
  moveSubmission,
  readSubmission,
  saveDocumentsOf,
} from "./submission-store.ts";

/** So many letters and digits name a request, beside the mark of its kind. */
const numberLength = 8;

/** Asks that documents be checked for an article (§3): all of one traveller, and all that the article needs. */
export const createHandler: Handler<typeof createDocumentsSubmission> = async (ctx) => {
  const { deps, network, session, request, language } = ctx;
  const article = network.articles.get(request.item_id);
  if (article === undefined) return err("ARTICLE_UNKNOWN");
  const named = await Promise.all(request.document_ids.map((id) => ownDocument(deps.db, session, id)));
  const travellerId = named[0]?.travellerId;
  if (travellerId === undefined || named.some((row) => row?.travellerId !== travellerId)) return err("NOT_FOUND");
  const now = deps.clock.iso();
  const outcome = await deps.db.transaction().execute(async (tx) => {
    const traveller = await lockTraveller(tx, network.id, session.accountId, travellerId);
    if (traveller === undefined) return err("NOT_FOUND");
    if (traveller.deactivatedAt !== null) return err("PROFILE_DEACTIVATED");
    const documents = await lockDocuments(tx, network.id, session.accountId, request.document_ids);
    const fit = await fitting(tx, network, documents, article.requiredDocuments, { now, submissionId: null });
    if (!fit.ok) return fit;
    const id = deps.ids.uuid();
    const made = await insertSubmission(
      tx,
      {
        id,
        networkId: network.id,
        accountId: session.accountId,
        travellerId,
        number: `D-${deps.ids.spoken(numberLength)}`,
        shopItemId: article.id,
        language,
        expectedOn: expectedDecision(now, network.definition.timeZone),
        documentIds: documents.map((document) => document.id),
      },
      now,
    );
    if (!made) return err("SUBMISSION_OPEN");
    await addSubmissionEvent(tx, { id, networkId: network.id, at: now }, { event: "created", author: "customer" });
    return told(tx, ctx, id, true);
  });
  deps.wake();
  return outcome;
};

/** Completes a request that staff asked more for: it waits again, and keeps its number (§4). */
export const updateHandler: Handler<typeof updateDocumentsSubmission> = async (ctx) => {
  const { deps, network, session, request } = ctx;
  const own = await ownSubmission(deps.db, session, request.submission_id);
  if (own === undefined) return err("NOT_FOUND");
  const now = deps.clock.iso();
  const outcome = await deps.db.transaction().execute(async (tx) => {
    await lockTraveller(tx, network.id, session.accountId, own.travellerId);
    const held = await lockSubmission(tx, network.id, own.id);
    if (held === undefined) return err("NOT_FOUND");
    const to = move(applicationMachine, "resubmit", held.status);
    if (!to.ok) return to;
    const documents = await lockDocuments(tx, network.id, session.accountId, request.document_ids);
    const all = documents.length === new Set(request.document_ids).size;
    if (!all || documents.some(({ travellerId }) => travellerId !== held.travellerId)) return err("NOT_FOUND");
    const needed = network.articles.get(held.shopItemId)?.requiredDocuments;
    const fit = await fitting(tx, network, documents, needed ?? documents.map((row) => row.documentTypeId), {
      now,
      submissionId: held.id,
    });
    if (!fit.ok) return fit;
    const before = await lockDocuments(tx, network.id, session.accountId, held.documentIds);
    for (const { id, documentTypeId } of documents) {
      const old = before.filter(
        (row) => row.documentTypeId === documentTypeId && !request.document_ids.includes(row.id),
      );
      const ids = old.filter(({ status }) => status !== "VALID").map((row) => row.id);
      await replaceDocuments(tx, ids, id);
    }
    await saveDocumentsOf(
      tx,
      held.id,
      documents.map(({ id }) => id),
    );
    const expectedOn = expectedDecision(now, network.definition.timeZone);
    const of = { id: held.id, networkId: network.id, at: now };
    await moveSubmission(tx, of, "resubmit", { event: "completed", author: "customer", expectedOn });
    return told(tx, ctx, held.id, true);
  });
  deps.wake();
  return outcome;
};

/** Takes a request back that nobody is looking at; its documents stay with the traveller. */
export const cancelHandler: Handler<typeof cancelDocumentsSubmission> = async (ctx) => {
  const { deps, network, session, request } = ctx;
  const own = await ownSubmission(deps.db, session, request.submission_id);
  if (own === undefined || !mayTouch(session, own.travellerId)) return err("NOT_FOUND");
  return deps.db.transaction().execute(async (tx) => {
    const held = await lockSubmission(tx, network.id, own.id);
    if (held === undefined) return err("NOT_FOUND");
    const to = move(applicationMachine, "cancel", held.status);
    if (!to.ok) return to;
    const of = { id: held.id, networkId: network.id, at: deps.clock.iso() };
    await moveSubmission(tx, of, "cancel", { event: "cancelled", author: "customer" });
    return told(tx, ctx, held.id, false);
  });
};

type Asked = Pick<
  Parameters<Handler<typeof createDocumentsSubmission>>[0],
  "deps" | "network" | "session" | "language"
>;

async function told(tx: Tx, { deps, network, session, language }: Asked, id: string, letter: boolean) {
  const row = await readSubmission(tx, network.id, id);
  if (row === undefined) throw new Error("A request that was written is not there");
  if (letter) await notifySubmission(tx, deps, network, row, "documents-received");
  const documents = await lockDocuments(tx, network.id, session.accountId, row.documentIds);
  return ok({ submission: submissionView(row, documents, { network, language, now: deps.clock.iso() }) });
}

type Unfit = "DOCUMENT_NOT_ASKED" | "DOCUMENT_REQUIRED" | "DOCUMENT_INVALID" | "SUBMISSION_OPEN" | "NOT_FOUND";

/**
 * Do documents suit a request: one of each type that is needed and no other, each still good, none in another open request?
 * What a traveller has valid already need not be sent in again, but something must be.
 */
async function fitting(
  tx: Tx,
  network: LoadedNetwork,
  documents: readonly DocumentRow[],
  needed: readonly string[],
  { now, submissionId }: { now: string; submissionId: string | null },
): Promise<Result<true, Unfit>> {
  const [first] = documents;
  if (first === undefined) return err("NOT_FOUND");
  const types = documents.map(({ documentTypeId }) => documentTypeId);
  const strange = types.filter((type, place) => !needed.includes(type) || types.indexOf(type) !== place);
  if (strange.length > 0) return err("DOCUMENT_NOT_ASKED", { documentTypeIds: strange });
  for (const document of documents) {
    const status = shownDocumentStatus(
      { ...document, replaced: document.replacedBy !== null, deleted: document.deletedAt !== null },
      now,
    );
    if (!["pending", "validating", "valid"].includes(status)) return err("DOCUMENT_INVALID", { status });
    if (document.submissionId !== null && document.submissionId !== submissionId) return err("SUBMISSION_OPEN");
  }
  const standing: CoveringDocument[] = await currentDocuments(tx, network.id, first.travellerId);
  const lacking = needed.filter((type) => !types.includes(type) && documentStatus(standing, type, [now]) !== "valid");
  return lacking.length > 0 ? err("DOCUMENT_REQUIRED", { documentTypeIds: lacking }) : ok(true);
}
