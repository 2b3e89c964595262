import type { JobHandler } from "../jobs/job.ts";
import { notifyEnding } from "./document-emails.ts";
import { markReminded, readDocument } from "./document-store.ts";

/** The job `document-reminder`: one e-mail 14 days before a valid document expires, unless it was replaced. */
export const remindOfDocument: JobHandler = async (deps, job) => {
  const documentId = String(job.payload.documentId);
  const expiresAt = String(job.payload.expiresAt);
  const network = job.networkId === null ? undefined : await deps.networks.get(job.networkId);
  if (network === undefined) return undefined;
  await deps.db.transaction().execute(async (tx) => {
    const document = await readDocument(tx, network.id, documentId);
    if (document === undefined || !(await markReminded(tx, documentId, expiresAt, deps.clock.iso()))) return;
    await notifyEnding(tx, deps, network, { ...document, expiresAt });
  });
  deps.wake();
  return undefined;
};
