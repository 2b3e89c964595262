import type { LoaderFunctionArgs } from "react-router";
import { networkOf, requestContextOf } from "../shell/request-context.ts";
import { foundItems, pageOf } from "./found-items.ts";
import { kindAt } from "./item-kinds.ts";

/** What a list of items is filtered by, from its address. */
export const filterIn = (query: URLSearchParams) => ({
  words: query.get("q") ?? "",
  category: query.get("category") ?? "",
});

/** One page of the items of a kind as a draft leaves them, by the filter of the address. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const ctx = requestContextOf(context);
  const network = await networkOf(ctx, params.network);
  const [draftId, kind] = [params.id ?? "", kindAt(params.kind)];
  if (kind === undefined) throw new Response(null, { status: 404 });
  const [found, items, item] = await Promise.all([
    ctx.call("getCatalogueDraft", { draftId }, network.id),
    ctx.call("listDraftItems", { draftId, kind }, network.id),
    ctx.call("getDraftItem", { draftId, kind }, network.id),
  ]);
  if (!found.ok || !items.ok || !item.ok) {
    const isForbidden = [found, items, item].some((outcome) => !outcome.ok && outcome.code === "ROLE_NOT_ALLOWED");
    throw new Response(null, { status: isForbidden ? 403 : 404 });
  }
  const { draft, changes } = found.value;
  const conflicting = changes
    .filter((one) => one.kind === kind && one.conflicts.length > 0)
    .map(({ itemId }) => itemId);
  const query = ctx.url.searchParams;
  const all = items.value.items;
  const page = pageOf(foundItems(all, filterIn(query)), Number(query.get("page") ?? 1));
  return { draft, kind, conflicting, page, isEmpty: all.length === 0, categories: item.value.choices.category };
}
