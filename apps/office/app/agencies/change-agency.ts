import type { ErrorCode } from "@guichet/contract/error-codes.ts";
import { collectMovesMax } from "@guichet/contract/limits/order-limits.ts";
import { type AgencyDetails, AgencyRefusal } from "@guichet/contract/office/agencies.ts";
import type { AuditChange } from "@guichet/contract/office/audit-log.ts";
import { Collect } from "@guichet/contract/orders.ts";
import { ok } from "@guichet/contract/result.ts";
import { agencyChanges } from "@guichet/rules/agencies/agency-changes.ts";
import { redirect } from "react-router";
import { href } from "../paths.ts";
import { hiddenIn } from "../shell/hidden-value.ts";
import type { RequestContext } from "../shell/request-context.ts";
import { AgencyDraft, AgencyForm, SeenAgency, type TypedClosing, withClosedDays } from "./agency-draft.ts";
import { detailsOf, typedIn } from "./typed-agency.ts";

type Preview = Extract<Awaited<ReturnType<typeof previewOf>>, { ok: true }>["value"];
export interface Move {
  orderId: string;
  siteId: string;
  slotId: string;
}

/** What was not done by a form, with what it had; `preview`: the promises that are to be moved first. */
export interface AgencyAnswer {
  code: ErrorCode;
  refusal: AgencyRefusal | null;
  field: string | null;
  /** The form that describes the change. */
  what: string;
  draft: AgencyDraft | null;
  typed: { closing: TypedClosing; reason: string } & ReturnType<typeof typedIn>;
  preview: Preview | null;
  /** The slots that were chosen; empty at the first sight of the promises. */
  moves: Move[];
  /** What a colleague changed since the page was shown. */
  others: AuditChange[];
}

/** Changes an agency by one of its forms; a Response: it is done. */
export async function changeAgencyBy(
  ctx: Pick<RequestContext, "call">,
  network: string,
  agencyId: string,
  form: FormData,
): Promise<AgencyAnswer | Response> {
  const given = (name: string) => `${form.get(name) ?? ""}`.trim();
  const closing = { from: given("from"), until: given("until"), isYearly: form.get("yearly") !== null };
  const moves = movesIn(form);
  const empty: AgencyAnswer = {
    ...{ code: "FIELD_INVALID", refusal: null, field: null, what: given("what"), draft: null, preview: null, moves },
    ...{ typed: { ...typedIn(form), closing, reason: given("reason") }, others: [] },
  };
  const draft = draftOf(form, empty);
  if ("code" in draft) return draft;
  const { seen, details, isClosed, reason } = draft;
  const whole = { ...empty, draft, what: draft.what, typed: { ...empty.typed, closing: draft.closing, reason } };
  if (given("what") === "preview") return previewed(ctx, network, agencyId, whole, given("to"));
  const values = {
    agencyId,
    version: seen.version,
    details,
    isClosed,
    reason,
    ...(form.has("draft") ? { moves } : {}),
  };
  const outcome = await ctx.call("changeAgency", values, network);
  if (outcome.ok) return done(network, agencyId, draft, outcome.value.moved);
  const refusal = AgencyRefusal.safeParse(outcome.details?.reason).data ?? null;
  const field = typeof outcome.details?.field === "string" ? outcome.details.field : null;
  const refused = { ...whole, code: outcome.code, refusal, field };
  // That there are promises is no error until they were shown.
  if (refusal === "promises" && !form.has("draft")) return previewed(ctx, network, agencyId, whole, "");
  if (refusal === "promises" || refusal === "full") return previewed(ctx, network, agencyId, refused, given("to"));
  return refusal === "changed" ? { ...refused, others: await changesOfOthers(ctx, network, agencyId, seen) } : refused;
}

function done(network: string, id: string, { what, seen, isClosed }: AgencyDraft, moved: number): Response {
  const changed = what === "move" ? "moved" : "changed";
  const as = seen.isClosed === isClosed ? changed : isClosed ? "closed" : "reopened";
  const query = new URLSearchParams({ done: as, moved: `${moved}` });
  return redirect(`${href("agency", { network, id })}?${query}`, { status: 303 });
}

/** The change that a form describes, or why it describes none. */
function draftOf(form: FormData, empty: AgencyAnswer): AgencyDraft | AgencyAnswer {
  const { reason, closing, ...typed } = empty.typed;
  if (form.has("draft")) return hiddenIn(AgencyDraft, form.get("draft")) ?? empty;
  const seen = hiddenIn(SeenAgency, form.get("seen"));
  const what = AgencyForm.safeParse(empty.what).data;
  if (seen === undefined || what === undefined) return empty;
  const details = detailsAfter(what, seen.details, { typed, closing });
  if (!details.ok) return { ...empty, code: details.code, field: `${details.details?.field ?? ""}` };
  if (reason === "") return { ...empty, code: "FIELD_REQUIRED", field: "reason" };
  const isClosed = what === "close" || (what !== "reopen" && seen.isClosed);
  return { what, closing, seen, details: details.value, isClosed, reason };
}

function detailsAfter(
  what: AgencyForm,
  details: AgencyDetails,
  { typed, closing }: { typed: ReturnType<typeof typedIn>; closing: TypedClosing },
) {
  if (what === "change") return detailsOf(typed);
  if (what === "close-days") return withClosedDays(details, closing);
  return ok(details);
}

const previewOf = (
  ctx: Pick<RequestContext, "call">,
  network: string,
  agencyId: string,
  { details, isClosed }: AgencyDraft,
  targetId: string,
) => {
  const target = targetId === "" ? {} : { targetId };
  return ctx.call("previewAgencyChange", { agencyId, details, isClosed, ...target }, network);
};

/** The answer with the promises that the change affects, as they are now. */
async function previewed(
  ctx: Pick<RequestContext, "call">,
  network: string,
  agencyId: string,
  answer: AgencyAnswer & { draft: AgencyDraft },
  targetId: string,
): Promise<AgencyAnswer> {
  const preview = await previewOf(ctx, network, agencyId, answer.draft, targetId);
  if (preview.ok) return { ...answer, preview: preview.value };
  const refusal = AgencyRefusal.safeParse(preview.details?.reason).data ?? null;
  return { ...answer, code: preview.code, refusal };
}

async function changesOfOthers(
  ctx: Pick<RequestContext, "call">,
  network: string,
  agencyId: string,
  seen: SeenAgency,
): Promise<AuditChange[]> {
  const found = await ctx.call("getAgency", { agencyId }, network);
  if (!found.ok) return [];
  const { details, closedAt } = found.value.agency;
  return agencyChanges(seen, { details, isClosed: closedAt !== null });
}

/** The chosen slots: `order|agency|slot` each. */
function movesIn(form: FormData): Move[] {
  return form
    .getAll("move")
    .slice(0, collectMovesMax)
    .flatMap((value) => {
      const [orderId = "", siteId, slotId] = `${value}`.split("|");
      const collect = Collect.safeParse({ siteId, slotId }).data;
      return collect === undefined ? [] : [{ orderId, ...collect }];
    });
}
