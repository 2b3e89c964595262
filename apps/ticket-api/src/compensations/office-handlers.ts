import { compensationsMax, previewRowsMax } from "@guichet/contract/limits/compensation-limits.ts";
import { pageSize } from "@guichet/contract/limits/request-limits.ts";
import { type Texts, textIn } from "@guichet/contract/locales.ts";
import type {
  downloadCompensations,
  EntitledTicket,
  getCampaign,
  getCampaignChoices,
  listCampaigns,
  listCompensations,
  previewCampaign,
} from "@guichet/contract/office/compensations.ts";
import { err, ok } from "@guichet/contract/result.ts";
import { hasPermission } from "@guichet/contract/staff-roles.ts";
import { dayIn } from "@guichet/rules/dates/days.ts";
import { needsApproval } from "@guichet/rules/refunds/refund-states.ts";
import type { Handler, ModuleHandlers } from "../http/call-handler.ts";
import { cursorAfter, readCursor } from "../http/cursor.ts";
import { isUuid } from "../ids.ts";
import { auditEntriesOn } from "../staff/audit-entry-store.ts";
import { campaignChoices } from "./campaign-choice-store.ts";
import { listCampaigns as campaignsOf, readCampaign } from "./campaign-store.ts";
import { campaignView, compensationView } from "./campaign-view.ts";
import { listCompensations as compensationsOf, failedProblems } from "./compensation-store.ts";
import { compensationsCsv } from "./compensations-csv.ts";
import { changeCampaignDraftHandler, draftCampaignHandler } from "./draft-campaign.ts";
import { type EntitledTicketRow, entitledTickets } from "./entitled-tickets.ts";
import { retryCompensationsHandler } from "./retry-compensations.ts";
import { changeCampaignHandler, decideCampaignHandler, startCampaignHandler } from "./start-campaign.ts";

/** Handlers of compensation campaigns. */
export const compensationsOfficeHandlers: ModuleHandlers<
  | "listCampaigns"
  | "getCampaign"
  | "getCampaignChoices"
  | "draftCampaign"
  | "changeCampaignDraft"
  | "previewCampaign"
  | "startCampaign"
  | "decideCampaign"
  | "changeCampaign"
  | "retryCompensations"
  | "listCompensations"
  | "downloadCompensations"
> = {
  listCampaigns: (ctx) => listCampaignsHandler(ctx),
  getCampaign: (ctx) => getCampaignHandler(ctx),
  getCampaignChoices: (ctx) => choicesHandler(ctx),
  draftCampaign: (ctx) => draftCampaignHandler(ctx),
  changeCampaignDraft: (ctx) => changeCampaignDraftHandler(ctx),
  previewCampaign: (ctx) => previewHandler(ctx),
  startCampaign: (ctx) => startCampaignHandler(ctx),
  decideCampaign: (ctx) => decideCampaignHandler(ctx),
  changeCampaign: (ctx) => changeCampaignHandler(ctx),
  retryCompensations: (ctx) => retryCompensationsHandler(ctx),
  listCompensations: (ctx) => listCompensationsHandler(ctx),
  downloadCompensations: (ctx) => downloadHandler(ctx),
};

const listCampaignsHandler: Handler<typeof listCampaigns> = async ({ deps, network, request }) => {
  const before = readCursor(request.cursor);
  if (!before.ok) return before;
  const { status, limit = pageSize } = request;
  const filter = { networkId: network.id, status, before: before.value, limit: limit + 1 };
  const { page, nextCursor } = cursorAfter(await campaignsOf(deps.db, filter), limit);
  return ok({ items: page.map(campaignView), ...(nextCursor === undefined ? {} : { nextCursor }) });
};

/** Staff's actions that a campaign shows. */
const actsMax = 50;

const getCampaignHandler: Handler<typeof getCampaign> = async ({ deps, network, request, session }) => {
  const { campaignId } = request;
  const row = isUuid(campaignId) ? await readCampaign(deps.db, network.id, campaignId) : undefined;
  const [found] = row ? await campaignsOf(deps.db, { networkId: network.id, id: campaignId, limit: 1 }) : [];
  if (row === undefined || found === undefined) return err("NOT_FOUND");
  const isAnotherPerson = row.startedBy !== session.staffId;
  return ok({
    campaign: campaignView(found),
    problems: await failedProblems(deps.db, campaignId),
    mayDecide:
      found.status === "awaiting" &&
      isAnotherPerson &&
      hasPermission(session.roles[network.id] ?? [], "campaigns.manage"),
    acts: await auditEntriesOn(deps.db, network.id, campaignId, actsMax),
  });
};

const choicesHandler: Handler<typeof getCampaignChoices> = async ({ deps, network, language }) => {
  const { currency, languages, timeZone } = network.definition;
  const { articles, categories, lines, zones } = await campaignChoices(deps.db, network.id);
  const named = <Choice extends { name: Texts }>({ name, ...choice }: Choice) => ({
    ...choice,
    name: textIn(name, language, languages),
  });
  return ok({
    ...{ currency, languages, lines, zones, today: dayIn(deps.clock.iso(), timeZone) },
    articles: articles.map(named),
    categories: categories.map(named),
  });
};

const previewHandler: Handler<typeof previewCampaign> = async ({ deps, network, request }) => {
  const { campaignId } = request;
  const campaign = isUuid(campaignId) ? await readCampaign(deps.db, network.id, campaignId) : undefined;
  if (campaign === undefined) return err("NOT_FOUND");
  if (campaign.status !== "draft") return err("TRANSITION_NOT_ALLOWED", { state: campaign.status });
  const money = (amount: number) => ({ amount, currency: campaign.currency });
  const articles = new Map<string, { name: string; entitled: number; total: number }>();
  const first: EntitledTicket[] = [];
  for await (const page of entitledTickets(deps.db, network, campaign)) {
    if (page === undefined) return err("COMPENSATIONS_TOO_MANY", { max: compensationsMax });
    for (const ticket of page) addTo(articles, ticket);
    const shown = page.slice(0, previewRowsMax - first.length);
    first.push(...shown.map(({ amount, ...ticket }) => ({ ...ticket, amount: money(amount) })));
  }
  const sums = [...articles].map(([articleId, { total, ...sum }]) => ({ articleId, ...sum, total }));
  const all = sums.reduce((sum, { total }) => sum + total, 0);
  return ok({
    entitled: sums.reduce((count, { entitled }) => count + entitled, 0),
    total: money(all),
    needsApproval: needsApproval(all, network.definition.refundApprovalAbove),
    articles: sums.map(({ total, ...sum }) => ({ ...sum, total: money(total) })),
    first,
  });
};

function addTo(
  articles: Map<string, { name: string; entitled: number; total: number }>,
  { articleId, name, amount }: EntitledTicketRow,
): void {
  const sum = articles.get(articleId) ?? { name, entitled: 0, total: 0 };
  articles.set(articleId, { name: sum.name, entitled: sum.entitled + 1, total: sum.total + amount });
}

const listCompensationsHandler: Handler<typeof listCompensations> = async ({ deps, network, request }) => {
  const after = readCursor(request.cursor);
  if (!after.ok) return after;
  const { campaignId, status, limit = pageSize } = request;
  const campaign = isUuid(campaignId) ? await readCampaign(deps.db, network.id, campaignId) : undefined;
  if (campaign === undefined) return err("NOT_FOUND");
  const filter = { campaignId, status, after: after.value, limit: limit + 1 };
  const { page, nextCursor } = cursorAfter(await compensationsOf(deps.db, filter), limit);
  return ok({ items: page.map(compensationView), ...(nextCursor === undefined ? {} : { nextCursor }) });
};

const downloadHandler: Handler<typeof downloadCompensations> = async ({ deps, network, request }) => {
  const { campaignId } = request;
  const campaign = isUuid(campaignId) ? await readCampaign(deps.db, network.id, campaignId) : undefined;
  if (campaign === undefined) return err("NOT_FOUND");
  return ok({ bytes: await compensationsCsv(deps.db, campaignId), filename: `compensations-${campaign.from}.csv` });
};
