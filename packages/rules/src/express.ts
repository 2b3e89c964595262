import type { ShopItem } from "@guichet/contract/catalogue.ts";
import { isShown } from "./catalogue.ts";
import { isAgeLimited } from "./dates/age-limits.ts";
import { isOffered, type PaymentOffer, sharedOptions } from "./payments/payment-options.ts";
import { unitPrice } from "./pricing.ts";
import { cardWork } from "./transport-card-articles.ts";

/** Properties of the network and the time that determine express purchases. */
export interface ExpressContext {
  now: string;
  profiling: boolean;
  offer: PaymentOffer;
}

/**
 * Whether an article is sold in one step from its card in the list (decision 129): nothing has to be asked about it, and it is
 * delivered on the phone and paid in full by card. Other deliveries of the same article are chosen on its page.
 */
export function isExpress(article: ShopItem, context: ExpressContext): boolean {
  return (
    isShown(article, context.now) &&
    article.supports.includes("DEMATERIALIZED") &&
    !asksTraveller(article, context.profiling) &&
    !asksDetails(article) &&
    isPaidAtOnce(article, context.offer)
  );
}

/** Whether the article depends on who travels: documents, picture, status, age. */
function asksTraveller(article: ShopItem, profiling: boolean): boolean {
  const byStatus = profiling && article.statuses.length > 0;
  return article.requiredDocuments.length > 0 || article.pictureRequired || byStatus || isAgeLimited(article);
}

/** Whether the customer selects anything but the quantity: start, journey, options, fields, a transport card. */
function asksDetails({ pivotType, isJourney, options, fields, tags }: ShopItem): boolean {
  return pivotType !== null || isJourney || options.length > 0 || fields.length > 0 || cardWork(tags) !== null;
}

function isPaidAtOnce(article: ShopItem, offer: PaymentOffer): boolean {
  if (article.isRenewable || unitPrice(article).amount === 0) return false;
  return isOffered(sharedOptions([article], offer), "CARD", 1);
}
