import type { ShopItem } from "@guichet/contract/catalogue.ts";
import { monthlyPrice } from "@guichet/rules/catalogue/monthly-price.ts";
import { isPass } from "@guichet/rules/held-passes.ts";
import { unitPrice } from "@guichet/rules/pricing.ts";
import { BackLink } from "@guichet/ui/page/back-link.tsx";
import { Page } from "@guichet/ui/page/page.tsx";
import { data, type LoaderFunctionArgs, useLoaderData, useSearchParams } from "react-router";
import { toStoredArticle } from "../cart/stored-article.server.ts";
import { Title } from "../page/title.tsx";
import { href } from "../paths.ts";
import { type RequestContext, requestContextOf } from "../request-context/request-context.ts";
import { formatted } from "../texts/formatted.server.ts";
import { useT } from "../texts/texts.tsx";
import { offeredJourney } from "../travel/journey.server.ts";
import { alternativesForVisitors, withAlternatives } from "./alternatives.server.ts";
import { groupSiblings } from "./group-siblings.server.ts";
import {
  articleOnShelf,
  fixedPeriod,
  loadsOnly,
  mayHoldOnPhone,
  needsAccount,
  offeredAges,
  offeredCards,
  offeredStart,
  offeredTravellers,
} from "./product.server.ts";
import type { Product } from "./product.ts";
import { ProductForm } from "./product-form.tsx";

export async function loader({ context, params, request }: LoaderFunctionArgs): Promise<Product> {
  const ctx = requestContextOf(context);
  const item = await articleOnShelf(ctx, params.id ?? "", { previewed: true });
  if (item === undefined) throw data(`Article not found: ${params.id}`, { status: 404 });
  const query = new URL(request.url).searchParams;
  const start = offeredStart(item, ctx.now(), ctx.network.timeZone);
  const [options, siblings, travellers, onPhone, cards, loads, journey] = await Promise.all([
    optionsOf(ctx, item),
    query.has("line") ? [] : groupSiblings(ctx, item),
    offeredTravellers(ctx, item, start),
    mayHoldOnPhone(ctx),
    offeredCards(ctx, item),
    loadsOnly(ctx),
    item.isJourney ? offeredJourney(ctx, item.shopItemId, query) : null,
  ]);
  const price = unitPrice(item);
  return {
    id: item.shopItemId,
    name: item.name,
    summary: item.summary,
    category: item.category,
    audience: item.audience,
    figure: item.figure,
    supports: loads ? item.supports.filter((support) => support === "MEDIA") : item.supports,
    price: item.price,
    promo: price.amount < item.price.amount ? price : null,
    monthly: monthlyPrice(item),
    remaining: item.remaining,
    refundBasis: item.refundBasis,
    refundTerms: item.refundTerms,
    refundReasons: item.refundReasons,
    descriptionHtml: item.description === null ? null : formatted(item.description),
    extraHtml: item.extraInfo === null ? null : formatted(item.extraInfo),
    documents: item.requiredDocuments.map(({ name }) => name),
    pictureRequired: item.pictureRequired,
    isPass: isPass(item),
    min: item.articleQuantityMin,
    max: item.articleQuantityMax,
    maxBuyAtOnce: item.maxBuyAtOnce,
    fields: item.fields,
    options,
    siblings,
    start,
    travellers: travellers && (await withAlternatives(ctx, item, travellers)),
    alternatives: travellers === null ? await alternativesForVisitors(ctx, item) : [],
    period: fixedPeriod(item, ctx.now(), ctx.network.timeZone),
    ages: offeredAges(ctx, item),
    bornOn: travellers === null ? ((await ctx.session.account())?.user.userBirthday ?? null) : null,
    needsAccount: travellers === null && needsAccount(ctx, item),
    mayHoldOnPhone: onPhone,
    cards,
    journey,
    kept: toStoredArticle(item),
  };
}

async function optionsOf(ctx: RequestContext, item: ShopItem): Promise<Product["options"]> {
  if (item.options.length === 0) return [];
  const answer = await ctx.call("getProducts", { ids: item.options }, { previewed: true });
  return (answer.ok ? answer.value.items : []).map((option) => ({
    id: option.shopItemId,
    name: option.name,
    summary: option.summary,
    price: unitPrice(option),
    kept: toStoredArticle(option),
  }));
}

export default function ProductPage() {
  const t = useT();
  const product = useLoaderData<typeof loader>();
  const [query] = useSearchParams();
  const lineId = query.get("line");
  return (
    <Page>
      <Title>{product.name}</Title>
      <BackLink
        href={lineId === null ? href("home") : href("cart")}
        label={t(lineId === null ? "catalogue.back" : "catalogue.back-to-cart")}
      />
      <ProductForm
        key={`${product.id} ${lineId}`}
        product={product}
        lineId={lineId}
        onCard={query.get("support") === "MEDIA"}
      />
    </Page>
  );
}
