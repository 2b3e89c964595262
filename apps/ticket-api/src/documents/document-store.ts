import type { DocumentReason } from "@guichet/contract/documents.ts";
import { type DocumentStatus, type DocumentTransition, documentMachine } from "@guichet/rules/documents.ts";
import type { Person } from "@guichet/rules/persons/persons.ts";
import { type BirthState, transitionOf } from "@guichet/rules/state-machine.ts";
import { sql } from "kysely";
import type { Database, Tx } from "../database/database.ts";

/** The qualification provider that vouches for a document without a file; the person's input is not stored. */
export interface Qualification {
  providerId: string;
  /** The provider's statement, verbatim. */
  said: string;
}

/** A traveller's document as it is stored (§3). */
export interface DocumentRow {
  id: string;
  networkId: string;
  accountId: string;
  travellerId: string;
  documentTypeId: string;
  fileId: string | null;
  fileName: string | null;
  contentType: string | null;
  status: DocumentStatus;
  reason: DocumentReason | null;
  remark: string | null;
  qualification: Qualification | null;
  /** The person for whom it was accepted; null: never accepted. */
  provenPerson: Person | null;
  createdAt: string;
  startingAt: string | null;
  expiresAt: string | null;
  decidedAt: string | null;
  replacedBy: string | null;
  deletedAt: string | null;
  remindedAt: string | null;
  /** The open submission that includes it. */
  submissionId: string | null;
}

const columns = sql`d.id, d.network_id as "networkId", d.account_id as "accountId", d.traveller_id as "travellerId",
  d.document_type_id as "documentTypeId", d.file_id as "fileId", d.file_name as "fileName",
  (select f.content_type from stored_file f where f.id = d.file_id) as "contentType", d.status, d.reason, d.remark,
  d.qualification, d.proven_person as "provenPerson", d.created_at as "createdAt", d.starting_at as "startingAt", d.expires_at as "expiresAt",
  d.decided_at as "decidedAt", d.replaced_by as "replacedBy", d.deleted_at as "deletedAt",
  d.reminded_at as "remindedAt",
  (select s.id from submission_document sd join submission s on s.id = sd.submission_id
    where sd.document_id = d.id and s.status in ('pending', 'processing', 'to complete') limit 1) as "submissionId"`;

export type NewDocument = Pick<
  DocumentRow,
  "id" | "networkId" | "accountId" | "travellerId" | "documentTypeId" | "fileId" | "fileName"
> & {
  status: BirthState<typeof documentMachine>;
  qualification?: Qualification;
  provenPerson?: Person;
  startingAt?: string;
  expiresAt?: string | null;
};

export async function insertDocument(tx: Tx, document: NewDocument, at: string): Promise<void> {
  const { qualification = null, provenPerson = null, startingAt = null, expiresAt = null } = document;
  await sql`insert into document (id, network_id, account_id, traveller_id, document_type_id, file_id, file_name, status,
      qualification, proven_person, created_at, starting_at, expires_at, decided_at)
    values (${document.id}, ${document.networkId}, ${document.accountId}, ${document.travellerId},
      ${document.documentTypeId}, ${document.fileId}, ${document.fileName}, ${document.status},
      ${qualification === null ? null : JSON.stringify(qualification)},
      ${provenPerson === null ? null : JSON.stringify(provenPerson)}, ${at}, ${startingAt}, ${expiresAt},
      ${document.status === "VALID" ? at : null})`.execute(tx);
}

export async function readDocument(db: Database | Tx, networkId: string, id: string): Promise<DocumentRow | undefined> {
  const found = await sql<DocumentRow>`select ${columns} from document d
    where d.network_id = ${networkId} and d.id = ${id}`.execute(db);
  return found.rows[0];
}

/** Documents of an account by their ids, locked until the transaction ends. */
export async function lockDocuments(
  tx: Tx,
  networkId: string,
  accountId: string,
  ids: readonly string[],
): Promise<DocumentRow[]> {
  const condition = sql`d.network_id = ${networkId} and d.account_id = ${accountId} and d.id = any(${ids}::uuid[])`;
  // Locks first, so that the read sees the changes of earlier lock holders in other tables.
  await sql`select from document d where ${condition} order by d.id for update`.execute(tx);
  const found = await sql<DocumentRow>`select ${columns} from document d where ${condition} order by d.id`.execute(tx);
  return found.rows;
}

/** A traveller's documents that are neither deleted nor replaced, newest first. */
export async function currentDocuments(
  db: Database | Tx,
  networkId: string,
  travellerId: string,
): Promise<DocumentRow[]> {
  const found = await sql<DocumentRow>`select ${columns} from document d
    where d.network_id = ${networkId} and d.traveller_id = ${travellerId} and d.deleted_at is null
      and d.replaced_by is null order by d.created_at desc, d.id desc`.execute(db);
  return found.rows;
}

/** Documents of an account (or one traveller), newest first, after the document of the cursor. */
export async function listDocuments(
  db: Database,
  query: {
    networkId: string;
    accountId: string;
    travellerId: string | null;
    before: string | undefined;
    limit: number;
  },
): Promise<DocumentRow[]> {
  const { networkId, accountId, travellerId, before = null, limit } = query;
  const found = await sql<DocumentRow>`select ${columns} from document d
    where d.network_id = ${networkId} and d.account_id = ${accountId}
      and (${travellerId}::uuid is null or d.traveller_id = ${travellerId}::uuid)
      and (${before}::uuid is null
        or (d.created_at, d.id) < (select c.created_at, c.id from document c where c.id = ${before}::uuid))
    order by d.created_at desc, d.id desc limit ${limit}`.execute(db);
  return found.rows;
}

/** Marks documents as replaced by a later one. */
export async function replaceDocuments(tx: Tx, ids: readonly string[], replacementId: string): Promise<void> {
  await sql`update document set replaced_by = ${replacementId} where id = any(${ids}::uuid[]) and id <> ${replacementId}
    and replaced_by is null`.execute(tx);
}

/** Marks a document as deleted; the row stays, and the caller deletes its file. */
export async function markDeleted(tx: Tx, id: string, at: string): Promise<void> {
  await sql`update document set deleted_at = ${at}, file_id = null, file_name = null where id = ${id}`.execute(tx);
}

/** Saves the person for whom documents are accepted. */
export async function saveProvenPerson(tx: Tx, ids: readonly string[], person: Person): Promise<void> {
  await sql`update document set proven_person = ${JSON.stringify(person)} where id = any(${ids}::uuid[])`.execute(tx);
}

/** Adds the birth date to the person of a traveller's accepted documents where it was unknown. */
export async function completeProvenPerson(tx: Tx, travellerId: string, person: Person): Promise<void> {
  await sql`update document set proven_person = ${JSON.stringify(person)}
    where traveller_id = ${travellerId} and proven_person ->> 'birthDate' is null and proven_person is not null`.execute(
    tx,
  );
}

/** Changes the status of documents by a transition of the state table; returns the ids of those that changed. */
export async function moveDocuments(
  tx: Tx,
  ids: readonly string[],
  transition: DocumentTransition,
  decision: { reason?: DocumentReason; remark?: string | null; decidedAt?: string } = {},
): Promise<string[]> {
  const { from, to } = transitionOf<DocumentStatus, DocumentTransition>(documentMachine, transition);
  const { reason = null, remark = null, decidedAt = null } = decision;
  const moved = await sql<{ id: string }>`update document set status = ${to}, reason = ${reason},
      remark = ${remark}, decided_at = coalesce(${decidedAt}, decided_at)
    where id = any(${ids}::uuid[]) and status = any(${from}) returning id`.execute(tx);
  return moved.rows.map(({ id }) => id);
}

/** The article for which each document was last examined, by document. */
export async function lastExaminedFor(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const found = await sql<{ documentId: string; shopItemId: string }>`
    select distinct on (sd.document_id) sd.document_id as "documentId", s.shop_item_id as "shopItemId"
    from submission_document sd join submission s on s.id = sd.submission_id
    where sd.document_id = any(${ids}::uuid[]) order by sd.document_id, s.created_at desc`.execute(tx);
  return new Map(found.rows.map(({ documentId, shopItemId }) => [documentId, shopItemId]));
}

/** Saves the validity of a document, and resets its reminder. */
export async function saveValidity(
  tx: Tx,
  id: string,
  { startingAt, expiresAt }: { startingAt: string; expiresAt: string | null },
): Promise<void> {
  await sql`update document set starting_at = ${startingAt}, expires_at = ${expiresAt}, reminded_at = null
    where id = ${id}`.execute(tx);
}

/** Marks a document as reminded; false when it already was, or no longer needs a reminder. */
export async function markReminded(tx: Tx, id: string, expiresAt: string, at: string): Promise<boolean> {
  const marked = await sql`update document set reminded_at = ${at}
    where id = ${id} and expires_at = ${expiresAt} and status = 'VALID' and reminded_at is null and deleted_at is null
      and replaced_by is null returning id`.execute(tx);
  return marked.rows.length === 1;
}

/** The documents of submissions, in the order in which they were uploaded. */
export async function documentsOfSubmissions(
  db: Database | Tx,
  networkId: string,
  submissionIds: readonly string[],
): Promise<DocumentRow[]> {
  const found = await sql<DocumentRow>`select ${columns} from document d
    where d.network_id = ${networkId} and d.id in
      (select document_id from submission_document where submission_id = any(${submissionIds}::uuid[]))
    order by d.created_at, d.id`.execute(db);
  return found.rows;
}
