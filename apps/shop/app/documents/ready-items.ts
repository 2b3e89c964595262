import type { NeededDocument } from "@guichet/contract/documents.ts";

type Known = Pick<NeededDocument, "document_type_id" | "status" | "draft" | "neededBy">;

/** The articles for which everything that they need is sent in or valid, and something waits to be checked; or the one named. */
export function readyItems(documents: readonly Known[], only: string | null): { shopItemId: string; name: string }[] {
  const items = new Map(documents.flatMap(({ neededBy }) => neededBy.map((item) => [item.shopItemId, item.name])));
  return [...items]
    .map(([shopItemId, name]) => ({ shopItemId, name }))
    .filter(({ shopItemId }) => only === null || shopItemId === only)
    .filter(({ shopItemId }) => {
      const needed = documents.filter(({ neededBy }) => neededBy.some((item) => item.shopItemId === shopItemId));
      const sent = needed.filter(({ draft }) => draft !== null);
      return sent.length > 0 && needed.every(({ draft, status }) => draft !== null || status === "valid");
    });
}

/** The drafts that a request for an article sends in. */
export const draftsFor = (documents: readonly (Known & { draft: { documentId: string } | null })[], item: string) =>
  documents
    .filter(({ neededBy }) => neededBy.some(({ shopItemId }) => shopItemId === item))
    .flatMap(({ draft }) => draft?.documentId ?? []);
