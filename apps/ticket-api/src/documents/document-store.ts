import type { DocumentReason } from "@guichet/contract/documents.ts";
import { type DocumentStatus, type DocumentTransition, documentMachine } from "@guichet/rules/documents.ts";
import type { Person } from "@guichet/rules/persons.ts";
import { type BirthState, transitionOf } from "@guichet/rules/state-machine.ts";
import { sql } from "kysely";
import type { Database, Tx } from "../database/database.ts";

/** Who vouches for a document that has no file; what was typed in is not kept. */
export interface Qualification {
  providerId: string;
  /** What it said, in its own words. */
  said: string;
}

/** A paper of a traveller as it is kept (§3). */
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
  /** Whom it was accepted for; null: it never was. */
  provenPerson: Person | null;
  createdAt: string;
  startingAt: string | null;
  expiresAt: string | null;
  decidedAt: string | null;
  replacedBy: string | null;
  deletedAt: string | null;
  remindedAt: string | null;
  /** The open application that it belongs to. */
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

/** Documents of an account by their ids, held until the transaction ends. */
export async function lockDocuments(
  tx: Tx,
  networkId: string,
  accountId: string,
  ids: readonly string[],
): Promise<DocumentRow[]> {
  const these = sql`d.network_id = ${networkId} and d.account_id = ${accountId} and d.id = any(${ids}::uuid[])`;
  // Held first: what other tables say of them is then read as those left it who held them before.
  await sql`select from document d where ${these} order by d.id for update`.execute(tx);
  const found = await sql<DocumentRow>`select ${columns} from document d where ${these} order by d.id`.execute(tx);
  return found.rows;
}

/** What of a traveller neither was deleted nor replaced, newest first. */
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

/** Documents of an account (null: of all its travellers), newest first, after the one named by the cursor. */
export async function listDocuments(
  db: Database,
  asked: {
    networkId: string;
    accountId: string;
    travellerId: string | null;
    before: string | undefined;
    limit: number;
  },
): Promise<DocumentRow[]> {
  const { networkId, accountId, travellerId, before = null, limit } = asked;
  const found = await sql<DocumentRow>`select ${columns} from document d
    where d.network_id = ${networkId} and d.account_id = ${accountId}
      and (${travellerId}::uuid is null or d.traveller_id = ${travellerId}::uuid)
      and (${before}::uuid is null
        or (d.created_at, d.id) < (select c.created_at, c.id from document c where c.id = ${before}::uuid))
    order by d.created_at desc, d.id desc limit ${limit}`.execute(db);
  return found.rows;
}

/** Documents that a later one takes the place of. */
export async function replaceDocuments(tx: Tx, ids: readonly string[], by: string): Promise<void> {
  await sql`update document set replaced_by = ${by} where id = any(${ids}::uuid[]) and id <> ${by}
    and replaced_by is null`.execute(tx);
}

/** The document stays as a line of the past; its file is forgotten by the caller. */
export async function markDeleted(tx: Tx, id: string, at: string): Promise<void> {
  await sql`update document set deleted_at = ${at}, file_id = null, file_name = null where id = ${id}`.execute(tx);
}

/** Documents that staff accept are accepted for this person from now on. */
export async function saveProvenPerson(tx: Tx, ids: readonly string[], person: Person): Promise<void> {
  await sql`update document set proven_person = ${JSON.stringify(person)} where id = any(${ids}::uuid[])`.execute(tx);
}

/** A traveller's accepted documents whose person had no birth date: the one that is known now is part of it. */
export async function completeProvenPerson(tx: Tx, travellerId: string, person: Person): Promise<void> {
  await sql`update document set proven_person = ${JSON.stringify(person)}
    where traveller_id = ${travellerId} and proven_person ->> 'birthDate' is null and proven_person is not null`.execute(
    tx,
  );
}

/** Moves documents by a transition of their table; returns the ids of those that it moved. */
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

/** For which article documents were last examined, by document. */
export async function lastExaminedFor(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const found = await sql<{ documentId: string; shopItemId: string }>`
    select distinct on (sd.document_id) sd.document_id as "documentId", s.shop_item_id as "shopItemId"
    from submission_document sd join submission s on s.id = sd.submission_id
    where sd.document_id = any(${ids}::uuid[]) order by sd.document_id, s.created_at desc`.execute(tx);
  return new Map(found.rows.map(({ documentId, shopItemId }) => [documentId, shopItemId]));
}

/** From when until when a valid document counts; a reminder of its new end is still to come. */
export async function saveValidity(
  tx: Tx,
  id: string,
  { startingAt, expiresAt }: { startingAt: string; expiresAt: string | null },
): Promise<void> {
  await sql`update document set starting_at = ${startingAt}, expires_at = ${expiresAt}, reminded_at = null
    where id = ${id}`.execute(tx);
}

/** Notes that the holder was reminded; false when that was done before, or there is nothing to remind of any more. */
export async function markReminded(tx: Tx, id: string, expiresAt: string, at: string): Promise<boolean> {
  const marked = await sql`update document set reminded_at = ${at}
    where id = ${id} and expires_at = ${expiresAt} and status = 'VALID' and reminded_at is null and deleted_at is null
      and replaced_by is null returning id`.execute(tx);
  return marked.rows.length === 1;
}

/** The documents of some requests, in the order in which they were sent in. */
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
