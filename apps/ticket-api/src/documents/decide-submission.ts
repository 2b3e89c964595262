import type { DocumentReason } from "@guichet/contract/documents.ts";
import { err, ok, type Result } from "@guichet/contract/result.ts";
import { applicationMachine, documentMachine } from "@guichet/rules/documents.ts";
import { isSamePerson, type Person, personOf } from "@guichet/rules/persons/persons.ts";
import { move } from "@guichet/rules/state-machine.ts";
import { lockTraveller, type Traveller } from "../account-records/traveller-store.ts";
import type { Tx } from "../database/database.ts";
import type { Dependencies } from "../dependencies.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import { type DocumentEmail, notifySubmission } from "./document-emails.ts";
import {
  currentDocuments,
  type DocumentRow,
  lockDocuments,
  moveDocuments,
  readDocument,
  replaceDocuments,
  saveProvenPerson,
  saveValidity,
} from "./document-store.ts";
import {
  lockSubmission,
  moveSubmission,
  readSubmission,
  type SubmissionEvent,
  type SubmissionRow,
} from "./submission-store.ts";
import { endOfDay, endOfType, planReminder } from "./validity.ts";

/**
 * A decision of the staff on a submission (§4). Each runs in the caller's transaction and is recorded in the history with its author.
 * The network is that of the staff's role: a submission of another network is not found. The caller calls `deps.wake()` after the commit.
 */
export interface Verdict {
  network: LoadedNetwork;
  submissionId: string;
  staffId: string;
}

export interface DecisionReason {
  reason: DocumentReason;
  remark: string | null;
}

type DecisionError = "NOT_FOUND" | "TRANSITION_NOT_ALLOWED";
type DecisionResult = Promise<Result<SubmissionRow, DecisionError>>;
type Verb = "examine" | "accept" | "refuse" | "askForMore";

/** Starts the examination: pending → processing, with its documents. */
export const takeSubmission = (tx: Tx, deps: Dependencies, verdict: Verdict): DecisionResult =>
  decide(tx, deps, verdict, { verb: "examine", event: "taken", email: null }, async (documents) => {
    await moveDocuments(tx, ids(documents), "examine");
  });

/**
 * Accepts a submission: its documents are now valid for the traveller's present person, until the end of the day that staff
 * enter (by document id), or as long as their type allows; a re-examined document keeps its end. Earlier valid documents of the same
 * types are replaced. Refuses with PERSON_CHANGED when `examinedFor`, the person that the examiner saw, is not the present one
 * (decision 098).
 */
export async function acceptSubmission(
  tx: Tx,
  deps: Dependencies,
  verdict: Verdict & { goodUntil?: Readonly<Record<string, string>>; examinedFor?: Person | undefined },
): Promise<Result<SubmissionRow, DecisionError | "PERSON_CHANGED">> {
  const { network, examinedFor } = verdict;
  const traveller = await lockTravellerOf(tx, network, verdict.submissionId);
  if (traveller === undefined) return err("NOT_FOUND");
  if (examinedFor !== undefined && !isSamePerson(examinedFor, traveller)) return err("PERSON_CHANGED");
  const decision = { verb: "accept", event: "accepted", email: "documents-accepted" } as const;
  return decide(tx, deps, verdict, decision, async (documents) => {
    const at = deps.clock.iso();
    const examined = documents.filter(({ status }) => move(documentMachine, "accept", status).ok);
    await saveProvenPerson(tx, ids(examined), personOf(traveller));
    const accepted = await moveDocuments(tx, ids(examined), "accept", { decidedAt: at });
    for (const document of examined.filter(({ id }) => accepted.includes(id))) {
      await makeDocumentCurrent(
        tx,
        deps,
        document,
        acceptedUntil(network, document, verdict.goodUntil?.[document.id], at),
      );
    }
  });
}

/** When an accepted document expires: the day that staff enter, the end from its earlier acceptance, or its type's. */
function acceptedUntil(network: LoadedNetwork, document: DocumentRow, day: string | undefined, at: string) {
  if (day !== undefined) return endOfDay(network, day);
  return document.startingAt === null ? endOfType(network, document.documentTypeId, at) : document.expiresAt;
}

/**
 * Locks and returns the traveller of a submission, so that the person does not change meanwhile. It is locked before the submission,
 * as in the customer's calls, to avoid deadlocks.
 */
export async function lockTravellerOf(
  tx: Tx,
  network: LoadedNetwork,
  submissionId: string,
): Promise<Traveller | undefined> {
  const submission = await readSubmission(tx, network.id, submissionId);
  return submission && lockTraveller(tx, network.id, submission.accountId, submission.travellerId);
}

/** Refuses a submission for good, with a reason and the staff's remark. */
export const refuseSubmission = (tx: Tx, deps: Dependencies, verdict: Verdict & DecisionReason): DecisionResult =>
  decide(tx, deps, verdict, { verb: "refuse", event: "refused", email: "documents-refused" }, (documents) =>
    refuseDocuments(tx, deps, ids(documents), verdict),
  );

/** Asks for other documents: the named ones are refused (absent: all that are examined), the others wait. */
export const askForMore = (
  tx: Tx,
  deps: Dependencies,
  verdict: Verdict & DecisionReason & { documentIds?: readonly string[] },
): DecisionResult =>
  decide(tx, deps, verdict, { verb: "askForMore", event: "asked", email: "documents-to-complete" }, (documents) => {
    const selected = ids(documents).filter((id) => verdict.documentIds?.includes(id) ?? true);
    return refuseDocuments(tx, deps, selected, verdict);
  });

/** Sets until which day a valid document counts; null: no end. */
export async function changeExpiry(
  tx: Tx,
  deps: Dependencies,
  { network, documentId, goodUntil }: { network: LoadedNetwork; documentId: string; goodUntil: string | null },
): Promise<Result<DocumentRow, DecisionError>> {
  const found = await readDocument(tx, network.id, documentId);
  if (found === undefined) return err("NOT_FOUND");
  const [locked] = await lockDocuments(tx, network.id, found.accountId, [documentId]);
  if (locked?.status !== "VALID" || locked.deletedAt !== null || locked.replacedBy !== null)
    return err("TRANSITION_NOT_ALLOWED", { state: locked?.status ?? found.status, verb: "changeExpiry" });
  const expiresAt = goodUntil === null ? null : endOfDay(network, goodUntil);
  await saveValidity(tx, locked.id, { startingAt: locked.startingAt ?? deps.clock.iso(), expiresAt });
  await planReminder(tx, deps, { ...locked, expiresAt });
  return ok({ ...locked, expiresAt });
}

async function decide(
  tx: Tx,
  deps: Dependencies,
  { network, submissionId, staffId, ...decisionReason }: Verdict & Partial<DecisionReason>,
  { verb, event, email }: { verb: Verb; event: SubmissionEvent; email: DocumentEmail | null },
  applyToDocuments: (documents: DocumentRow[]) => Promise<void>,
): DecisionResult {
  const locked = await lockSubmission(tx, network.id, submissionId);
  if (locked === undefined) return err("NOT_FOUND");
  const to = move(applicationMachine, verb, locked.status);
  if (!to.ok) return to;
  const { reason, remark = null } = decisionReason;
  const historyEvent = {
    event,
    author: "staff" as const,
    staffId,
    remark,
    ...(reason === undefined ? {} : { reason }),
  };
  await moveSubmission(tx, { id: locked.id, networkId: network.id, at: deps.clock.iso() }, verb, historyEvent);
  await applyToDocuments(await lockDocuments(tx, network.id, locked.accountId, locked.documentIds));
  const after = await readSubmission(tx, network.id, locked.id);
  if (after === undefined) throw new Error("The decided submission was not found");
  if (email !== null) await notifySubmission(tx, deps, network, after, email);
  return ok(after);
}

/** Makes a document the current one: replaces earlier documents of its type, and plans the reminder of its end. */
export async function makeDocumentCurrent(
  tx: Tx,
  deps: Dependencies,
  document: DocumentRow,
  expiresAt: string | null,
): Promise<void> {
  await saveValidity(tx, document.id, { startingAt: deps.clock.iso(), expiresAt });
  const before = (await currentDocuments(tx, document.networkId, document.travellerId)).filter(
    ({ id, documentTypeId, status, submissionId }) =>
      id !== document.id &&
      documentTypeId === document.documentTypeId &&
      (status === "VALID" || status === "INVALID" || (status === "PENDING" && submissionId === null)),
  );
  await replaceDocuments(tx, ids(before), document.id);
  await planReminder(tx, deps, { ...document, expiresAt });
}

async function refuseDocuments(
  tx: Tx,
  deps: Dependencies,
  documentIds: readonly string[],
  { reason, remark }: DecisionReason,
) {
  await moveDocuments(tx, documentIds, "refuse", { reason, remark, decidedAt: deps.clock.iso() });
}

const ids = (documents: readonly DocumentRow[]): string[] => documents.map(({ id }) => id);
