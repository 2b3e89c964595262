import { textIn } from "@guichet/contract/locales.ts";
import { expectedDecision } from "@guichet/rules/documents.ts";
import { isSamePerson, personOf } from "@guichet/rules/persons.ts";
import type { Traveller } from "../account-records/traveller-store.ts";
import type { Tx } from "../database/database.ts";
import type { Dependencies } from "../dependencies.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import {
  currentDocuments,
  type DocumentRow,
  lastExaminedFor,
  moveDocuments,
  saveProvenPerson,
} from "./document-store.ts";
import { addSubmissionEvent, addToOpenSubmission, insertSubmission, readSubmission } from "./submission-store.ts";
import { documentTypeOf } from "./validity.ts";

/** So many letters and digits name a request, beside the mark of its kind. */
const numberLength = 8;

/** What became of the accepted documents of somebody who became another person. */
export interface Reexamined {
  /** They wait for staff, each in a request of that number. */
  waiting: { name: string; number: string }[];
  /** A provider vouched for them, of the person before; it is to be asked anew. */
  ended: string[];
}

interface Reach {
  deps: Dependencies;
  network: LoadedNetwork;
}

/**
 * Sends the accepted documents of a traveller who became another person back to staff, in requests of their own or in those
 * that are open, and ends what a provider vouched for (decision 098). The traveller is held by the caller.
 */
export async function reexamineDocuments(tx: Tx, { deps, network }: Reach, person: Traveller): Promise<Reexamined> {
  const now = deps.clock.iso();
  const counting = (await currentDocuments(tx, network.id, person.id)).filter(
    ({ status, expiresAt }) => status === "VALID" && (expiresAt === null || Date.parse(expiresAt) > Date.parse(now)),
  );
  const examinedFor = await lastExaminedFor(tx, ids(counting));
  const articleOf = ({ id, documentTypeId }: DocumentRow) =>
    examinedFor.get(id) ??
    [...network.articles.values()].find(({ requiredDocuments }) => requiredDocuments.includes(documentTypeId))?.id;
  const hasFile = ({ fileId }: DocumentRow) => fileId !== null;
  const sentBack = counting.filter((document) => hasFile(document) && articleOf(document) !== undefined);
  const ended = counting.filter((document) => !sentBack.includes(document));
  await moveDocuments(tx, ids(ended), "end", {
    reason: "wrong-person",
    decidedAt: now,
  });
  await moveDocuments(tx, ids(sentBack), "reexamine");
  const numbers = new Map<string, string>();
  for (const [shopItemId, documents] of Map.groupBy(sentBack, (document) => articleOf(document) ?? "")) {
    const number = await requestFor(tx, { deps, network }, person, shopItemId, ids(documents));
    for (const { id } of documents) numbers.set(id, number);
  }
  const name = ({ documentTypeId }: DocumentRow) => {
    const type = documentTypeOf(network, documentTypeId);
    return type === undefined ? documentTypeId : textIn(type.name, network.language, network.definition.languages);
  };
  return {
    waiting: sentBack.map((document) => ({ name: name(document), number: numbers.get(document.id) ?? "" })),
    ended: ended.map(name),
  };
}

/** What was unknown of the person is known now: the accepted documents are bound to that as well. */
export async function completeProofs(tx: Tx, networkId: string, before: Traveller, after: Traveller): Promise<void> {
  const proven = (await currentDocuments(tx, networkId, before.id)).filter(
    ({ status, provenPerson }) => status === "VALID" && provenPerson !== null && isSamePerson(provenPerson, before),
  );
  await saveProvenPerson(tx, ids(proven), personOf(after));
}

/** The request in which staff look at these documents again: the one that is open for the article, or a new one. */
async function requestFor(
  tx: Tx,
  { deps, network }: Reach,
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
  const expectedOn = expectedDecision(at, network.definition.timeZone);
  await insertSubmission(tx, { ...submission, cause: "person-changed", language: network.language, expectedOn }, at);
  await addSubmissionEvent(tx, { id, networkId: network.id, at }, { event: "created", author: "guichet" });
  return number;
}

const ids = (documents: readonly DocumentRow[]): string[] => documents.map(({ id }) => id);
