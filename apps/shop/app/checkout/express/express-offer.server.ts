import type { CheaperPass, LineWarning } from "@guichet/contract/cart.ts";
import type { ShopItem } from "@guichet/contract/catalogue.ts";
import { cartLinesMax } from "@guichet/contract/limits/cart-limits.ts";
import type { SavedPaymentMethod } from "@guichet/contract/payments.ts";
import type { Money } from "@guichet/contract/values.ts";
import { quantityRange } from "@guichet/rules/cart.ts";
import { isExpress } from "@guichet/rules/express.ts";
import { mustCertifyMajority } from "@guichet/rules/permissions.ts";
import { unitPrice } from "@guichet/rules/pricing.ts";
import { expressContextOf } from "../../catalogue/express-articles.server.ts";
import { articleOnShelf, loadsOnly, mayHoldOnPhone, offeredTravellers } from "../../catalogue/product.server.ts";
import { withNext } from "../../identity/return-path.ts";
import { href } from "../../paths.ts";
import { savedCards } from "../../payments/saved-cards.server.ts";
import type { Account, RequestContext } from "../../request-context/request-context.ts";
import { todayOf } from "../../request-context/today.ts";

/** What the sheet of an article shows and asks (decision 129). */
export interface ExpressOffer {
  item: Pick<ShopItem, "name" | "summary" | "audience"> & { id: string };
  /** Current price of a piece. */
  price: Money;
  /** Price in the list that the customer saw, if it was another one. */
  listedPrice: Money | null;
  quantity: number;
  min: number;
  max: number;
  /** Suitable travellers of the account; null: the buyer is a visitor or guest. */
  travellers: readonly { userId: string; name: string }[] | null;
  /** E-mail address of a visitor or guest, if known; null for an account. */
  email: string | null;
  /** Limit of what a visitor or guest may spend. */
  guestMaxAmount: Money | null;
  /** Saved cards that can be charged. */
  cards: readonly SavedPaymentMethod[];
  /** Passes that cost travellers of the account less than their tickets of the last days with this purchase. */
  cheaperPasses: readonly CheaperPass[];
  /** Passes that travellers of the account already have on the same days. */
  held: readonly LineWarning[];
  consent: "boxes" | "button";
  asksMajority: boolean;
}

/** Another page of the shop that the customer needs first. */
export type ExpressElsewhere = { to: string };

/** Returns what the sheet of the article in the query offers, or the page that the customer needs first. */
export async function expressOffer(ctx: RequestContext, url: string): Promise<ExpressOffer | ExpressElsewhere> {
  const query = new URL(url).searchParams;
  const id = query.get("item") ?? "";
  const [item, account] = await Promise.all([articleOnShelf(ctx, id, { fresh: true }), ctx.session.account()]);
  if (item === undefined) throw new Response(null, { status: 404 });
  const first = await neededFirst(ctx, item, account, query);
  if (first !== undefined) return first;
  const isGuest = account === undefined || account.user.authAsGuest;
  const { min, max } = sellableRange(item);
  const quantity = quantityIn(query, min, max);
  const [travellers, cards] = await Promise.all([isGuest ? null : suitableTravellers(ctx, item), savedCards(ctx)]);
  if (travellers?.length === 0) return { to: href("product", { id }) };
  const checked = await checkedFor(ctx, id, quantity, travellers ?? []);
  const price = unitPrice(item);
  const { name, summary, audience } = item;
  return {
    item: { id, name, summary, audience },
    price,
    listedPrice: listedPrice(query, price),
    quantity,
    min,
    max,
    travellers,
    email: isGuest ? (ctx.cookies.get("invoiceEmail") ?? account?.user.userMail ?? "") : null,
    guestMaxAmount: isGuest ? ctx.network.guestMaxAmount : null,
    cards: cards.filter(({ kind, state }) => kind === "CARD" && state !== "expired"),
    ...checked,
    consent: ctx.network.switches.consentBoxes ? "boxes" : "button",
    asksMajority: mustCertifyMajority({
      birthday: account?.user.userBirthday ?? null,
      today: todayOf(ctx),
      hideBirthDate: ctx.network.specific.hideBirthDate,
    }),
  };
}

/** Without express purchase: the article's page. Otherwise: the pages that checkout requires of an account. */
async function neededFirst(
  ctx: RequestContext,
  item: ShopItem,
  account: Account | undefined,
  query: URLSearchParams,
): Promise<ExpressElsewhere | undefined> {
  const own = href("express", undefined, Object.fromEntries(query));
  if (!isExpress(item, expressContextOf(ctx))) return { to: href("product", { id: item.shopItemId }) };
  if (account === undefined) return ctx.network.switches.guestOrders ? undefined : { to: withNext("auth", own) };
  const { user } = account;
  if (user.authAsGuest) return undefined;
  if (!user.isVerified) return { to: withNext("unverifiedAccount", own) };
  if (!user.isComplete) return { to: withNext("finalize", own) };
  const cannotHold = (await loadsOnly(ctx)) || !(await mayHoldOnPhone(ctx));
  return cannotHold ? { to: href("product", { id: item.shopItemId }) } : undefined;
}

async function suitableTravellers(ctx: RequestContext, item: ShopItem) {
  const travellers = (await offeredTravellers(ctx, item, null)) ?? [];
  return travellers.filter(({ reason }) => reason === null).map(({ userId, name }) => ({ userId, name }));
}

interface Checked {
  held: readonly LineWarning[];
  cheaperPasses: readonly CheaperPass[];
}

/**
 * Passes that travellers have already on these days, and passes that cost less than their tickets with this purchase; none if the
 * request fails, because the order is checked again.
 */
async function checkedFor(
  ctx: RequestContext,
  productId: string,
  quantity: number,
  travellers: readonly { userId: string }[],
): Promise<Checked> {
  const none = { held: [], cheaperPasses: [] };
  if (travellers.length === 0) return none;
  const articles = travellers.slice(0, cartLinesMax).map(({ userId }) => ({
    ...{ quantity, productId, customerId: userId, support: "DEMATERIALIZED" as const },
  }));
  const quoted = await ctx.call("verifyOrder", { articles }).catch((failure: unknown) => {
    if (failure instanceof Response) throw failure;
    return undefined;
  });
  if (!quoted?.ok) return none;
  const { lines, cheaperPasses } = quoted.value;
  const held = lines.flatMap(({ warnings }) => warnings).filter(({ code }) => code === "ALREADY_HELD");
  return { held, cheaperPasses };
}

function sellableRange(item: ShopItem): { min: number; max: number } {
  const { min, max } = quantityRange(item);
  return { min, max: item.maxBuyAtOnce === null ? max : Math.max(min, Math.min(max, item.maxBuyAtOnce)) };
}

function quantityIn(query: URLSearchParams, min: number, max: number): number {
  const asked = Number(query.get("quantity") ?? min);
  return Number.isInteger(asked) ? Math.min(max, Math.max(min, asked)) : min;
}

/** The price on the card that the customer pressed, if it is not the current one. */
function listedPrice(query: URLSearchParams, { amount, currency }: Money): Money | null {
  const listed = query.get("price") ?? "";
  return /^\d{1,9}$/.test(listed) && Number(listed) !== amount ? { amount: Number(listed), currency } : null;
}
