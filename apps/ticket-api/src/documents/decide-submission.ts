import type { DocumentReason } from "@guichet/contract/documents.ts";
import { err, ok, type Result } from "@guichet/contract/result.ts";
import { applicationMachine, documentMachine } from "@guichet/rules/documents.ts";
import { isSamePerson, type Person, personOf } from "@guichet/rules/persons.ts";
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
 * What staff do to a request (§4), each inside the caller's transaction, with its author in the history. The network is that
 * of the staff's role: a request of another does not exist. The caller calls `deps.wake()` after the commit.
 */
export interface Verdict {
  network: LoadedNetwork;
  submissionId: string;
  staffId: string;
}

export interface Grounds {
  reason: DocumentReason;
  remark: string | null;
}

type Refused = "NOT_FOUND" | "TRANSITION_NOT_ALLOWED";
type Decided = Promise<Result<SubmissionRow, Refused>>;
type Verb = "examine" | "accept" | "refuse" | "askForMore";

/** Somebody looks at it now: pending → processing, its documents with it. */
export const takeSubmission = (tx: Tx, deps: Dependencies, verdict: Verdict): Decided =>
  decide(tx, deps, verdict, { verb: "examine", event: "taken", letter: null }, async (documents) => {
    await moveDocuments(tx, ids(documents), "examine");
  });

/**
 * Accepts a request: its documents are valid from now for the person whom its traveller is, until the end of the day that staff
 * give (by document id), or as long as their type says; what is examined again keeps its end. Valid ones of the same types before
 * them are replaced. Refuses with PERSON_CHANGED when `examinedFor`, whom the examiner saw, is not that person (decision 098).
 */
export async function acceptSubmission(
  tx: Tx,
  deps: Dependencies,
  verdict: Verdict & { goodUntil?: Readonly<Record<string, string>>; examinedFor?: Person | undefined },
): Promise<Result<SubmissionRow, Refused | "PERSON_CHANGED">> {
  const { network, examinedFor } = verdict;
  const traveller = await lockTravellerOf(tx, network, verdict.submissionId);
  if (traveller === undefined) return err("NOT_FOUND");
  if (examinedFor !== undefined && !isSamePerson(examinedFor, traveller)) return err("PERSON_CHANGED");
  const means = { verb: "accept", event: "accepted", letter: "documents-accepted" } as const;
  return decide(tx, deps, verdict, means, async (documents) => {
    const at = deps.clock.iso();
    const examined = documents.filter(({ status }) => move(documentMachine, "accept", status).ok);
    await saveProvenPerson(tx, ids(examined), personOf(traveller));
    const accepted = await moveDocuments(tx, ids(examined), "accept", { decidedAt: at });
    for (const document of examined.filter(({ id }) => accepted.includes(id))) {
      await makeDocumentCurrent(
        tx,
        deps,
        document,
        endOfAccepted(network, document, verdict.goodUntil?.[document.id], at),
      );
    }
  });
}

/** Until when an accepted document counts: the day that staff give, the end it had when it was accepted before, or its type's. */
function endOfAccepted(network: LoadedNetwork, document: DocumentRow, day: string | undefined, at: string) {
  if (day !== undefined) return endOfDay(network, day);
  return document.startingAt === null ? endOfType(network, document.documentTypeId, at) : document.expiresAt;
}

/**
 * The traveller of a request, held until the transaction ends: nobody changes who it is meanwhile. Held before the request itself,
 * as by the customer's calls, so that nobody waits for each other.
 */
export async function lockTravellerOf(
  tx: Tx,
  network: LoadedNetwork,
  submissionId: string,
): Promise<Traveller | undefined> {
  const asked = await readSubmission(tx, network.id, submissionId);
  return asked && lockTraveller(tx, network.id, asked.accountId, asked.travellerId);
}

/** Refuses a request for good, with a reason and words of the staff's own. */
export const refuseSubmission = (tx: Tx, deps: Dependencies, verdict: Verdict & Grounds): Decided =>
  decide(tx, deps, verdict, { verb: "refuse", event: "refused", letter: "documents-refused" }, (documents) =>
    refuseDocuments(tx, deps, ids(documents), verdict),
  );

/** Asks the customer for other documents: those named are refused (absent: all that are looked at), the rest waits. */
export const askForMore = (
  tx: Tx,
  deps: Dependencies,
  verdict: Verdict & Grounds & { documentIds?: readonly string[] },
): Decided =>
  decide(tx, deps, verdict, { verb: "askForMore", event: "asked", letter: "documents-to-complete" }, (documents) => {
    const named = ids(documents).filter((id) => verdict.documentIds?.includes(id) ?? true);
    return refuseDocuments(tx, deps, named, verdict);
  });

/** Staff set until which day (null: without end) a valid document counts. */
export async function changeExpiry(
  tx: Tx,
  deps: Dependencies,
  { network, documentId, goodUntil }: { network: LoadedNetwork; documentId: string; goodUntil: string | null },
): Promise<Result<DocumentRow, Refused>> {
  const found = await readDocument(tx, network.id, documentId);
  if (found === undefined) return err("NOT_FOUND");
  const [held] = await lockDocuments(tx, network.id, found.accountId, [documentId]);
  if (held?.status !== "VALID" || held.deletedAt !== null || held.replacedBy !== null)
    return err("TRANSITION_NOT_ALLOWED", { state: held?.status ?? found.status, verb: "changeExpiry" });
  const expiresAt = goodUntil === null ? null : endOfDay(network, goodUntil);
  await saveValidity(tx, held.id, { startingAt: held.startingAt ?? deps.clock.iso(), expiresAt });
  await planReminder(tx, deps, { ...held, expiresAt });
  return ok({ ...held, expiresAt });
}

async function decide(
  tx: Tx,
  deps: Dependencies,
  { network, submissionId, staffId, ...grounds }: Verdict & Partial<Grounds>,
  { verb, event, letter }: { verb: Verb; event: SubmissionEvent; letter: DocumentEmail | null },
  act: (documents: DocumentRow[]) => Promise<void>,
): Decided {
  const held = await lockSubmission(tx, network.id, submissionId);
  if (held === undefined) return err("NOT_FOUND");
  const to = move(applicationMachine, verb, held.status);
  if (!to.ok) return to;
  const { reason, remark = null } = grounds;
  const told = { event, author: "staff" as const, staffId, remark, ...(reason === undefined ? {} : { reason }) };
  await moveSubmission(tx, { id: held.id, networkId: network.id, at: deps.clock.iso() }, verb, told);
  await act(await lockDocuments(tx, network.id, held.accountId, held.documentIds));
  const after = await readSubmission(tx, network.id, held.id);
  if (after === undefined) throw new Error("A request that was decided on is not there");
  if (letter !== null) await notifySubmission(tx, deps, network, after, letter);
  return ok(after);
}

/** A document counts from now: what it takes the place of is replaced, and its end is thought of. */
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

async function refuseDocuments(tx: Tx, deps: Dependencies, refused: readonly string[], { reason, remark }: Grounds) {
  await moveDocuments(tx, refused, "refuse", { reason, remark, decidedAt: deps.clock.iso() });
}

const ids = (documents: readonly DocumentRow[]): string[] => documents.map(({ id }) => id);
