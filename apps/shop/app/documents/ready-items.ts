import type { NeededDocument } from "@guichet/contract/documents.ts";

type Known = Pick<NeededDocument, "document_type_id" | "status" | "draft" | "neededBy">;

/** Returns the articles with a draft to submit and all required documents uploaded or valid; with `only`, at most that article. */
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

/** Returns the drafts to submit for an article. */
export const draftsFor = (documents: readonly (Known & { draft: { documentId: string } | null })[], item: string) =>
  documents
    .filter(({ neededBy }) => neededBy.some(({ shopItemId }) => shopItemId === item))
    .flatMap(({ draft }) => draft?.documentId ?? []);
