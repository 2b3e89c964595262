import type { NeededDocument, QualificationProvider, Submission } from "@guichet/contract/documents.ts";
import { nationalIds } from "../identity/providers/providers.server.ts";
import type { RequestContext } from "../request-context/request-context.ts";
import { readyItems } from "./ready-items.ts";

export interface DocumentsOverview {
  travellers: { userId: string; name: string }[];
  userId: string;
  documents: NeededDocument[];
  /** The article that requires the documents, if one was specified. */
  item: { shopItemId: string; name: string } | null;
  providers: QualificationProvider[];
  /** Open submissions of this traveller. */
  open: Pick<Submission, "submissionId" | "number" | "status" | "shopItemId" | "itemName">[];
  ready: { shopItemId: string; name: string }[];
  /** True if the traveller is the holder and has signed in with the federation before. */
  byFederation: boolean;
}

/** Reads all data of a traveller's documents page; undefined if the traveller or article does not exist. */
export async function readDocumentsOverview(
  ctx: RequestContext,
  asked: { userId: string | null; item: string | null },
) {
  const account = await ctx.session.account();
  const travellers = (account?.profiles ?? [])
    .filter(({ userStatus }) => userStatus === "active")
    .map(({ userId, userName, userLastname }) => ({ userId, name: `${userName} ${userLastname}`.trim() }));
  const userId = asked.userId ?? account?.user.userId ?? "";
  if (!travellers.some((traveller) => traveller.userId === userId)) return undefined;
  const [needed, providers, open, national] = await Promise.all([
    ctx.call("getDocuments", asked.item === null ? {} : { item_id: asked.item }, { userId }),
    ctx.call("getQualificationValidationConfiguration", {}),
    ctx.call("getUserDocumentSubmissions", { scope: "current", limit: 100 }, { userId }),
    nationalIds(ctx),
  ]);
  if (!needed.ok || !providers.ok || !open.ok) return undefined;
  const { documents } = needed.value;
  const named = documents.flatMap(({ neededBy }) => neededBy).find(({ shopItemId }) => shopItemId === asked.item);
  const items = open.value.items;
  const overview: DocumentsOverview = {
    travellers,
    userId,
    documents,
    item: named ?? null,
    providers: providers.value.providers,
    open: items.map(({ submissionId, number, status, shopItemId, itemName }) => ({
      submissionId,
      number,
      status,
      shopItemId,
      itemName,
    })),
    ready: readyItems(documents, asked.item).filter(
      ({ shopItemId }) => !items.some((submission) => submission.shopItemId === shopItemId),
    ),
    byFederation:
      account?.user.userId === userId && account.user.identities.some(({ providerId }) => national.has(providerId)),
  };
  return overview;
}
