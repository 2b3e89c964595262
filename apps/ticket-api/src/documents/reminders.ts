import type { Work } from "../jobs/work.ts";
import { tellEnding } from "./letters.ts";
import { markReminded, readDocument } from "./store.ts";

/** Timed work `document-reminder`: one letter, 14 days before a valid document ends, unless something took its place. */
export const remindOfDocument: Work = async (deps, work) => {
  const documentId = String(work.payload.documentId);
  const expiresAt = String(work.payload.expiresAt);
  const network = work.networkId === null ? undefined : await deps.networks.get(work.networkId);
  if (network === undefined) return undefined;
  await deps.db.transaction().execute(async (tx) => {
    const document = await readDocument(tx, network.id, documentId);
    if (document === undefined || !(await markReminded(tx, documentId, expiresAt, deps.clock.iso()))) return;
    await tellEnding(tx, deps, network, { ...document, expiresAt });
  });
  deps.wake();
  return undefined;
};
