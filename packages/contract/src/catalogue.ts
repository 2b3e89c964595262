import { z } from "zod";
import { call } from "./call.ts";
import { Network } from "./networks.ts";
import { RefundBasis, RefundTerms, ShownReason } from "./packs/refund-policy.ts";
import { Day, Duration, Id, Instant, Money, WireInt, wireList, YearDay } from "./values.ts";

export const Support = z.enum(["SHIPPING", "COLLECT", "MEDIA", "DEMATERIALIZED", "PHYSICAL"]);
export type Support = z.infer<typeof Support>;
export const PaymentMethod = z.enum(["CARD", "TRANSFER", "DEPOSIT", "CASH"]);
export type PaymentMethod = z.infer<typeof PaymentMethod>;
export const PivotType = z.enum(["DAY_PIVOT", "WEEK_PIVOT", "MONTH_PIVOT"]);
export type PivotType = z.infer<typeof PivotType>;
/** Installment periods and renewal intervals (§3, §9). */
export const Period = z.enum(["P7D", "P14D", "P1M", "P6M", "P1Y"]);
export type Period = z.infer<typeof Period>;
/** Print colours of tickets, one per category. */
export const Ink = z.enum(["pass", "year", "social", "card"]);
export type Ink = z.infer<typeof Ink>;

/** Validity period of a ticket: a duration from a start, or a fixed yearly period. */
export const Validity = z.union([
  z.strictObject({ from: z.enum(["purchase", "start", "first-use"]), duration: Duration }),
  z.strictObject({ period: z.strictObject({ from: YearDay, to: YearDay }) }),
]);
export type Validity = z.infer<typeof Validity>;

export const FieldType = z.enum(["text", "number", "date", "email", "phone", "select", "checkbox"]);
export const ItemField = z.object({
  id: Id,
  type: FieldType,
  label: z.string(),
  hint: z.string().nullable(),
  required: z.boolean(),
  confirm: z.boolean().describe("Must be entered twice"),
  minLength: z.int().nullable(),
  maxLength: z.int().nullable(),
  choices: z.array(z.object({ value: z.string(), label: z.string() })),
});
export type ItemField = z.infer<typeof ItemField>;

export const PaymentOption = z.object({
  installments: z.int().min(1),
  period: Period,
  paymentMethods: z.array(PaymentMethod),
  allowSubscription: z.boolean(),
});
export type PaymentOption = z.infer<typeof PaymentOption>;

/** Sections of the shop's list, by what somebody needs (decision 130). */
export const Section = z.enum(["single", "day-week", "month", "year", "reduced", "parking", "services"]);
export type Section = z.infer<typeof Section>;

export const ArticleGroup = z.object({ id: Id, name: z.string(), summary: z.string() });
export type ArticleGroup = z.infer<typeof ArticleGroup>;

export const Category = z.object({ productTypeIndex: z.int(), id: Id, name: z.string(), ink: Ink, icon: z.string() });
export type Category = z.infer<typeof Category>;

/** Remaining time of a yearly period, for an article sold by month (decision 139). */
export const RemainingTime = z.object({
  firstDay: Day.describe("First day of validity, if bought today"),
  lastDay: Day,
  months: z.int().describe("Months that the price is for; one that has begun counts whole"),
  periodMonths: z.int().describe("Months of the whole period"),
  fullPrice: Money.describe("Price of the whole period"),
});
export type RemainingTime = z.infer<typeof RemainingTime>;

/** An article of the shop on the wire, in one language (§3 "Shop item"). */
export const ShopItem = z.object({
  shopItemId: Id,
  type: z.int().describe("1: sold by staff only, 2: sold in the shop"),
  name: z.string(),
  summary: z.string(),
  description: z.string().nullable().describe("Markdown"),
  category: Category,
  section: Section.describe("Section of the shop's list"),
  group: ArticleGroup.nullable().describe("Articles of one group differ only by `zone` and `audience`"),
  zone: z.string().nullable().describe("Zone within the group, in words; null: every zone of the group"),
  price: Money,
  shopItemPromoPrice: Money.nullable(),
  vatRate: z.number().describe("Percent; included in the price"),
  supports: z.array(Support),
  tags: z.array(z.string()),
  tariffs: z.array(z.object({ id: Id, name: z.string() })).describe("Filters of the catalogue"),
  fields: z.array(ItemField),
  paymentOptions: z.array(PaymentOption),
  installments: z.int().describe("Maximum number of installments"),
  isRenewable: z.boolean(),
  renewalInterval: Period.nullable(),
  articleQuantityMin: z.int(),
  articleQuantityMax: z.int(),
  maxBuyAtOnce: z.int().nullable(),
  pivotType: PivotType.nullable(),
  pivotValue: z.int().nullable(),
  startProposals: z.int().nullable(),
  products: z.array(z.object({ productId: Id, dematerialized: z.boolean() })),
  requiredDocuments: z.array(z.object({ documentTypeId: Id, name: z.string() })),
  pictureRequired: z.boolean(),
  options: z.array(Id).describe("shopItemIds of articles that can be added to this one"),
  ageFrom: z.int().nullable(),
  ageTo: z.int().nullable(),
  audience: z.string().nullable().describe("Target group, in words"),
  statuses: z.array(Id),
  salesFrom: Instant.nullable(),
  salesEndsAt: Instant.nullable(),
  validity: Validity,
  remaining: RemainingTime.nullable().describe(
    "Present when `price` and `shopItemPromoPrice` are for the remaining months of the period; null: the whole price",
  ),
  refundBasis: RefundBasis.describe("What a customer gets for a returned ticket; `none`: nothing"),
  refundTerms: RefundTerms.nullable().describe("Fees and times of a refund; null: no refund"),
  refundReasons: z.array(ShownReason).describe("Reasons that need evidence, for which other terms apply"),
  useWithin: Duration.nullable(),
  trips: z.int().nullable(),
  transferMinutes: z.int().nullable(),
  figure: z.object({ value: z.string(), unit: z.string() }).nullable(),
  extraInfo: z.string().nullable().describe("Markdown"),
  searchWords: z
    .array(z.string())
    .describe("Other words by which it is found: its name in the other languages, and those of the network"),
  isJourney: z
    .boolean()
    .describe(
      "Sold from one stop to another: fields `origin` and `destination` determine the price; `price` is the lowest",
    ),
});
export type ShopItem = z.infer<typeof ShopItem>;

/** Longest token of a preview, in characters. */
const tokenMaxLength = 200;
const PreviewToken = z.string().max(tokenMaxLength);

/**
 * Field of the calls that show the catalogue (decision 187). Carts and orders do not know it: what is not published can be neither
 * quoted nor sold.
 */
export const previewable = {
  preview: PreviewToken.optional().describe(
    "Token of the preview of a catalogue draft: the answer is as if the draft were published. Such answers are not cached",
  ),
} as const;

/** Why a preview shows nothing, in the refusal's details (`reason`). `link`: its token is expired, or not of this network. */
export const PreviewEnd = z.enum(["link", "published", "discarded", "faults"]);
export type PreviewEnd = z.infer<typeof PreviewEnd>;

const list = {
  section: "§7",
  session: "none",
  request: {
    type: WireInt.optional(),
    tags: wireList(z.string().max(60)).optional(),
    ids: wireList(Id).optional(),
    ...previewable,
  },
  answer: { items: z.array(ShopItem), version: z.string() },
  refusals: ["NOT_FOUND"],
  cacheable: true,
} as const;

export const getUniversalProducts = call("catalogue", "GET", "/Products/getUniversalProducts.json", {
  summary: "Lists articles of every support, by type, tag or id; hidden ones only by tag or id.",
  ...list,
});

export const getProducts = call("catalogue", "GET", "/Products/getProducts.json", {
  summary: "Lists the articles on sale, by type, tag or id; hidden ones only by tag or id.",
  ...list,
});

export const productsOnMedia = call("catalogue", "GET", "/Products/media", {
  summary: "Lists the articles that can be loaded on a transport card now, by the age of its bearer.",
  section: "§7",
  session: "user",
  opensTo: ["card"],
  request: { mediaId: Id },
  answer: { items: z.array(ShopItem), version: z.string() },
  refusals: ["NOT_FOUND", "CARD_EXPIRED", "CARD_INCIDENT", "CARD_STATUS_EMPTY"],
});

export const catalog = call("catalogue", "GET", "/shop/catalog", {
  summary: "Lists what the shop displays: categories in order with their articles, without empty categories.",
  section: "§7",
  session: "none",
  request: previewable,
  answer: { categories: z.array(Category.extend({ items: z.array(ShopItem) })), version: z.string() },
  refusals: ["NOT_FOUND"],
  cacheable: true,
});

export const readCataloguePreview = call("catalogue", "GET", "/shop/preview", {
  summary: "Answers what a preview of a catalogue draft shows; refused with a `reason` if it shows nothing (any more).",
  session: "none",
  request: { token: PreviewToken.describe("From the link that the staff made (`previewCatalogueDraft`)") },
  answer: {
    name: z.string().describe("Of the draft"),
    expiresAt: Instant,
    network: Network.describe(
      "As the draft leaves it, but with the live switches, limits and version, by which the shop sells",
    ),
  },
  refusals: ["NOT_FOUND"],
});
