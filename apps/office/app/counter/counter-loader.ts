import type { LoaderFunctionArgs } from "react-router";
import { networkOf, type RequestContext, requestContextOf } from "../shell/request-context.ts";
import { foundArticles, matching } from "./found-articles.ts";
import { draftIn, orderLines, othersOf, type SaleDraft } from "./sale-address.ts";

const queryMax = 100;

/** Loads the counter: what it sells, the sale in the address with its quote, and the customers that were searched for. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const ctx = requestContextOf(context);
  const network = await networkOf(ctx, params.network);
  const query = ctx.url.searchParams;
  const [words, customerWords] = [query.get("q"), query.get("customer")].map((text) =>
    (text ?? "").trim().slice(0, queryMax),
  );
  const opened = await ctx.call("getCounter", {}, network.id);
  if (!opened.ok) throw new Response(null, { status: opened.code === "ROLE_NOT_ALLOWED" ? 403 : 404 });
  const { articles, subscriptions: _, ...counter } = opened.value;
  const draft = draftIn(query);
  const { found, hasMore } = foundArticles(articles, words ?? "");
  return {
    ...{ counter, draft, found, hasMore, words: words ?? "", customerWords: customerWords ?? "" },
    subscriptions: (words ?? "") === "" ? [] : matching(opened.value.subscriptions, words ?? ""),
    // Those of the sale, of which the search may have found none.
    chosen: articles.filter(({ shopItemId }) => draft.lines.some(({ productId }) => productId === shopItemId)),
    quote: await quoteOf(ctx, network.id, draft),
    customers: await customersFor(ctx, network.id, customerWords ?? ""),
  };
}

/** The quote of a sale, or why there is none; null: nothing is chosen. */
async function quoteOf(ctx: RequestContext, networkId: string, draft: SaleDraft) {
  const { lines, travellerId, cardId, vouchers } = draft;
  if (lines.length === 0 && travellerId === null) return null;
  const values = {
    articles: orderLines(draft),
    others: othersOf(draft).map((other) => ({ lines: other.lines })),
    vouchers: [...vouchers],
    ...(travellerId === null ? {} : { travellerId }),
    ...(cardId === null ? {} : { cardId }),
  };
  return ctx.call("quoteCounterSale", values, networkId);
}

/** The customers that the words find; null: nobody was searched for. */
async function customersFor(ctx: RequestContext, networkId: string, query: string) {
  if (query.length < 2) return null;
  return ctx.part("findTravellers", { query }, networkId);
}
