import type { Work } from "../jobs/work.ts";
import { tellEnding } from "./letters.ts";
import { markReminded, readDocument } from "./store.ts";

/** Timed work `document-reminder`: one letter, 14 days before a valid document ends, unless something took its place. */
export const remindOfDocument: Work = async (house, work) => {
  const documentId = String(work.payload.documentId);
  const expiresAt = String(work.payload.expiresAt);
  const network = work.networkId === null ? undefined : await house.networks.get(work.networkId);
  if (network === undefined) return undefined;
  await house.db.transaction().execute(async (tx) => {
    const document = await readDocument(tx, network.id, documentId);
    if (document === undefined || !(await markReminded(tx, documentId, expiresAt, house.clock.iso()))) return;
    await tellEnding(tx, house, network, { ...document, expiresAt });
  });
  house.wake();
  return undefined;
};
