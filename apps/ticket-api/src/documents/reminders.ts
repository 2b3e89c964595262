import type { JobHandler } from "../jobs/job.ts";
import { notifyEnding } from "./document-emails.ts";
import { markReminded, readDocument } from "./document-store.ts";

/** Timed work `document-reminder`: one letter, 14 days before a valid document ends, unless something took its place. */
export const remindOfDocument: JobHandler = async (deps, work) => {
  const documentId = String(work.payload.documentId);
  const expiresAt = String(work.payload.expiresAt);
  const network = work.networkId === null ? undefined : await deps.networks.get(work.networkId);
  if (network === undefined) return undefined;
  await deps.db.transaction().execute(async (tx) => {
    const document = await readDocument(tx, network.id, documentId);
    if (document === undefined || !(await markReminded(tx, documentId, expiresAt, deps.clock.iso()))) return;
    await notifyEnding(tx, deps, network, { ...document, expiresAt });
  });
  deps.wake();
  return undefined;
};
