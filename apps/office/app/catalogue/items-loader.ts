import type { LoaderFunctionArgs } from "react-router";
import { networkOf, requestContextOf } from "../shell/request-context.ts";
import { kindAt } from "./item-kinds.ts";

/** The items of a kind as a draft leaves them. */
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
  return { draft, kind, conflicting, items: items.value.items, categories: item.value.choices.category };
}
