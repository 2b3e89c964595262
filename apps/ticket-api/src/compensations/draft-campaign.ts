import type { CodeOf, RequestOf } from "@guichet/contract/call.ts";
import { languages } from "@guichet/contract/languages.ts";
import { campaignDaysMax } from "@guichet/contract/limits/compensation-limits.ts";
import type { Texts } from "@guichet/contract/locales.ts";
import { type AuditChange, campaignFields } from "@guichet/contract/office/audit-log.ts";
import type { changeCampaignDraft, draftCampaign } from "@guichet/contract/office/compensations.ts";
import { err, ok, type Result } from "@guichet/contract/result.ts";
import { campaignMachine } from "@guichet/rules/compensations/compensation-states.ts";
import { dayIn, daysBetween } from "@guichet/rules/dates/days.ts";
import { born } from "@guichet/rules/state-machine.ts";
import { decimalText } from "@guichet/texts/decimal-money.ts";
import { runTransaction } from "../database/transaction.ts";
import type { Dependencies } from "../dependencies.ts";
import type { Handler } from "../http/call-handler.ts";
import { isUuid } from "../ids.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import { recordAuditEntry } from "../staff/audit-entry-store.ts";
import {
  type CampaignDraft,
  type CampaignRow,
  insertCampaign,
  readCampaign,
  unknownChoices,
  updateDraft,
} from "./campaign-store.ts";
import { readCampaignView } from "./campaign-view.ts";

type Draft = RequestOf<typeof draftCampaign>;
type Invalid = "FIELD_INVALID" | "FIELD_REQUIRED";

/** Stores the draft of a campaign, whose values are complete and do not contradict each other. */
export const draftCampaignHandler: Handler<typeof draftCampaign> = async ({ deps, network, request, session }) => {
  const draft = await checkedDraft(deps, network, request);
  if (!draft.ok) return draft;
  const { id: networkId } = network;
  const id = deps.ids.uuid();
  const campaign = {
    ...{ id, networkId, ...draft.value },
    ...{ draftedBy: session.staffId, draftedAt: deps.clock.iso(), status: born(campaignMachine, "draft") },
  };
  await deps.db.transaction().execute(async (tx) => {
    await insertCampaign(tx, campaign);
    const entry = { networkId, staffId: session.staffId, act: "compensation.draft", thing: id };
    await recordAuditEntry(tx, deps, entry);
  });
  return ok({ campaign: await readCampaignView(deps.db, networkId, id) });
};

/** Replaces the values of a draft that nobody has changed or started meanwhile. */
export const changeCampaignDraftHandler: Handler<typeof changeCampaignDraft> = async (ctx) => {
  const { deps, network, request, session } = ctx;
  const { campaignId, version } = request;
  if (!isUuid(campaignId)) return err("NOT_FOUND");
  const draft = await checkedDraft(deps, network, request);
  if (!draft.ok) return draft;
  const changed = await runTransaction<true, CodeOf<typeof changeCampaignDraft>>(deps.db, async (tx) => {
    const before = await readCampaign(tx, network.id, campaignId, "update");
    if (before === undefined) return err("NOT_FOUND");
    if (before.status !== "draft") return err("TRANSITION_NOT_ALLOWED", { state: before.status });
    const isChanged = await updateDraft(tx, campaignId, version, draft.value);
    if (!isChanged) return err("TRANSITION_NOT_ALLOWED", { reason: "changed" });
    await recordAuditEntry(tx, deps, {
      ...{ networkId: network.id, staffId: session.staffId, act: "compensation.change-draft", thing: campaignId },
      changes: changesOf(before, draft.value),
    });
    return ok(true);
  });
  if (!changed.ok) return changed;
  return ok({ campaign: await readCampaignView(deps.db, network.id, campaignId) });
};

/** What a change makes another one, as texts of the audit log. */
function changesOf(before: CampaignDraft, after: CampaignDraft): AuditChange[] {
  return campaignFields.flatMap((field) => {
    const [was, is] = [written[field](before) || null, written[field](after) || null];
    return was === is ? [] : [{ field, before: was, after: is }];
  });
}

const written: Record<(typeof campaignFields)[number], (draft: CampaignDraft) => string> = {
  "campaign-name": ({ name }) => name,
  "campaign-reasons": ({ reasons }) =>
    languages.flatMap((language) => (reasons[language] ? [`${language}: ${reasons[language]}`] : [])).join("\n"),
  "campaign-days": ({ from, to }) => `${from} – ${to}`,
  "campaign-articles": ({ articles }) => articles.join(", "),
  "campaign-categories": ({ categories }) => categories.join(", "),
  "campaign-lines": ({ lines }) => lines.join(", "),
  "campaign-zones": ({ zones }) => zones.join(", "),
  "campaign-amount": ({ kind, amount, percent, currency }) =>
    `${kind} ${amount === null ? `${percent} %` : `${decimalText(amount, currency)} ${currency}`}`,
  "campaign-vouchers": ({ unpayable, voucherUntil }) => `${unpayable} ${voucherUntil ?? ""}`.trim(),
};

/** The values of a draft, if they are complete and do not contradict each other. */
async function checkedDraft(
  deps: Dependencies,
  network: LoadedNetwork,
  request: Draft,
): Promise<Result<CampaignDraft, Invalid>> {
  const { name, from, to, kind, articles = [], categories = [], lines = [], zones = [] } = request;
  const today = dayIn(deps.clock.iso(), network.definition.timeZone);
  const { amount, percent, voucherUntil, unpayable = "report" } = request;
  const { currency } = network.definition;
  const reasons = reasonsOf(request.reasons, network);
  if (!reasons.ok) return reasons;
  const amounts = amountsOf({ kind, amount, percent }, currency);
  if (!amounts.ok) return amounts;
  const vouchers = vouchersOf({ kind, voucherUntil, unpayable }, today);
  if (!vouchers.ok) return vouchers;
  // Who was entitled on a day to come can still change: tickets are bought, given back and used.
  if (to > today || to < from || daysBetween(from, to) > campaignDaysMax) return err("FIELD_INVALID", { field: "to" });
  if (articles.length + categories.length === 0) return err("FIELD_REQUIRED", { field: "articles" });
  const unknown = await unknownChoices(deps.db, network.id, { articles, categories });
  if (unknown.articles.length > 0) return err("FIELD_INVALID", { field: "articles", unknown: unknown.articles });
  if (unknown.categories.length > 0) return err("FIELD_INVALID", { field: "categories", unknown: unknown.categories });
  const chosen = { name, from, to, articles, categories, lines, zones, kind, currency };
  return ok({ ...chosen, reasons: reasons.value, ...amounts.value, ...vouchers.value });
}

/** The reason in each language of the network, once. */
function reasonsOf(reasons: Draft["reasons"], { definition }: LoadedNetwork): Result<Texts, Invalid> {
  const texts = new Map(reasons.map(({ language, text }) => [language, text]));
  const missing = definition.languages.filter((language) => !texts.has(language));
  if (missing.length > 0) return err("FIELD_REQUIRED", { field: "reasons", missing });
  if (texts.size < reasons.length || texts.size > definition.languages.length)
    return err("FIELD_INVALID", { field: "reasons" });
  return ok(Object.fromEntries(texts));
}

/** The amount or the percentage that the kind needs, and not the other. */
function amountsOf(
  { kind, amount, percent }: Pick<Draft, "kind" | "amount" | "percent">,
  currency: string,
): Result<Pick<CampaignRow, "amount" | "percent">, Invalid> {
  const isShare = kind === "share" || kind === "share-per-day";
  if (isShare && percent === undefined) return err("FIELD_REQUIRED", { field: "percent" });
  if (isShare && amount !== undefined) return err("FIELD_INVALID", { field: "amount" });
  if (!isShare && amount === undefined) return err("FIELD_REQUIRED", { field: "amount" });
  if (!isShare && percent !== undefined) return err("FIELD_INVALID", { field: "percent" });
  if (amount !== undefined && (amount.currency !== currency || amount.amount <= 0))
    return err("FIELD_INVALID", { field: "amount" });
  return ok({ amount: amount?.amount ?? null, percent: percent ?? null });
}

/** The last day of vouchers, needed where there can be any. */
function vouchersOf(
  { kind, voucherUntil, unpayable }: Pick<Draft, "kind" | "voucherUntil"> & Pick<CampaignRow, "unpayable">,
  today: string,
): Result<Pick<CampaignRow, "voucherUntil" | "unpayable">, Invalid> {
  const hasVouchers = kind === "voucher" || unpayable === "voucher";
  if (hasVouchers && voucherUntil === undefined) return err("FIELD_REQUIRED", { field: "voucherUntil" });
  if (voucherUntil !== undefined && (!hasVouchers || voucherUntil < today))
    return err("FIELD_INVALID", { field: "voucherUntil" });
  return ok({ voucherUntil: voucherUntil ?? null, unpayable });
}
