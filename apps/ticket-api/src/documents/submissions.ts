import type {
  cancelDocumentsSubmission,
  createDocumentsSubmission,
  updateDocumentsSubmission,
} from "@guichet/contract/documents.ts";
import { done, type Outcome, refuse } from "@guichet/contract/outcome.ts";
import {
  applicationMachine,
  type CoveringDocument,
  documentStanding,
  expectedDecision,
  shownDocumentStatus,
} from "@guichet/rules/documents.ts";
import { move, statesBefore } from "@guichet/rules/state-machine.ts";
import { mayTouch } from "../account-records/named-traveller.ts";
import { holdTraveller } from "../account-records/traveller-store.ts";
import type { Tx } from "../database/database.ts";
import type { Answer } from "../http/call-handler.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import { tellSubmission } from "./letters.ts";
import { shownSubmission } from "./shown.ts";
import { type DocumentRow, holdDocuments, replaceDocuments, standingDocuments } from "./store.ts";
import {
  addSubmissionEvent,
  holdSubmission,
  insertSubmission,
  moveSubmission,
  readSubmission,
  saveDocumentsOf,
} from "./submission-store.ts";
import { ownDocument, ownSubmission } from "./whose.ts";

/** So many letters and digits name a request, beside the mark of its kind. */
const numberLength = 8;

/** Asks that documents be checked for an article (§3): all of one traveller, and all that the article needs. */
export const answerCreate: Answer<typeof createDocumentsSubmission> = async (ask) => {
  const { house, network, session, request, language } = ask;
  const article = network.articles.get(request.item_id);
  if (article === undefined) return refuse("ARTICLE_UNKNOWN");
  const named = await Promise.all(request.document_ids.map((id) => ownDocument(house.db, session, id)));
  const travellerId = named[0]?.travellerId;
  if (travellerId === undefined || named.some((row) => row?.travellerId !== travellerId)) return refuse("NOT_FOUND");
  const now = house.clock.iso();
  const outcome = await house.db.transaction().execute(async (tx) => {
    const traveller = await holdTraveller(tx, network.id, session.accountId, travellerId);
    if (traveller === undefined) return refuse("NOT_FOUND");
    if (traveller.deactivatedAt !== null) return refuse("PROFILE_DEACTIVATED");
    const documents = await holdDocuments(tx, network.id, session.accountId, request.document_ids);
    const fit = await fitting(tx, network, documents, article.requiredDocuments, { now, submissionId: null });
    if (!fit.ok) return fit;
    const id = house.ids.uuid();
    const made = await insertSubmission(
      tx,
      {
        id,
        networkId: network.id,
        accountId: session.accountId,
        travellerId,
        number: `D-${house.ids.spoken(numberLength)}`,
        shopItemId: article.id,
        language,
        expectedOn: expectedDecision(now, network.definition.timeZone),
        documentIds: documents.map((document) => document.id),
      },
      now,
    );
    if (!made) return refuse("SUBMISSION_OPEN");
    await addSubmissionEvent(tx, { id, networkId: network.id, at: now }, { event: "created", author: "customer" });
    return told(tx, ask, id, true);
  });
  house.wake();
  return outcome;
};

/** Completes a request that staff asked more for: it waits again, and keeps its number (§4). */
export const answerUpdate: Answer<typeof updateDocumentsSubmission> = async (ask) => {
  const { house, network, session, request } = ask;
  const own = await ownSubmission(house.db, session, request.submission_id);
  if (own === undefined) return refuse("NOT_FOUND");
  const now = house.clock.iso();
  const outcome = await house.db.transaction().execute(async (tx) => {
    await holdTraveller(tx, network.id, session.accountId, own.travellerId);
    const held = await holdSubmission(tx, network.id, own.id);
    if (held === undefined) return refuse("NOT_FOUND");
    const to = move(applicationMachine, "resubmit", held.status);
    if (!to.ok) return to;
    const documents = await holdDocuments(tx, network.id, session.accountId, request.document_ids);
    const all = documents.length === new Set(request.document_ids).size;
    if (!all || documents.some(({ travellerId }) => travellerId !== held.travellerId)) return refuse("NOT_FOUND");
    const needed = network.articles.get(held.shopItemId)?.requiredDocuments;
    const fit = await fitting(tx, network, documents, needed ?? documents.map((row) => row.documentTypeId), {
      now,
      submissionId: held.id,
    });
    if (!fit.ok) return fit;
    const before = await holdDocuments(tx, network.id, session.accountId, held.documentIds);
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
    const of = { id: held.id, networkId: network.id, to: to.value, at: now };
    const from = statesBefore(applicationMachine, "resubmit");
    await moveSubmission(tx, { ...of, from }, { event: "completed", author: "customer", expectedOn });
    return told(tx, ask, held.id, true);
  });
  house.wake();
  return outcome;
};

/** Takes a request back that nobody is looking at; its documents stay with the traveller. */
export const answerCancel: Answer<typeof cancelDocumentsSubmission> = async (ask) => {
  const { house, network, session, request } = ask;
  const own = await ownSubmission(house.db, session, request.submission_id);
  if (own === undefined || !mayTouch(session, own.travellerId)) return refuse("NOT_FOUND");
  return house.db.transaction().execute(async (tx) => {
    const held = await holdSubmission(tx, network.id, own.id);
    if (held === undefined) return refuse("NOT_FOUND");
    const to = move(applicationMachine, "cancel", held.status);
    if (!to.ok) return to;
    const of = { id: held.id, networkId: network.id, to: to.value, at: house.clock.iso() };
    const from = statesBefore(applicationMachine, "cancel");
    await moveSubmission(tx, { ...of, from }, { event: "cancelled", author: "customer" });
    return told(tx, ask, held.id, false);
  });
};

type Asked = Pick<
  Parameters<Answer<typeof createDocumentsSubmission>>[0],
  "house" | "network" | "session" | "language"
>;

async function told(tx: Tx, { house, network, session, language }: Asked, id: string, letter: boolean) {
  const row = await readSubmission(tx, network.id, id);
  if (row === undefined) throw new Error("A request that was written is not there");
  if (letter) await tellSubmission(tx, house, network, row, "documents-received");
  const documents = await holdDocuments(tx, network.id, session.accountId, row.documentIds);
  return done({ submission: shownSubmission(row, documents, { network, language, now: house.clock.iso() }) });
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
): Promise<Outcome<true, Unfit>> {
  const [first] = documents;
  if (first === undefined) return refuse("NOT_FOUND");
  const types = documents.map(({ documentTypeId }) => documentTypeId);
  const strange = types.filter((type, place) => !needed.includes(type) || types.indexOf(type) !== place);
  if (strange.length > 0) return refuse("DOCUMENT_NOT_ASKED", { documentTypeIds: strange });
  for (const document of documents) {
    const status = shownDocumentStatus(
      { ...document, replaced: document.replacedBy !== null, deleted: document.deletedAt !== null },
      now,
    );
    if (!["pending", "validating", "valid"].includes(status)) return refuse("DOCUMENT_INVALID", { status });
    if (document.submissionId !== null && document.submissionId !== submissionId) return refuse("SUBMISSION_OPEN");
  }
  const standing: CoveringDocument[] = await standingDocuments(tx, network.id, first.travellerId);
  const lacking = needed.filter((type) => !types.includes(type) && documentStanding(standing, type, [now]) !== "valid");
  return lacking.length > 0 ? refuse("DOCUMENT_REQUIRED", { documentTypeIds: lacking }) : done(true);
}
