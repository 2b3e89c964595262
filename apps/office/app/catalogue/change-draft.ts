import type { ErrorCode } from "@guichet/contract/error-codes.ts";
import {
  type DraftItemKind,
  type DraftRefusal,
  draftItemKinds,
} from "@guichet/contract/office/catalogue/catalogue-drafts.ts";
import { instantAt } from "@guichet/rules/dates/local-times.ts";
import { redirect } from "react-router";
import { href } from "../paths.ts";
import type { RequestContext } from "../shell/request-context.ts";
import { refusalIn } from "./item-form/change-item.ts";

/** What the forms on the page of a draft do. */
const changes = ["rename", "discard", "publish", "approve", "refuse", "reopen", "restore"] as const;
export type DraftChangeForm = (typeof changes)[number];

/** A form that was refused, with what was typed. */
export interface DraftAnswer {
  code: ErrorCode;
  refusal: DraftRefusal | null;
  what: DraftChangeForm | null;
  /** The field that is missing or wrong. */
  field: "name" | "at" | "past" | "far" | "reason" | null;
  typed: { name: string; when: string; at: string; reason: string };
}

interface ChangedDraft {
  network: string;
  /** Of the network: the form has local times. */
  timeZone: string;
  draftId: string;
}

/** Changes a draft by one of the forms on its page. A Response: it is done. */
export async function changeDraftBy(
  ctx: Pick<RequestContext, "call" | "now">,
  { network, timeZone, draftId }: ChangedDraft,
  form: FormData,
): Promise<DraftAnswer | Response> {
  const given = (name: string) => `${form.get(name) ?? ""}`.trim();
  const what = changes.find((one) => one === given("what")) ?? null;
  const typed = { name: given("name"), when: given("when"), at: given("at"), reason: given("reason") };
  const wrong = (code: ErrorCode, field: DraftAnswer["field"] = null) => ({ code, refusal: null, what, field, typed });
  const version = Number(given("version"));
  if (what === null || !Number.isInteger(version)) return wrong("FIELD_INVALID");
  if (what === "rename" && typed.name === "") return wrong("FIELD_REQUIRED", "name");
  const isLater = what === "publish" && typed.when === "later";
  const publishAt = isLater ? instantAt(typed.at, timeZone) : undefined;
  if (isLater && publishAt === undefined) return wrong("FIELD_REQUIRED", "at");
  // A time that is over would publish at once, which nobody asked for.
  if (publishAt !== undefined && Date.parse(publishAt) <= Date.parse(ctx.now())) return wrong("FIELD_INVALID", "past");
  if (what === "publish" && typed.reason === "") return wrong("FIELD_REQUIRED", "reason");
  const restored = {
    kind: [...draftItemKinds, "order" as const].find((kind) => kind === given("kind")),
    itemId: given("item"),
  };
  const outcome = await requested(ctx, network, { what, draftId, version, publishAt, restored, ...typed });
  if (outcome === undefined) return wrong("FIELD_INVALID");
  if (!outcome.ok && outcome.details?.field === "publishAt") return wrong(outcome.code, "far");
  if (!outcome.ok) return { ...wrong(outcome.code), refusal: refusalIn(outcome.details) };
  const query = new URLSearchParams({ done: doneOf(what, outcome.value.draft.state) });
  return redirect(`${href("catalogueDraft", { network, id: draftId })}?${query}`, { status: 303 });
}

interface Requested {
  what: DraftChangeForm;
  draftId: string;
  version: number;
  name: string;
  reason: string;
  publishAt: string | undefined;
  restored: { kind: DraftItemKind | "order" | undefined; itemId: string };
}

function requested(ctx: Pick<RequestContext, "call">, network: string, change: Requested) {
  const { what, draftId, version, name, reason, publishAt, restored } = change;
  const given = reason === "" ? {} : { reason };
  switch (what) {
    case "rename":
      return ctx.call("renameCatalogueDraft", { draftId, version, name }, network);
    case "discard":
      return ctx.call("discardCatalogueDraft", { draftId, version }, network);
    case "reopen":
      return ctx.call("reopenCatalogueDraft", { draftId, version }, network);
    case "publish": {
      const at = publishAt === undefined ? {} : { publishAt };
      return ctx.call("publishCatalogueDraft", { draftId, version, reason, ...at }, network);
    }
    case "restore": {
      const { kind, itemId } = restored;
      return kind === undefined ? undefined : ctx.call("restoreDraftItem", { draftId, version, kind, itemId }, network);
    }
    default:
      return ctx.call("decideCatalogueDraft", { draftId, version, decision: what, ...given }, network);
  }
}

function doneOf(what: DraftChangeForm, state: string): string {
  if (what === "publish" || what === "approve") return state;
  const done = { rename: "renamed", discard: "discarded", reopen: "reopened", refuse: "refused", restore: "restore" };
  return done[what];
}
