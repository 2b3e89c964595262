import type { ErrorCode } from "@guichet/contract/error-codes.ts";
import {
  CatalogueItemKind,
  type DraftableItem,
  type DraftItemKind,
  DraftRefusal,
} from "@guichet/contract/office/catalogue/catalogue-drafts.ts";
import { type NetworkItem, networkItemKinds } from "@guichet/contract/office/catalogue/network-items.ts";
import { redirect } from "react-router";
import type { RequestContext } from "../../shell/request-context.ts";
import { itemHref, itemsHref } from "../item-kinds.ts";
import { type ItemFault, itemIn, typedIn } from "./typed-item.ts";
import type { Typed } from "./typed-values.ts";

/** A form that was refused, with all that was typed. */
export interface ItemAnswer {
  what: "save" | "withdraw" | "restore";
  code: ErrorCode;
  refusal: DraftRefusal | null;
  /** What the page was based on; empty: a new item. */
  basis: string;
  typed: Typed;
  faults: ItemFault[];
}

interface ItemChange {
  network: string;
  /** Of the network; the form has local times. */
  timeZone: string;
  draft: string;
  kind: DraftItemKind;
  /** The item of the address; undefined: a new one. */
  itemId: string | undefined;
}

/** Saves, withdraws or restores an item by its form. A Response: it is done. */
export async function changeItemBy(
  ctx: Pick<RequestContext, "call">,
  { network, timeZone, draft, kind, itemId }: ItemChange,
  form: FormData,
): Promise<ItemAnswer | Response> {
  const what = (["withdraw", "restore"] as const).find((one) => one === form.get("what")) ?? "save";
  const basis = `${form.get("basis") ?? ""}`;
  const typed = typedIn(form);
  const refused: Omit<ItemAnswer, "code"> = { what, refusal: null, basis, typed, faults: [] };
  const place = { network, draft, kind };
  const ids = { draftId: draft, kind, itemId: itemId ?? "" };
  if (what !== "save") {
    const listed = CatalogueItemKind.safeParse(kind).data;
    const outcome =
      what === "withdraw" && listed !== undefined
        ? await ctx.call("withdrawDraftItem", { ...ids, kind: listed, basis }, network)
        : await ctx.call("restoreDraftItem", { ...ids, version: Number(form.get("version")) }, network);
    if (!outcome.ok) return { ...refused, code: outcome.code, refusal: refusalIn(outcome.details) };
    return redirect(`${itemsHref(place)}?${new URLSearchParams({ done: what })}`, { status: 303 });
  }
  const found = await ctx.call("getDraftItem", itemId === undefined ? { draftId: draft, kind } : ids, network);
  if (!found.ok) return { ...refused, code: found.code };
  const { currency, languages, draft: drafted, live } = found.value;
  const read = itemIn(kind, typed, { currency, languages, timeZone }, drafted ?? live);
  if (!read.ok) return { ...refused, code: "FIELD_INVALID", faults: read.faults };
  const outcome = await save(ctx, network, { draftId: draft, basis, item: read.item });
  if (!outcome.ok) return { ...refused, code: outcome.code, refusal: refusalIn(outcome.details) };
  return redirect(`${itemHref(place, read.item.definition.id)}?done=saved`, { status: 303 });
}

/** Saves an item by the call of its kind. */
function save(
  ctx: Pick<RequestContext, "call">,
  network: string,
  { item, ...place }: { draftId: string; basis: string; item: DraftableItem },
) {
  return isNetworkItem(item)
    ? ctx.call("changeDraftSettings", { ...place, item }, network)
    : ctx.call("changeDraftItem", { ...place, item }, network);
}

const isNetworkItem = (item: DraftableItem): item is NetworkItem => networkItemKinds.some((kind) => kind === item.kind);

/**
 * What the forms of the page are based on: what it shows. A form that was refused for another reason keeps its basis, although the page
 * was loaded again: it is saved over a colleague's change only by a page that shows the change.
 */
export const basisOf = (answer: ItemAnswer | undefined, loaded: string): string =>
  answer === undefined || answer.what !== "save" || answer.refusal === "changed" ? loaded : answer.basis;

/** Why a draft was not changed; null: for another reason. */
export const refusalIn = (details: { reason?: unknown } | undefined): DraftRefusal | null =>
  DraftRefusal.safeParse(details?.reason).data ?? null;
