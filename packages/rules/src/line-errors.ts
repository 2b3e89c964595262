import type { LineError, OrderLine } from "@guichet/contract/cart.ts";
import type { ShopItem } from "@guichet/contract/catalogue.ts";
import { newCard } from "@guichet/contract/limits/transport-card-limits.ts";
import { chooseStart } from "./calendar.ts";
import { isQuantityAllowed, isSubscriptionMixed, quantityRange } from "./cart.ts";
import { onSale, shopArticleType } from "./catalogue.ts";
import { ageDay, isAgeLimited, suitsAge } from "./dates/age-limits.ts";
import { ageOn } from "./dates/ages.ts";
import { dayIn } from "./dates/days.ts";
import { dayBegins } from "./dates/instants.ts";
import { type CoveringDocument, documentStatus } from "./documents.ts";
import { fieldErrors, type PhoneCheck } from "./fields.ts";
import { type PaymentOffer, sharedOptions } from "./payments/payment-options.ts";
import { articleNamed } from "./pricing.ts";
import { cardWork } from "./transport-card-articles.ts";

/** Errors of a cart as checked by the server (§5, §7 verify). Server only; the browser uses `cart.ts`. */

/** A traveller's properties that determine eligibility. */
export interface EligibleTraveller {
  userId: string;
  birthday: string | null;
  /** A guest who has entered only an e-mail address. */
  isNameless: boolean;
  tariffStatus: string | null;
  hasPicture: boolean;
  deactivated: boolean;
  /** Documents of any status, neither deleted nor replaced. */
  documents: readonly CoveringDocument[];
  /** Active transport cards without an incident. */
  usableCardIds: readonly string[];
  /** Cards blocked by an incident, and those that a paid order already replaces. */
  blockedCardIds: readonly string[];
  beingReplacedCardIds: readonly string[];
}

/** Context of an eligibility check: network, time and buyer. */
export interface EligibilityContext {
  now: string;
  timeZone: string;
  signedIn: boolean;
  travellers: readonly EligibleTraveller[];
  mayHoldDematerialized: boolean;
  hideBirthDate: boolean;
  profiling: boolean;
  subscriptions: boolean;
  offer: PaymentOffer;
  isPhone: PhoneCheck;
}

/** Errors of one line, including its extra articles; empty when it can be ordered. */
export function lineErrors(
  index: number,
  lines: readonly OrderLine[],
  articles: readonly ShopItem[],
  context: EligibilityContext,
): LineError[] {
  const line = lines[index];
  const article = line && articleNamed(articles, line.productId);
  if (line === undefined || article === undefined) return [{ code: "ARTICLE_UNKNOWN" }];
  return [
    ...saleErrors(article, context),
    ...subscriptionErrors(line, article),
    ...quantityErrors(line, article),
    ...optionErrors(line, article, articles, context),
    ...supportErrors(line, article, lines, articles, context),
    ...cardWorkErrors(index, lines, article, articles, context),
    ...startErrors(line, article, context),
    ...fieldErrors(article.fields, askedFields(line, article), context.isPhone),
    ...travellerErrors(line, article, context),
    ...limitErrors(line, lines, articles),
  ];
}

/** Errors of the cart as a whole: empty, a subscription with other articles, no common payment option. */
export function cartErrors(
  lines: readonly OrderLine[],
  articles: readonly ShopItem[],
  context: EligibilityContext,
): LineError[] {
  if (lines.length === 0) return [{ code: "CART_EMPTY" }];
  const mixed = isSubscriptionMixed(
    lines.map(({ productId }) => ({ shopItemId: articleNamed(articles, productId)?.shopItemId ?? productId })),
    articles,
  );
  if (mixed) return [{ code: "SUBSCRIPTION_NOT_ALONE" }];
  const bought = articlesOf(lines, articles);
  if (bought.length === 0) return [];
  return cartOptions(lines, articles, context.offer).length === 0 ? [{ code: "PAYMENT_OPTIONS_INCOMPATIBLE" }] : [];
}

/** Payment options common to all lines and extra articles. */
export function cartOptions(lines: readonly OrderLine[], articles: readonly ShopItem[], offer: PaymentOffer) {
  const bought = articlesOf(lines, articles);
  const subscription = bought.some(({ isRenewable }) => isRenewable);
  return sharedOptions(bought, offer, subscription);
}

function articlesOf(lines: readonly OrderLine[], articles: readonly ShopItem[]): ShopItem[] {
  const ids = lines.flatMap(({ productId, optionLines }) => [
    productId,
    ...(optionLines ?? []).map((option) => option.productId),
  ]);
  return [...new Set(ids.flatMap((id) => articleNamed(articles, id) ?? []))];
}

/** The line's fields without the journey, which the timetable checks. */
function askedFields({ fields = {} }: OrderLine, { isJourney }: ShopItem): Record<string, string> {
  if (!isJourney) return fields;
  const { origin: _origin, destination: _destination, ...asked } = fields;
  return asked;
}

function saleErrors(article: ShopItem, context: EligibilityContext): LineError[] {
  const forThisSeller = article.type === shopArticleType || context.offer.counter;
  const sold = forThisSeller && onSale(article, context.now) && (!article.isRenewable || context.subscriptions);
  return sold ? [] : [{ code: "ARTICLE_NOT_ON_SALE", details: { shopItemId: article.shopItemId } }];
}

function subscriptionErrors({ isSubscription = false }: OrderLine, { isRenewable, shopItemId }: ShopItem): LineError[] {
  return isSubscription && !isRenewable ? [{ code: "SUBSCRIPTION_NOT_OFFERED", details: { shopItemId } }] : [];
}

function quantityErrors({ quantity }: OrderLine, article: ShopItem): LineError[] {
  return isQuantityAllowed(article, quantity) ? [] : [{ code: "QUANTITY_WRONG", details: quantityRange(article) }];
}

function optionErrors(
  { optionLines = [] }: OrderLine,
  article: ShopItem,
  articles: readonly ShopItem[],
  context: EligibilityContext,
): LineError[] {
  return optionLines.flatMap(({ productId, quantity }) => {
    const option = articleNamed(articles, productId);
    if (option === undefined || !article.options.includes(option.shopItemId)) {
      return [{ code: "ARTICLE_OPTION_UNKNOWN" as const, details: { shopItemId: productId } }];
    }
    const wrong = isQuantityAllowed(option, quantity)
      ? []
      : [{ code: "QUANTITY_WRONG" as const, details: { shopItemId: option.shopItemId, ...quantityRange(option) } }];
    return [...saleErrors(option, context), ...wrong];
  });
}

function supportErrors(
  { support, mediaId, customerId }: OrderLine,
  article: ShopItem,
  lines: readonly OrderLine[],
  articles: readonly ShopItem[],
  context: EligibilityContext,
): LineError[] {
  if (!article.supports.includes(support)) return [{ code: "SUPPORT_NOT_OFFERED", details: { support } }];
  if (support === "DEMATERIALIZED" && context.signedIn && !context.mayHoldDematerialized) {
    return [{ code: "SUPPORT_REFUSED", details: { support } }];
  }
  if (support !== "MEDIA" || !context.signedIn) return [];
  if (mediaId === newCard) {
    const made = lines.filter((line) => line.customerId === customerId && workOf(line, articles) === "new");
    return made.length === 1 ? [] : [{ code: "CARD_REQUIRED", details: { reason: "new-card" } }];
  }
  const traveller = context.travellers.find(({ userId }) => userId === customerId);
  const usable = mediaId && traveller?.usableCardIds.includes(mediaId);
  return usable ? [] : [{ code: "CARD_REQUIRED" }];
}

const workOf = ({ productId }: OrderLine, articles: readonly ShopItem[]) => {
  const article = articleNamed(articles, productId);
  return article === undefined ? null : cardWork(article.tags);
};

/** Errors of making a card: one per line; a duplicate only for a blocked card of the traveller, once (§6 "transport card"). */
function cardWorkErrors(
  index: number,
  lines: readonly OrderLine[],
  article: ShopItem,
  articles: readonly ShopItem[],
  context: EligibilityContext,
): LineError[] {
  const line = lines[index];
  const work = cardWork(article.tags);
  if (line === undefined || work === null) return [];
  if (line.quantity !== 1) return [{ code: "QUANTITY_WRONG", details: { min: 1, max: 1 } }];
  if (!context.signedIn) return [];
  const traveller = context.travellers.find(({ userId }) => userId === line.customerId);
  if (traveller === undefined) return [];
  if (work === "new") {
    if (line.mediaId) return [{ code: "CARD_REQUIRED", details: { reason: "new-card" } }];
    if (traveller.birthday === null) return [notEligible("birth-date-missing")];
    return traveller.isNameless ? [notEligible("name-missing")] : [];
  }
  const cardId = line.mediaId ?? "";
  const twice = lines.slice(0, index).some((other) => other.mediaId === cardId && workOf(other, articles) === work);
  if (twice || traveller.beingReplacedCardIds.includes(cardId)) return [{ code: "CARD_BEING_REPLACED" }];
  return traveller.blockedCardIds.includes(cardId)
    ? []
    : [{ code: "CARD_REQUIRED", details: { reason: "not-blocked" } }];
}

function startErrors(line: OrderLine, article: ShopItem, context: EligibilityContext): LineError[] {
  const { pivotType } = article;
  if (pivotType === null) return line.startingAt || line.startMonth ? [{ code: "START_NOT_PROPOSED" }] : [];
  const outcome = chooseStart(line, { ...article, pivotType }, context.now, context.timeZone);
  return outcome.ok ? [] : [{ code: outcome.code }];
}

/** Properties of an article and a line that determine eligibility. */
type Restricted = Pick<
  ShopItem,
  "ageFrom" | "ageTo" | "statuses" | "requiredDocuments" | "pictureRequired" | "validity"
> &
  Pick<ShopItem, "pivotType" | "pivotValue" | "startProposals" | "salesEndsAt">;
type ForTraveller = Pick<OrderLine, "customerId" | "startingAt" | "startMonth">;

/** Eligibility errors of the line's traveller: age, status, documents, picture (§5, §7). */
export function travellerErrors(line: ForTraveller, article: Restricted, context: EligibilityContext): LineError[] {
  if (!line.customerId) return context.signedIn ? [{ code: "TRAVELLER_REQUIRED" }] : [];
  const traveller = context.travellers.find(({ userId }) => userId === line.customerId);
  if (traveller === undefined) return [{ code: "TRAVELLER_UNKNOWN" }];
  if (traveller.deactivated) return [notEligible("deactivated")];
  const errors = [
    ...ageErrors(line, article, traveller, context),
    ...nameErrors(article, traveller),
    ...documentErrors(line, article, traveller, context),
  ];
  if (context.profiling && article.statuses.length > 0 && !article.statuses.includes(traveller.tariffStatus ?? "")) {
    errors.push(notEligible("status", { statuses: article.statuses }));
  }
  if (article.pictureRequired && !traveller.hasPicture) errors.push({ code: "PICTURE_REQUIRED" });
  return errors;
}

/** Checks the age on the first day of validity, limits included (`ageDay`). Where the network hides birth dates, a document replaces it. */
function ageErrors(
  line: ForTraveller,
  article: Restricted,
  { birthday }: EligibleTraveller,
  context: EligibilityContext,
): LineError[] {
  const { ageFrom, ageTo } = article;
  if (!isAgeLimited(article) || context.hideBirthDate) return [];
  if (birthday === null) return [notEligible("birth-date-missing")];
  const day = ageDay(article.validity, chosenDay(line, context), dayIn(context.now, context.timeZone));
  return suitsAge(ageOn(birthday, day), article) ? [] : [notEligible("age", { ageFrom, ageTo })];
}

/**
 * A ticket is in a name where the article is sold by age, document or picture: a checker compares the initials and birth
 * year in its code with an identity document, and a code without them is for anybody (decision 129).
 */
function nameErrors(article: Restricted, { isNameless }: EligibleTraveller): LineError[] {
  const isInName = isAgeLimited(article) || article.requiredDocuments.length > 0 || article.pictureRequired;
  return isNameless && isInName ? [notEligible("name-missing")] : [];
}

const chosenDay = ({ startingAt, startMonth }: ForTraveller, { timeZone }: EligibilityContext): string | null => {
  if (startingAt) return dayIn(startingAt, timeZone);
  return startMonth ? `${startMonth}-01` : null;
};

/** Requires documents valid now and at the ticket's start. Where birth dates are hidden, any one of them replaces the age. */
function documentErrors(
  line: ForTraveller,
  article: Restricted,
  traveller: EligibleTraveller,
  context: EligibilityContext,
): LineError[] {
  const instants = [context.now, startInstant(line, article, context)];
  const statusOf = (type: string | null) => documentStatus(traveller.documents, type, instants);
  const asked = article.requiredDocuments.map(
    ({ documentTypeId }) => [documentTypeId, statusOf(documentTypeId)] as const,
  );
  const lacking = asked.filter(([, found]) => found !== "valid");
  if (lacking.length > 0) {
    // A refused or expiring document is distinguished from a missing one (§8 "invalid document in order").
    const code = lacking.every(([, found]) => found === "over") ? "DOCUMENT_INVALID" : "DOCUMENT_REQUIRED";
    return [{ code, details: { documentTypeIds: lacking.map(([type]) => type) } }];
  }
  const ageByDocument = context.hideBirthDate && isAgeLimited(article) && article.requiredDocuments.length === 0;
  return ageByDocument && statusOf(null) !== "valid" ? [{ code: "DOCUMENT_REQUIRED", details: { reason: "age" } }] : [];
}

/** Start of the ticket: of its yearly period, else as chosen; now, without a choice or with an invalid one. */
function startInstant(
  line: ForTraveller,
  { pivotType, ...article }: Restricted,
  { now, timeZone }: EligibilityContext,
): string {
  const chosen = pivotType === null ? null : chooseStart(line, { ...article, pivotType }, now, timeZone);
  const opens = chosen?.ok ? chosen.value : now;
  if (!("period" in article.validity)) return opens;
  const day = ageDay(article.validity, dayIn(opens, timeZone), dayIn(now, timeZone));
  return day === dayIn(opens, timeZone) ? opens : dayBegins(day, timeZone).toISOString();
}

/** Errors of the maximum quantity per traveller and purchase, over all lines, as item or as option. */
function limitErrors(line: OrderLine, lines: readonly OrderLine[], articles: readonly ShopItem[]): LineError[] {
  const counted = lines.filter(({ customerId }) => (customerId ?? null) === (line.customerId ?? null)).flatMap(pieces);
  return articlesOf([line], articles).flatMap(({ shopItemId, maxBuyAtOnce }) => {
    const bought = counted
      .filter(({ productId }) => articleNamed(articles, productId)?.shopItemId === shopItemId)
      .reduce((count, { quantity }) => count + quantity, 0);
    if (maxBuyAtOnce === null || bought <= maxBuyAtOnce) return [];
    return [{ code: "MAX_BUY_AT_ONCE" as const, details: { shopItemId, maxBuyAtOnce } }];
  });
}

function pieces({ productId, quantity, optionLines = [] }: OrderLine) {
  return [{ productId, quantity }, ...optionLines];
}

function notEligible(reason: string, details: Record<string, unknown> = {}): LineError {
  return { code: "TRAVELLER_NOT_ELIGIBLE", details: { reason, ...details } };
}
