import type { DocumentReason } from "@guichet/contract/documents.ts";
import { done, type Outcome, refuse } from "@guichet/contract/outcome.ts";
import { applicationMachine, documentMachine } from "@guichet/rules/documents.ts";
import { move, statesBefore } from "@guichet/rules/state-machine.ts";
import type { Tx } from "../database/connection.ts";
import type { House } from "../house.ts";
import type { LoadedNetwork } from "../networks/registry.ts";
import { type DocumentLetter, tellSubmission } from "./letters.ts";
import {
  type DocumentRow,
  holdDocuments,
  moveDocuments,
  readDocument,
  replaceDocuments,
  saveValidity,
  standingDocuments,
} from "./store.ts";
import {
  holdSubmission,
  moveSubmission,
  readSubmission,
  type SubmissionEvent,
  type SubmissionRow,
} from "./submission-store.ts";
import { endOfDay, endOfType, planReminder } from "./validity.ts";

/**
 * What staff do to a request (§4), each inside the caller's transaction, with its author in the history. The network is that
 * of the staff's role: a request of another does not exist. The caller calls `house.wake()` after the commit.
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
type Decided = Promise<Outcome<SubmissionRow, Refused>>;
type Verb = "examine" | "accept" | "refuse" | "askForMore";

/** Somebody looks at it now: pending → processing, its documents with it. */
export const takeSubmission = (tx: Tx, house: House, verdict: Verdict): Decided =>
  decide(tx, house, verdict, { verb: "examine", event: "taken", letter: null }, async (documents) => {
    await moveDocuments(tx, ids(documents), statesBefore(documentMachine, "examine"), { status: "VALIDATING" });
  });

/**
 * Accepts a request: its documents are valid from now, until the end of the day that staff give (by document id), or as long
 * as their type says. Valid ones of the same types before them are replaced.
 */
export const acceptSubmission = (
  tx: Tx,
  house: House,
  verdict: Verdict & { goodUntil?: Readonly<Record<string, string>> },
): Decided =>
  decide(tx, house, verdict, { verb: "accept", event: "accepted", letter: "documents-accepted" }, async (documents) => {
    const at = house.clock.iso();
    const from = statesBefore(documentMachine, "accept");
    const accepted = await moveDocuments(tx, ids(documents), from, { status: "VALID", decidedAt: at });
    for (const document of documents.filter(({ id }) => accepted.includes(id))) {
      const day = verdict.goodUntil?.[document.id];
      const expiresAt =
        day === undefined ? endOfType(verdict.network, document.documentTypeId, at) : endOfDay(verdict.network, day);
      await count(tx, house, document, expiresAt);
    }
  });

/** Refuses a request for good, with a reason and words of the staff's own. */
export const refuseSubmission = (tx: Tx, house: House, verdict: Verdict & Grounds): Decided =>
  decide(tx, house, verdict, { verb: "refuse", event: "refused", letter: "documents-refused" }, (documents) =>
    refuseDocuments(tx, house, ids(documents), verdict),
  );

/** Asks the customer for other documents: those named are refused (absent: all that are looked at), the rest waits. */
export const askForMore = (
  tx: Tx,
  house: House,
  verdict: Verdict & Grounds & { documentIds?: readonly string[] },
): Decided =>
  decide(tx, house, verdict, { verb: "askForMore", event: "asked", letter: "documents-to-complete" }, (documents) => {
    const named = ids(documents).filter((id) => verdict.documentIds?.includes(id) ?? true);
    return refuseDocuments(tx, house, named, verdict);
  });

/** Staff set until which day (null: without end) a valid document counts. */
export async function changeExpiry(
  tx: Tx,
  house: House,
  { network, documentId, goodUntil }: { network: LoadedNetwork; documentId: string; goodUntil: string | null },
): Promise<Outcome<DocumentRow, Refused>> {
  const found = await readDocument(tx, network.id, documentId);
  if (found === undefined) return refuse("NOT_FOUND");
  const [held] = await holdDocuments(tx, network.id, found.accountId, [documentId]);
  if (held?.status !== "VALID" || held.deletedAt !== null || held.replacedBy !== null)
    return refuse("TRANSITION_NOT_ALLOWED", { state: held?.status ?? found.status, verb: "changeExpiry" });
  const expiresAt = goodUntil === null ? null : endOfDay(network, goodUntil);
  await saveValidity(tx, held.id, { startingAt: held.startingAt ?? house.clock.iso(), expiresAt });
  await planReminder(tx, house, { ...held, expiresAt });
  return done({ ...held, expiresAt });
}

async function decide(
  tx: Tx,
  house: House,
  { network, submissionId, staffId, ...grounds }: Verdict & Partial<Grounds>,
  { verb, event, letter }: { verb: Verb; event: SubmissionEvent; letter: DocumentLetter | null },
  act: (documents: DocumentRow[]) => Promise<void>,
): Decided {
  const held = await holdSubmission(tx, network.id, submissionId);
  if (held === undefined) return refuse("NOT_FOUND");
  const to = move(applicationMachine, verb, held.status);
  if (!to.ok) return to;
  const { reason, remark = null } = grounds;
  const told = { event, author: "staff" as const, staffId, remark, ...(reason === undefined ? {} : { reason }) };
  const of = { id: held.id, networkId: network.id, to: to.value, at: house.clock.iso() };
  await moveSubmission(tx, { ...of, from: statesBefore(applicationMachine, verb) }, told);
  await act(await holdDocuments(tx, network.id, held.accountId, held.documentIds));
  const after = await readSubmission(tx, network.id, held.id);
  if (after === undefined) throw new Error("A request that was decided on is not there");
  if (letter !== null) await tellSubmission(tx, house, network, after, letter);
  return done(after);
}

/** A document counts from now: what it takes the place of is replaced, and its end is thought of. */
export async function count(tx: Tx, house: House, document: DocumentRow, expiresAt: string | null): Promise<void> {
  await saveValidity(tx, document.id, { startingAt: house.clock.iso(), expiresAt });
  const before = (await standingDocuments(tx, document.networkId, document.travellerId)).filter(
    ({ id, documentTypeId, status, submissionId }) =>
      id !== document.id &&
      documentTypeId === document.documentTypeId &&
      (status === "VALID" || status === "INVALID" || (status === "PENDING" && submissionId === null)),
  );
  await replaceDocuments(tx, ids(before), document.id);
  await planReminder(tx, house, { ...document, expiresAt });
}

async function refuseDocuments(tx: Tx, house: House, refused: readonly string[], { reason, remark }: Grounds) {
  const from = statesBefore(documentMachine, "refuse");
  await moveDocuments(tx, refused, from, { status: "INVALID", reason, remark, decidedAt: house.clock.iso() });
}

const ids = (documents: readonly DocumentRow[]): string[] => documents.map(({ id }) => id);
