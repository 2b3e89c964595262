import type { deleteDocument, uploadDocument } from "@guichet/contract/documents.ts";
import { storedScanMaxSide } from "@guichet/contract/limits/file-limits.ts";
import { err, ok, type Result } from "@guichet/contract/result.ts";
import { type FileRefusal, uploadTypes } from "@guichet/contract/uploads.ts";
import { documentMachine } from "@guichet/rules/documents.ts";
import { born } from "@guichet/rules/state-machine.ts";
import { mayTouch, namedTraveller } from "../account-records/named-traveller.ts";
import { lockTraveller } from "../account-records/traveller-store.ts";
import type { Tx } from "../database/database.ts";
import type { Dependencies } from "../dependencies.ts";
import { type CheckedFile, checkFile } from "../files/check.ts";
import { deleteFile, insertFile } from "../files/file-store.ts";
import { mayUpload } from "../files/uploads-per-hour.ts";
import type { Handler } from "../http/call-handler.ts";
import type { Upload } from "../http/multipart-form.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import type { UserSession } from "../sessions/session-store.ts";
import { ownDocument } from "./document-owner.ts";
import {
  currentDocuments,
  type DocumentRow,
  insertDocument,
  lockDocuments,
  markDeleted,
  readDocument,
  replaceDocuments,
} from "./document-store.ts";
import { documentView, isDraft, type Reader } from "./document-view.ts";
import { documentTypeOf } from "./validity.ts";

export const uploadHandler: Handler<typeof uploadDocument> = async (ctx) =>
  keepUpload(ctx, ctx.request.document_type, "document");

interface Asked {
  deps: Dependencies;
  network: LoadedNetwork;
  session: UserSession;
  request: { userId?: string | undefined };
  language: Reader["language"];
  upload: Upload | undefined;
}

/**
 * Keeps a document that was sent in, as a draft: it is part of no request yet. Drafts and refused documents of the same type
 * are replaced; a valid one counts until another is. What is refused leaves nothing behind.
 */
export async function keepUpload(
  { deps, network, session, request, language, upload }: Asked,
  typeId: string,
  part: string,
) {
  if (documentTypeOf(network, typeId) === undefined) return err("DOCUMENT_TYPE_UNKNOWN");
  const traveller = await namedTraveller(deps.db, session, request.userId);
  if (!traveller.ok) return traveller;
  if (upload === undefined || upload.bytes.length === 0) return err("FIELD_REQUIRED", { field: part });
  const checked = await checkSent(deps, network, session, upload);
  if (!checked.ok) return checked;
  const now = deps.clock.iso();
  return deps.db.transaction().execute(async (tx) => {
    const held = await lockTraveller(tx, network.id, session.accountId, traveller.value.id);
    if (held === undefined) return err("NOT_FOUND");
    if (held.deactivatedAt !== null) return err("PROFILE_DEACTIVATED");
    const id = deps.ids.uuid();
    const fileId = deps.ids.uuid();
    const of = { networkId: network.id, accountId: session.accountId };
    await insertFile(tx, { id: fileId, ...of, ...checked.value }, now);
    const { name } = checked.value;
    const document = { id, ...of, travellerId: held.id, documentTypeId: typeId, fileId, fileName: name };
    const before = await currentDocuments(tx, network.id, held.id);
    await insertDocument(tx, { ...document, status: born(documentMachine, "upload") }, now);
    await forgetDrafts(tx, before, document, now);
    const made = await readDocument(tx, network.id, id);
    if (made === undefined) throw new Error("A document that was kept is not there");
    return ok({ document: documentView(made, { network, language, now }) });
  });
}

async function checkSent(
  deps: Dependencies,
  network: LoadedNetwork,
  session: UserSession,
  upload: Upload,
): Promise<Result<CheckedFile, FileRefusal | "TOO_MANY_REQUESTS">> {
  if (!(await mayUpload(deps, network.id, session.accountId))) return err("TOO_MANY_REQUESTS");
  return checkFile(deps, upload, { types: uploadTypes, maxSide: storedScanMaxSide }, session.accountId);
}

/** Drafts and refused documents make way for a new one; the file of a draft that nobody looked at is forgotten. */
async function forgetDrafts(
  tx: Tx,
  before: readonly DocumentRow[],
  by: { id: string; documentTypeId: string },
  at: string,
): Promise<void> {
  const makingWay = before.filter(
    (row) =>
      row.documentTypeId === by.documentTypeId &&
      (isDraft(row) || (row.status === "INVALID" && row.submissionId === null)),
  );
  await replaceDocuments(
    tx,
    makingWay.map(({ id }) => id),
    by.id,
  );
  for (const row of makingWay.filter(({ status }) => status === "PENDING")) await forgetFile(tx, row, at);
}

async function forgetFile(tx: Tx, { id, networkId, fileId }: DocumentRow, at: string): Promise<void> {
  await markDeleted(tx, id, at);
  if (fileId !== null) await deleteFile(tx, networkId, fileId);
}

/** Takes a document away: its file is forgotten, the line of the past stays. Not while it is part of an open request. */
export const deleteHandler: Handler<typeof deleteDocument> = async ({ deps, network, session, request, language }) => {
  const own = await ownDocument(deps.db, session, request.documentId);
  if (own === undefined) return err("NOT_FOUND");
  const now = deps.clock.iso();
  return deps.db.transaction().execute(async (tx) => {
    // Whoever sends a request in holds the traveller: what it took is seen here.
    await lockTraveller(tx, network.id, session.accountId, own.travellerId);
    const [held] = await lockDocuments(tx, network.id, session.accountId, [own.id]);
    if (held === undefined || held.deletedAt !== null || !mayTouch(session, held.travellerId)) return err("NOT_FOUND");
    if (held.submissionId !== null) return err("SUBMISSION_OPEN");
    await forgetFile(tx, held, now);
    const gone = { ...held, deletedAt: now, fileId: null, fileName: null, contentType: null };
    return ok({ document: documentView(gone, { network, language, now }) });
  });
};
