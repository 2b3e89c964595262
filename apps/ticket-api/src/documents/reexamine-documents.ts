import { textIn } from "@guichet/contract/locales.ts";
import { isSamePerson, personOf } from "@guichet/rules/persons/persons.ts";
import type { Traveller } from "../account-records/traveller-store.ts";
import type { Tx } from "../database/database.ts";
import type { Dependencies } from "../dependencies.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import { decisionExpectedOn } from "./decision-day.ts";
import {
  currentDocuments,
  type DocumentRow,
  lastExaminedFor,
  moveDocuments,
  saveProvenPerson,
} from "./document-store.ts";
import { addSubmissionEvent, addToOpenSubmission, insertSubmission, readSubmission } from "./submission-store.ts";
import { documentTypeOf } from "./validity.ts";

/** The length of a submission number, without its prefix. */
const numberLength = 8;

/** The accepted documents of a traveller whose person changed. */
export interface Reexamined {
  /** They wait for staff, each in the submission of that number. */
  waiting: { name: string; number: string }[];
  /** A provider vouched for them for the person before, and must be asked again. */
  ended: string[];
}

interface ReexaminationContext {
  deps: Dependencies;
  network: LoadedNetwork;
}

/**
 * Returns the accepted documents of a traveller whose person changed to staff, in new or open
 * submissions, and ends what a provider vouched for (decision 098). The caller has locked the traveller.
 */
export async function reexamineDocuments(
  tx: Tx,
  { deps, network }: ReexaminationContext,
  person: Traveller,
): Promise<Reexamined> {
  const now = deps.clock.iso();
  const valid = (await currentDocuments(tx, network.id, person.id)).filter(
    ({ status, expiresAt }) => status === "VALID" && (expiresAt === null || Date.parse(expiresAt) > Date.parse(now)),
  );
  const examinedFor = await lastExaminedFor(tx, ids(valid));
  const articleOf = ({ id, documentTypeId }: DocumentRow) =>
    examinedFor.get(id) ??
    [...network.articles.values()].find(({ requiredDocuments }) => requiredDocuments.includes(documentTypeId))?.id;
  const hasFile = ({ fileId }: DocumentRow) => fileId !== null;
  const resubmitted = valid.filter((document) => hasFile(document) && articleOf(document) !== undefined);
  const ended = valid.filter((document) => !resubmitted.includes(document));
  await moveDocuments(tx, ids(ended), "end", {
    reason: "wrong-person",
    decidedAt: now,
  });
  await moveDocuments(tx, ids(resubmitted), "reexamine");
  const numbers = new Map<string, string>();
  for (const [shopItemId, documents] of Map.groupBy(resubmitted, (document) => articleOf(document) ?? "")) {
    const number = await submissionFor(tx, { deps, network }, person, shopItemId, ids(documents));
    for (const { id } of documents) numbers.set(id, number);
  }
  const name = ({ documentTypeId }: DocumentRow) => {
    const type = documentTypeOf(network, documentTypeId);
    return type === undefined ? documentTypeId : textIn(type.name, network.language, network.definition.languages);
  };
  return {
    waiting: resubmitted.map((document) => ({ name: name(document), number: numbers.get(document.id) ?? "" })),
    ended: ended.map(name),
  };
}

/** Adds newly known data of the person (the birth date) to the accepted documents. */
export async function completeProvenPersons(
  tx: Tx,
  networkId: string,
  before: Traveller,
  after: Traveller,
): Promise<void> {
  const proven = (await currentDocuments(tx, networkId, before.id)).filter(
    ({ status, provenPerson }) => status === "VALID" && provenPerson !== null && isSamePerson(provenPerson, before),
  );
  await saveProvenPerson(tx, ids(proven), personOf(after));
}

/** The number of the submission in which staff re-examine documents: the open one for the article, or a new one. */
async function submissionFor(
  tx: Tx,
  { deps, network }: ReexaminationContext,
  { id: travellerId, accountId }: Traveller,
  shopItemId: string,
  documentIds: string[],
): Promise<string> {
  const open = await addToOpenSubmission(tx, { travellerId, shopItemId, documentIds });
  if (open !== undefined) return (await readSubmission(tx, network.id, open))?.number ?? "";
  const at = deps.clock.iso();
  const id = deps.ids.uuid();
  const number = `D-${deps.ids.spoken(numberLength)}`;
  const submission = { id, networkId: network.id, accountId, travellerId, number, shopItemId, documentIds };
  const expectedOn = decisionExpectedOn(network, at);
  await insertSubmission(tx, { ...submission, cause: "person-changed", language: network.language, expectedOn }, at);
  await addSubmissionEvent(tx, { id, networkId: network.id, at }, { event: "created", author: "guichet" });
  return number;
}

const ids = (documents: readonly DocumentRow[]): string[] => documents.map(({ id }) => id);
