import { z } from "zod";
import {
  cataloguePreviewHours,
  draftNameMaxLength,
  publicationAheadDaysMax,
  simulatedExamplesMax,
} from "../../limits/catalogue-draft-limits.ts";
import { Language } from "../../locales.ts";
import { PackArticle, PackCatalogue } from "../../network-pack.ts";
import { Currency, Id, Instant, Money, page, paging, RequestInstant, RequestMonth } from "../../values.ts";
import { AuditEntry, AuditReason } from "../staff.ts";
import { staffCall } from "../staff-call.ts";
import { NetworkItem, networkItemKinds } from "./network-items.ts";

/**
 * Drafts of the catalogue (decision 183), and of the network's settings and legal texts (194). A draft is a list of changes to live
 * items: nothing of it is sold or shown before it is published, and other drafts and imports may be published meanwhile.
 */

const lists = PackCatalogue.shape;
/** An item of a catalogue as in `catalogue.json`, with its kind. */
export const CatalogueItem = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("article"), definition: PackArticle }),
  z.strictObject({ kind: z.literal("category"), definition: lists.categories.element }),
  z.strictObject({ kind: z.literal("group"), definition: lists.groups.unwrap().element }),
  z.strictObject({ kind: z.literal("tariff"), definition: lists.tariffs.unwrap().element }),
  z.strictObject({ kind: z.literal("document-type"), definition: lists.documentTypes.unwrap().element }),
  z.strictObject({ kind: z.literal("status"), definition: lists.statuses.unwrap().element }),
]);
export type CatalogueItem = z.output<typeof CatalogueItem>;

export const catalogueItemKinds = ["article", "category", "group", "tariff", "document-type", "status"] as const;
export const CatalogueItemKind = z.enum(catalogueItemKinds);
export type CatalogueItemKind = z.infer<typeof CatalogueItemKind>;

/** Everything that a draft changes. */
export const DraftableItem = z.discriminatedUnion("kind", [...CatalogueItem.options, ...NetworkItem.options]);
export type DraftableItem = z.output<typeof DraftableItem>;

export const draftItemKinds = [...catalogueItemKinds, ...networkItemKinds] as const;
export const DraftItemKind = z.enum(draftItemKinds);
export type DraftItemKind = z.infer<typeof DraftItemKind>;

/**
 * `open`: it can be changed; `awaiting`: a second member of the staff decides about it; `scheduled`: it is published at its time;
 * `published` and `discarded` are final.
 */
export const DraftState = z.enum(["open", "awaiting", "scheduled", "published", "discarded"]);
export type DraftState = z.infer<typeof DraftState>;

/** Why a draft was not changed or published, in the refusal's details (`reason`). */
export const DraftRefusal = z.enum(["changed", "state", "empty", "conflicts", "faults"]);
export type DraftRefusal = z.infer<typeof DraftRefusal>;

export const CatalogueDraft = z.object({
  draftId: Id,
  name: z.string(),
  state: DraftState,
  version: z.int().describe("Changes with each change of the draft"),
  changeCount: z.int().describe("Changed items"),
  createdBy: z.string().nullable(),
  createdAt: Instant,
  requestedBy: z.string().nullable().describe("Who last asked for its publication"),
  requestedAt: Instant.nullable(),
  publishAt: Instant.nullable().describe("When it is to be published; null: at once"),
  decidedBy: z.string().nullable().describe("The second member of the staff; null: none was needed, or not yet"),
  publishedAt: Instant.nullable(),
  failedAt: Instant.nullable().describe(
    "When its scheduled publication failed; null: it did not, or was changed since",
  ),
  reverts: z
    .object({ draftId: Id, name: z.string() })
    .nullable()
    .describe("The published draft whose changes it takes back"),
});
export type CatalogueDraft = z.infer<typeof CatalogueDraft>;

/** A key of an item that a draft changes. Values are JSON; null: absent. */
const ChangedField = z.object({
  field: z.string().describe("The key in the pack, as `price`"),
  before: z.string().nullable(),
  after: z.string().nullable(),
});

/** What a draft changes of one item. */
export const DraftChange = z.object({
  kind: z.enum([...draftItemKinds, "order"]).describe("`order`: the sequence of the items of a kind"),
  itemId: Id.describe("Of an `order`: the kind of the items"),
  name: z.string().describe("In the network's first language"),
  change: z.enum(["added", "changed", "withdrawn"]),
  fields: z.array(ChangedField).describe("Of a changed item"),
  conflicts: z
    .array(z.string())
    .describe(
      "Keys that were changed otherwise in the live catalogue since; `*`: the item was added or withdrawn there",
    ),
  changedBy: z.string().nullable(),
  changedAt: Instant,
});
export type DraftChange = z.infer<typeof DraftChange>;

/** A fault or a warning, as an import reports it. */
export const CatalogueFault = z.object({
  file: z.string().describe("The file of a network pack, as `catalogue.json`"),
  path: z.string().describe("The path in it, with ids instead of positions: `articles.day-pass.price`"),
  message: z.string().describe("In English"),
});
export type CatalogueFault = z.infer<typeof CatalogueFault>;

const draftId = Id.describe("The draft");
const name = z.string().trim().min(1).max(draftNameMaxLength).describe("The name of the draft, for the staff");
const version = z.int32().describe("The draft's version as the caller saw it: another one is refused (`changed`)");
const kind = CatalogueItemKind;
const basis = z
  .string()
  .max(64)
  .describe(
    "From `getDraftItem`; empty: the item is new. If live item or draft changed since, it is refused (`changed`)",
  );

export const listCatalogueDrafts = staffCall("catalogue-drafts", "GET", "listCatalogueDrafts", {
  summary: "Lists drafts of the catalogue, the newest first: also the published ones, which are its history.",
  permission: "catalogue.read",
  request: { state: DraftState.optional().describe("Only drafts in this state"), ...paging },
  answer: page(CatalogueDraft),
  refusals: ["CURSOR_INVALID"],
});

export const getCatalogueDraft = staffCall("catalogue-drafts", "GET", "getCatalogueDraft", {
  summary: "Answers a draft with its changes, and what an import of the changed catalogue would report.",
  permission: "catalogue.read",
  request: { draftId },
  answer: {
    draft: CatalogueDraft,
    changes: z.array(DraftChange),
    faults: z.array(CatalogueFault).describe("Why it cannot be published; empty once it is published or discarded"),
    warnings: z.array(CatalogueFault).describe("Likely mistakes"),
    needsApproval: z.boolean().describe("Whether a second member of the staff must approve its publication"),
    mayDecide: z.boolean().describe("Whether the caller may approve or refuse it: somebody else asked for it"),
    history: z.array(AuditEntry).describe("The latest actions of the staff, the newest first"),
  },
  refusals: ["NOT_FOUND"],
});

export const addCatalogueDraft = staffCall("catalogue-drafts", "POST", "addCatalogueDraft", {
  summary: "Adds an empty draft.",
  permission: "catalogue.edit",
  idempotent: true,
  request: { name },
  answer: { draft: CatalogueDraft },
  refusals: [],
});

export const renameCatalogueDraft = staffCall("catalogue-drafts", "POST", "renameCatalogueDraft", {
  summary: "Renames a draft.",
  permission: "catalogue.edit",
  request: { draftId, version, name },
  answer: { draft: CatalogueDraft },
  refusals: ["NOT_FOUND", "TRANSITION_NOT_ALLOWED"],
});

export const discardCatalogueDraft = staffCall("catalogue-drafts", "POST", "discardCatalogueDraft", {
  summary: "Discards a draft. It stays in the list, and can no longer be changed.",
  permission: "catalogue.edit",
  request: { draftId, version },
  answer: { draft: CatalogueDraft },
  refusals: ["NOT_FOUND", "TRANSITION_NOT_ALLOWED"],
});

/** An item in a list: what tells it from others. */
export const DraftItem = z.object({
  itemId: Id,
  name: z.string().describe("In the network's first language"),
  change: z.enum(["added", "changed", "withdrawn"]).nullable().describe("By the draft; null: none"),
  category: Id.nullable().describe("Of an article"),
  price: Money.nullable().describe("Of an article"),
  livePrice: Money.nullable().describe("The price in the live catalogue; null: none"),
});
export type DraftItem = z.infer<typeof DraftItem>;

export const listDraftItems = staffCall("catalogue-drafts", "GET", "listDraftItems", {
  summary: "Lists the items of a kind as the draft leaves them, in their sequence; withdrawn ones come last.",
  permission: "catalogue.read",
  request: { draftId, kind },
  answer: { items: z.array(DraftItem) },
  refusals: ["NOT_FOUND"],
});

const Choice = z.object({ id: Id, name: z.string() });

export const getDraftItem = staffCall("catalogue-drafts", "GET", "getDraftItem", {
  summary:
    "Answers an item of the catalogue, settings of the network or a legal text, in a draft and as it is live, with what it may refer to.",
  permission: "catalogue.read",
  request: {
    draftId,
    kind: DraftItemKind,
    itemId: Id.optional().describe(
      "Absent: a new item, without `live` and `draft`. Of settings: `network`; of a legal text: its kind",
    ),
  },
  answer: {
    inDraft: CatalogueDraft.describe("The draft"),
    live: DraftableItem.nullable().describe("null: the live catalogue does not have it"),
    draft: DraftableItem.nullable().describe("As the draft leaves it; null: it is withdrawn or new"),
    conflicts: z.array(z.string()).describe("As in the changes of the draft; the values of `draft` are the draft's"),
    basis: z.string().describe("For the change of the item"),
    currency: Currency,
    languages: z.array(Language).describe("Of the network, its default first: every text is required in it"),
    choices: z
      .object({
        category: z.array(Choice),
        group: z.array(Choice),
        tariff: z.array(Choice),
        "document-type": z.array(Choice),
        status: z.array(Choice),
        article: z.array(Choice),
        "fare-zone": z.array(Choice),
      })
      .describe("As the draft leaves them"),
  },
  refusals: ["NOT_FOUND"],
});

export const changeDraftItem = staffCall("catalogue-drafts", "POST", "changeDraftItem", {
  summary:
    "Adds or changes an item in a draft. Its values must be complete; what contradicts other items is a fault of the draft.",
  permission: "catalogue.edit",
  multiline: ["item"],
  request: { draftId, basis, item: CatalogueItem.describe("The item with all its values, as in `catalogue.json`") },
  answer: { draft: CatalogueDraft },
  refusals: ["NOT_FOUND", "TRANSITION_NOT_ALLOWED"],
});

export const changeDraftSettings = staffCall("catalogue-drafts", "POST", "changeDraftSettings", {
  summary: "Changes settings of the network or a legal text in a draft. All values of the item must be given.",
  permission: "settings.manage",
  multiline: ["item"],
  request: { draftId, basis, item: NetworkItem.describe("With all its values, as in the files of a pack") },
  answer: { draft: CatalogueDraft },
  refusals: ["NOT_FOUND", "TRANSITION_NOT_ALLOWED"],
});

export const withdrawDraftItem = staffCall("catalogue-drafts", "POST", "withdrawDraftItem", {
  summary: "Takes an item out of the catalogue in a draft. Orders and tickets of it stay as they are.",
  permission: "catalogue.edit",
  request: { draftId, basis, kind, itemId: Id.describe("The item") },
  answer: { draft: CatalogueDraft },
  refusals: ["NOT_FOUND", "TRANSITION_NOT_ALLOWED"],
});

export const restoreDraftItem = staffCall("catalogue-drafts", "POST", "restoreDraftItem", {
  summary: "Takes the change of one item out of a draft: it stays as it is live.",
  permission: "catalogue.edit",
  request: {
    draftId,
    version,
    kind: DraftChange.shape.kind,
    itemId: Id.describe("The item, as in the changes of the draft"),
  },
  answer: { draft: CatalogueDraft },
  refusals: ["NOT_FOUND", "TRANSITION_NOT_ALLOWED"],
});

export const sortDraftItems = staffCall("catalogue-drafts", "POST", "sortDraftItems", {
  summary: "Changes the sequence of the items of a kind in a draft: the shop lists them in it.",
  permission: "catalogue.edit",
  request: {
    draftId,
    version,
    kind,
    itemIds: z.array(Id).min(1).max(2_000).describe("All of them, in their sequence"),
  },
  answer: { draft: CatalogueDraft },
  refusals: ["NOT_FOUND", "TRANSITION_NOT_ALLOWED"],
});

const publication = {
  answer: { draft: CatalogueDraft },
  refusals: ["NOT_FOUND", "TRANSITION_NOT_ALLOWED"],
} as const;

export const publishCatalogueDraft = staffCall("catalogue-drafts", "POST", "publishCatalogueDraft", {
  summary:
    "Publishes a draft, at once or at a time; where the network needs it, a second member of the staff decides first. A draft with faults or conflicts is refused.",
  permission: "catalogue.publish",
  multiline: ["reason"],
  request: {
    draftId,
    version,
    publishAt: RequestInstant.optional().describe(
      `When it is published, at most ${publicationAheadDaysMax} days ahead; absent or past: at once`,
    ),
    reason: AuditReason,
  },
  ...publication,
});

export const decideCatalogueDraft = staffCall("catalogue-drafts", "POST", "decideCatalogueDraft", {
  summary: "Approves or refuses the publication that another member of the staff asked for.",
  permission: "catalogue.publish",
  multiline: ["reason"],
  request: {
    draftId,
    version,
    decision: z.enum(["approve", "refuse"]).describe("`refuse`: it is open again"),
    reason: AuditReason.optional(),
  },
  answer: publication.answer,
  refusals: [...publication.refusals, "SECOND_PERSON_REQUIRED"],
});

export const reopenCatalogueDraft = staffCall("catalogue-drafts", "POST", "reopenCatalogueDraft", {
  summary: "Takes back the request to publish a draft that awaits a decision or its time: it can be changed again.",
  permission: "catalogue.edit",
  request: { draftId, version },
  ...publication,
});

export const revertCatalogueDraft = staffCall("catalogue-drafts", "POST", "revertCatalogueDraft", {
  summary: "Adds a draft that takes back everything that a published one changed; it is published like any other.",
  permission: "catalogue.edit",
  idempotent: true,
  request: { draftId: Id.describe("A published draft") },
  answer: { draft: CatalogueDraft },
  refusals: ["NOT_FOUND", "TRANSITION_NOT_ALLOWED"],
});

export const previewCatalogueDraft = staffCall("catalogue-drafts", "POST", "previewCatalogueDraft", {
  summary: `Makes a link that shows the shop as if the draft were published, for ${cataloguePreviewHours} hours and to whoever has it; nothing can be bought there. A draft with faults is refused.`,
  permission: "catalogue.read",
  request: { draftId },
  answer: { url: z.string().describe("In the network's shop"), expiresAt: Instant },
  refusals: ["NOT_FOUND", "TRANSITION_NOT_ALLOWED"],
});

/** What a month's purchases would have cost: now, and with the draft. */
const Repriced = z.object({
  paid: Money.describe("What was paid, VAT included"),
  live: Money.describe("At the prices of the live catalogue, with the same discounts"),
  draft: Money.describe("At the prices of the draft"),
});

const SimulatedOrder = Repriced.extend({ orderId: Id, number: z.string() });

export const simulateCatalogueDraft = staffCall("catalogue-drafts", "GET", "simulateCatalogueDraft", {
  summary:
    "Reprices the orders that were completed in a month with the live catalogue and with the draft: the total, who would have paid less or more, and by article. Changes nothing. A draft with faults is refused.",
  permission: "catalogue.read",
  request: { draftId, month: RequestMonth.describe("In the network's time zone") },
  answer: {
    orders: z.int().describe("Repriced orders"),
    total: Repriced,
    cheaper: z.object({ orders: z.int(), amount: Money.describe("The sum of the differences, negative") }),
    dearer: z.object({ orders: z.int(), amount: Money.describe("The sum of the differences") }),
    unsold: z
      .object({ quantity: z.int(), amount: Money })
      .describe("Articles that the draft does not sell: they are part of no other figure but what was paid"),
    articles: z
      .array(Repriced.extend({ itemId: Id, name: z.string(), quantity: z.int() }))
      .describe("Those whose sum differs, the largest difference first"),
    examples: z
      .array(SimulatedOrder)
      .max(2 * simulatedExamplesMax)
      .describe("The orders with the largest differences, the dearer first"),
  },
  refusals: ["NOT_FOUND", "TRANSITION_NOT_ALLOWED"],
});
