import { z } from "zod";
import {
  campaignChoicesMax,
  campaignNameMaxLength,
  campaignReasonMaxLength,
  previewRowsMax,
} from "../limits/compensation-limits.ts";
import { Language } from "../locales.ts";
import { Currency, Day, Id, Instant, Money, page, paging, RequestDay, RequestMoney } from "../values.ts";
import { AuditEntry, AuditReason } from "./staff.ts";
import { staffCall } from "./staff-call.ts";

/**
 * How a compensation is computed for each entitled ticket: `fixed`, an amount; `per-day`, an amount for each entitled
 * day; `share`, a percentage of the price paid; `share-per-day`, a percentage of the price of one day for each entitled
 * day; `voucher`, a code of a value, for each.
 */
export const CompensationKind = z.enum(["fixed", "per-day", "share", "share-per-day", "voucher"]);
export type CompensationKind = z.infer<typeof CompensationKind>;

export const CampaignState = z.enum(["draft", "awaiting", "running", "paused", "finished", "ended", "refused"]);
export type CampaignState = z.infer<typeof CampaignState>;

export const CompensationState = z.enum(["pending", "paid", "failed", "skipped", "cancelled"]);
export type CompensationState = z.infer<typeof CompensationState>;

/** What happens to the part of a compensation that cannot be refunded to the order's payments. */
export const UnpayableRule = z.enum(["report", "voucher"]);
export type UnpayableRule = z.infer<typeof UnpayableRule>;

/** Why a compensation was not, or not wholly, refunded to the payments of its order. */
export const CompensationProblem = z.enum([
  "ORDER_NOT_PAID",
  "AT_COUNTER",
  "INSTALLMENTS",
  "DISPUTED",
  "NOTHING_LEFT",
  "PARTLY_PAID",
  "TICKET_REFUNDED",
  "PERSON_DELETED",
  "ERROR",
]);
export type CompensationProblem = z.infer<typeof CompensationProblem>;

const CampaignReason = z.strictObject({
  language: Language,
  text: z.string().trim().min(1).max(campaignReasonMaxLength),
});
const choices = z.array(Id).max(campaignChoicesMax);
/** Lines as the vignettes name them, zones as the timetable does. */
const places = z.array(z.string().trim().min(1).max(60)).max(campaignChoicesMax);

/** What a campaign has given so far, once it has started. */
export const CampaignTotals = z.object({
  entitled: z.int().describe("Number of compensations"),
  amount: Money.describe("Of all of them"),
  pending: z.int(),
  paid: z.int(),
  failed: z.int().describe("Not, or not wholly, paid: the staff must decide"),
  skipped: z.int().describe("The person was deleted"),
  cancelled: z.int().describe("The campaign ended before"),
  refunded: Money,
  vouchers: Money,
});

/** A compensation campaign. */
export const Campaign = z.object({
  campaignId: Id,
  name: z.string(),
  status: CampaignState.describe("`awaiting`: a second member of the staff decides about it"),
  version: z.int().describe("Changes with each change of the draft"),
  reasons: z.array(z.object({ language: Language, text: z.string() })),
  from: Day,
  to: Day,
  articles: z.array(Id),
  categories: z.array(Id),
  lines: z.array(z.string()),
  zones: z.array(z.string()),
  kind: CompensationKind,
  amount: Money.nullable(),
  percent: z.int().nullable(),
  voucherUntil: Day.nullable(),
  unpayable: UnpayableRule,
  draftedBy: z.string().nullable(),
  draftedAt: Instant,
  startedBy: z.string().nullable(),
  startedAt: Instant.nullable(),
  decidedBy: z.string().nullable().describe("The second member of the staff; null: none was needed, or not yet"),
  totals: CampaignTotals.nullable().describe("null: not started"),
});
export type Campaign = z.infer<typeof Campaign>;

/** A ticket that is entitled, with its compensation. */
export const EntitledTicket = z.object({
  ticketId: Id,
  serial: z.string(),
  orderId: Id,
  orderNumber: z.string(),
  articleId: Id,
  name: z.string(),
  days: z.int().describe("Entitled days"),
  amount: Money,
});
export type EntitledTicket = z.infer<typeof EntitledTicket>;

/** The compensation of one ticket. */
export const Compensation = EntitledTicket.extend({
  compensationId: Id,
  status: CompensationState,
  refunded: Money,
  voucher: Money,
  voucherCode: z.string().nullable(),
  problem: CompensationProblem.nullable().describe("Why it was not, or not wholly, refunded; null: it was, or will be"),
  creditNoteNumber: z.string().nullable(),
  doneAt: Instant.nullable(),
});
export type Compensation = z.infer<typeof Compensation>;

const campaignId = Id.describe("The campaign");

export const listCampaigns = staffCall("compensations", "GET", "listCampaigns", {
  summary: "Lists compensation campaigns, the newest first.",
  permission: "campaigns.read",
  request: { status: CampaignState.optional(), ...paging },
  answer: page(Campaign),
  refusals: ["CURSOR_INVALID"],
});

export const getCampaign = staffCall("compensations", "GET", "getCampaign", {
  summary: "Answers a compensation campaign with what it has given, and the staff's actions on it.",
  permission: "campaigns.read",
  request: { campaignId },
  answer: {
    campaign: Campaign,
    problems: z
      .array(z.object({ problem: CompensationProblem, count: z.int() }))
      .describe("Why compensations failed, the most frequent reason first"),
    mayDecide: z
      .boolean()
      .describe("Whether the caller may approve or refuse it: it waits, and somebody else started it"),
    acts: z.array(AuditEntry),
  },
  refusals: ["NOT_FOUND"],
});

/** An article or category that a campaign may be for. */
const CampaignChoice = z.object({ id: Id, name: z.string() });

export const getCampaignChoices = staffCall("compensations", "GET", "getCampaignChoices", {
  summary: "Answers what a campaign can be drafted for: articles and categories, and lines and zones with vignettes.",
  permission: "campaigns.read",
  request: {},
  answer: {
    currency: Currency,
    languages: z.array(Language).describe("The languages of the reason"),
    today: Day.describe("The last day that can be compensated"),
    articles: z.array(CampaignChoice.extend({ onSale: z.boolean() })),
    categories: z.array(CampaignChoice),
    lines: z.array(z.string()).describe("Lines that vignettes name"),
    zones: z.array(z.string()).describe("Zones of the stops of vignettes"),
  },
  refusals: [],
});

/** The values of a draft. */
const draftValues = {
  name: z.string().trim().min(1).max(campaignNameMaxLength).describe("For the staff"),
  reasons: z
    .array(CampaignReason)
    .min(1)
    .max(20)
    .describe("The reason that customers read: one text for each language of the network"),
  from: RequestDay.describe("First day that is compensated"),
  to: RequestDay.describe("Last day that is compensated, no later than today"),
  articles: choices.optional().describe("`shopItemId`s of entitled tickets; at least one article or category"),
  categories: choices.optional().describe("Categories of entitled tickets"),
  lines: places.optional().describe("Only days on which a ticket was validated on one of these lines"),
  zones: places.optional().describe("Only days on which a ticket was validated at a stop in one of these zones"),
  kind: CompensationKind,
  amount: RequestMoney.optional().describe("Kinds `fixed`, `per-day`, `voucher`"),
  percent: z.int().min(1).max(100).optional().describe("Kinds `share`, `share-per-day`"),
  voucherUntil: RequestDay.optional().describe("Last day of vouchers, if there are any"),
  unpayable: UnpayableRule.optional().describe(
    "What cannot be refunded to an order's payments: `report` to the staff (default), or give as a `voucher`",
  ),
};

export const draftCampaign = staffCall("compensations", "POST", "draftCampaign", {
  summary: "Drafts a compensation campaign: for which days and articles, and how much. Nothing is paid yet.",
  permission: "campaigns.manage",
  idempotent: true,
  request: draftValues,
  answer: { campaign: Campaign },
  refusals: [],
});

const draftVersion = z.int32().describe("The draft's version as the caller saw it: another one is refused (`changed`)");

export const changeCampaignDraft = staffCall("compensations", "POST", "changeCampaignDraft", {
  summary: "Replaces the values of a drafted campaign. Once it has started, its values are fixed.",
  permission: "campaigns.manage",
  request: { campaignId, version: draftVersion, ...draftValues },
  answer: { campaign: Campaign },
  refusals: ["NOT_FOUND", "TRANSITION_NOT_ALLOWED"],
});

export const previewCampaign = staffCall("compensations", "GET", "previewCampaign", {
  summary: "Computes who is entitled to a drafted campaign, and how much; writes nothing.",
  permission: "campaigns.read",
  request: { campaignId },
  answer: {
    entitled: z.int(),
    total: Money,
    needsApproval: z.boolean().describe("Whether a second person must decide after the start"),
    articles: z.array(z.object({ articleId: Id, name: z.string(), entitled: z.int(), total: Money })),
    first: z.array(EntitledTicket).max(previewRowsMax),
  },
  refusals: ["NOT_FOUND", "TRANSITION_NOT_ALLOWED", "COMPENSATIONS_TOO_MANY"],
});

export const startCampaign = staffCall("compensations", "POST", "startCampaign", {
  summary:
    "Freezes who is entitled to a drafted campaign with the amounts, and pays them; above the network's threshold it waits for a second person.",
  permission: "campaigns.manage",
  multiline: ["reason"],
  request: {
    campaignId,
    total: RequestMoney.describe("The total of the preview: if it is another one by now, nothing happens"),
    version: draftVersion.optional(),
    reason: AuditReason,
  },
  answer: { campaign: Campaign },
  refusals: ["NOT_FOUND", "TRANSITION_NOT_ALLOWED", "COMPENSATION_TOTAL_CHANGED", "COMPENSATIONS_TOO_MANY"],
});

export const decideCampaign = staffCall("compensations", "POST", "decideCampaign", {
  summary: "Approves or refuses a campaign that another member of the staff started.",
  permission: "campaigns.manage",
  multiline: ["reason"],
  request: {
    campaignId: Id.describe("A campaign that waits for a second person"),
    decision: z.enum(["approve", "refuse"]).describe("`approve` pays it; `refuse` ends it"),
    reason: AuditReason.optional(),
  },
  answer: { campaign: Campaign },
  refusals: ["NOT_FOUND", "TRANSITION_NOT_ALLOWED", "SECOND_PERSON_REQUIRED"],
});

export const changeCampaign = staffCall("compensations", "POST", "changeCampaign", {
  summary: "Pauses, resumes or ends a campaign. What was paid stays paid; an ended campaign pays nothing more.",
  permission: "campaigns.manage",
  multiline: ["reason"],
  request: { campaignId, action: z.enum(["pause", "resume", "end"]), reason: AuditReason },
  answer: { campaign: Campaign },
  refusals: ["NOT_FOUND", "TRANSITION_NOT_ALLOWED"],
});

export const retryCompensations = staffCall("compensations", "POST", "retryCompensations", {
  summary:
    "Pays failed compensations of a campaign again, one or all of which nothing was given; each ticket is still paid once.",
  permission: "campaigns.manage",
  multiline: ["reason"],
  request: { campaignId, compensationId: Id.optional().describe("Only this one"), reason: AuditReason },
  answer: {
    campaign: Campaign,
    retried: z.int(),
    left: z.int().describe("Of which a part was given, or whose ticket got its price from other campaigns since"),
  },
  refusals: ["NOT_FOUND", "TRANSITION_NOT_ALLOWED"],
});

export const listCompensations = staffCall("compensations", "GET", "listCompensations", {
  summary: "Lists the compensations of a campaign that has started.",
  permission: "campaigns.read",
  request: { campaignId, status: CompensationState.optional(), ...paging },
  answer: page(Compensation),
  refusals: ["NOT_FOUND", "CURSOR_INVALID"],
});

export const downloadCompensations = staffCall("compensations", "GET", "downloadCompensations", {
  summary: "Answers the compensations of a campaign that has started as CSV, without voucher codes.",
  permission: "campaigns.manage",
  request: { campaignId },
  answer: {},
  refusals: ["NOT_FOUND"],
  file: "text/csv",
});
