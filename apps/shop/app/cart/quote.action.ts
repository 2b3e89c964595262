import type { PricedLine, VerifiedPriceBreakdown } from "@guichet/contract/cart.ts";
import type { ShopItem } from "@guichet/contract/catalogue.ts";
import type { Money } from "@guichet/contract/values.ts";
import { add } from "@guichet/rules/money.ts";
import { type ActionFunctionArgs, redirect } from "react-router";
import { href } from "../paths.ts";
import { type RequestContext, requestContextOf } from "../request-context/request-context.ts";
import type { CartQuoteAnswer, QuotedLine } from "./cart-quote.ts";
import { cartToQuote, quoteCart } from "./quote-cart.server.ts";
import { toStoredArticle } from "./stored-article.server.ts";

/** Quotes the browser's cart (§4 "Every change re-verifies"): `cart` contains lines and vouchers as JSON. Errors return 400 and a code. */
export async function action({ context, request }: ActionFunctionArgs): Promise<Response> {
  const ctx = requestContextOf(context);
  const asked = cartToQuote(await request.formData());
  if (!asked) return Response.json({ code: "FIELD_INVALID" }, { status: 400 });
  const ids = asked.articles.flatMap(({ productId, optionLines = [] }) => [
    productId,
    ...optionLines.map((option) => option.productId),
  ]);
  const { signal } = request;
  const [quoted, products, travellers] = await Promise.all([
    quoteCart(ctx, asked, signal),
    ctx.call("getProducts", { ids: [...new Set(ids)].sort() }, { signal }),
    travellersOf(ctx),
  ]);
  if (!quoted.ok) return Response.json({ code: quoted.code }, { status: 400 });
  const items = products.ok ? products.value.items : [];
  const quote = cartQuoteOf(quoted.value, asked.articles.length, documentNames(items));
  return Response.json({ ...quote, articles: items.map(toStoredArticle), travellers } satisfies CartQuoteAnswer, {
    headers: { "cache-control": "no-store" },
  });
}

export const loader = () => redirect(href("cart"));

/** Converts a price breakdown to the quote of the cart's lines: options are part of their line, gifts are separate. */
export function cartQuoteOf(
  { lines, discounts, errors, ...amounts }: Omit<VerifiedPriceBreakdown, "paymentOptions" | "cheaperPasses">,
  count: number,
  documents: ReadonlyMap<string, string> = new Map(),
): Omit<CartQuoteAnswer, "articles" | "travellers"> {
  const own = lines.filter(({ gift }) => !gift);
  const none: Money = { amount: 0, currency: amounts.totalAmount.currency };
  const lineAt = (index: number) => own.filter((line) => line.index === index);
  return {
    lines: Array.from({ length: count }, (_, index) => ({
      subtotal: lineAt(index).reduce((sum: Money, line) => add(sum, line.subtotal), none),
      price: lineAt(index).find(({ option }) => !option)?.unitPrice ?? none,
      ...journeyOf(lineAt(index)),
      ...remainingOf(lineAt(index)),
      ...missingDocuments(lineAt(index), documents),
      errors: lineAt(index).flatMap((line) => line.errors),
      warnings: lineAt(index).flatMap((line) => line.warnings),
    })),
    gifts: lines.filter(({ gift }) => gift).map(({ name }) => name),
    discounts,
    subtotal: amounts.subtotalAmount,
    discount: amounts.discountAmount,
    shipping: amounts.shippingFee,
    total: amounts.totalAmount,
    errors,
  };
}

function journeyOf(lines: readonly PricedLine[]): Pick<QuotedLine, "journey"> {
  const journey = lines.find((line) => line.journey !== undefined)?.journey;
  return journey === undefined ? {} : { journey };
}

function remainingOf(lines: readonly PricedLine[]): Pick<QuotedLine, "remaining"> {
  const remaining = lines.find(({ option }) => !option)?.remaining;
  return remaining === undefined ? {} : { remaining };
}

const documentNames = (items: readonly Pick<ShopItem, "requiredDocuments">[]): ReadonlyMap<string, string> =>
  new Map(items.flatMap(({ requiredDocuments }) => requiredDocuments.map((one) => [one.documentTypeId, one.name])));

/** Names of a line's missing documents (§5 "Required documents"). */
function missingDocuments(
  lines: readonly Pick<PricedLine, "errors">[],
  names: ReadonlyMap<string, string>,
): Pick<QuotedLine, "documents"> {
  const ids = lines.flatMap(({ errors }) => errors.flatMap(({ details }) => details?.documentTypeIds ?? []));
  const documents = ids.flatMap((id) => names.get(String(id)) ?? []);
  return documents.length === 0 ? {} : { documents };
}

async function travellersOf(ctx: RequestContext): Promise<CartQuoteAnswer["travellers"]> {
  const account = await ctx.session.account();
  return (account?.profiles ?? []).map(({ userId, userName, userLastname }) => ({
    userId,
    name: `${userName} ${userLastname}`.trim(),
  }));
}
