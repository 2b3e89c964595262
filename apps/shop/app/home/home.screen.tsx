import { filterItems } from "@guichet/rules/catalogue/filter.ts";
import { catalogueCards } from "@guichet/rules/catalogue/groups.ts";
import { Disclosure } from "@guichet/ui/disclosure.tsx";
import { Page, Split, Stack } from "@guichet/ui/page/page.tsx";
import { data, type HeadersArgs, type LoaderFunctionArgs, useLoaderData, useSearchParams } from "react-router";
import { expressContextOf } from "../catalogue/express-articles.server.ts";
import { Title } from "../page/title.tsx";
import { type RequestContext, requestContextOf } from "../request-context/request-context.ts";
import { todayOf } from "../request-context/today.ts";
import { useT } from "../texts/texts.tsx";
import { CategoryChips } from "./category-chips.tsx";
import { currentTicket } from "./current-ticket.ts";
import { FilterForm } from "./filter-form.tsx";
import { FirstQuestion, type FirstQuestionProps } from "./first-question.tsx";
import { HomeAside } from "./home-aside.tsx";
import { readFilter } from "./home-filter.ts";
import { groupsOf, homeCategory, homeItem, tariffsOf } from "./home-items.ts";
import { NothingFound } from "./nothing-found.tsx";
import { SectionedList } from "./sectioned-list.tsx";
import { ShopUnavailable } from "./shop-unavailable.tsx";
import { TicketStrip } from "./ticket-strip.tsx";

/** Loads the whole catalogue, which is the same for every visitor; the page applies the filters. */
export async function loader({ context }: LoaderFunctionArgs) {
  const ctx = requestContextOf(context);
  const [catalogue, inHand, preview] = await Promise.all([
    ctx.call("catalog", {}, { previewed: true }),
    ownTicket(ctx),
    ctx.preview(),
  ]);
  const categories = catalogue.ok ? catalogue.value.categories : [];
  const items = categories.flatMap((category) => category.items);
  // Nothing is sold from a preview.
  const express = preview?.name === undefined ? expressContextOf(ctx) : null;
  const shown = {
    categories: categories.map(homeCategory),
    items: items.map((item) => homeItem(item, express)),
    groups: groupsOf(items),
    tariffs: tariffsOf(items),
    inHand,
    unsure: firstQuestionOf(ctx),
  };
  const closed = items.length === 0;
  return data(shown, closed ? { status: 503, headers: { "cache-control": "no-store", "retry-after": "300" } } : {});
}

export const headers = ({ loaderHeaders }: HeadersArgs) => loaderHeaders;

/** What the adviser's first question needs; null where the network has no fare adviser. */
const firstQuestionOf = (ctx: RequestContext): FirstQuestionProps | null =>
  ctx.network.switches.fareAdviser
    ? { today: todayOf(ctx), asksAges: !ctx.network.specific.hideBirthDate, fareZones: ctx.network.fareZones }
    : null;

/** Returns the user's current ticket; null if the wallet cannot be read, because the strip must not block a purchase. */
async function ownTicket(ctx: RequestContext) {
  if (!(await ctx.session.holder())) return null;
  const answer = await ctx.call("tickets", { limit: 20 }).catch((failure: unknown) => {
    if (failure instanceof Response) throw failure;
    return undefined;
  });
  return answer?.ok ? currentTicket(answer.value.items, ctx.now(), ctx.network.timeZone) : null;
}

export default function Home() {
  const t = useT();
  const { categories, items, tariffs, inHand, unsure } = useLoaderData<typeof loader>();
  const [query] = useSearchParams();
  if (items.length === 0) return <ShopUnavailable />;
  const filter = readFilter(query);
  const supports = [...new Set(items.flatMap((item) => item.supports))];
  const form = { filter, supports, tariffs };
  return (
    <Page>
      <Title>{t("home.title")}</Title>
      <Split
        aside={
          <div className="from-desk">
            <HomeAside />
          </div>
        }
      >
        {unsure && <FirstQuestion {...unsure} />}
        {inHand && <TicketStrip ticket={inHand} />}
        <Stack gap="m">
          <h1>{t("home.heading")}</h1>
          <CategoryChips filter={filter} categories={categories} />
        </Stack>
        <div className="from-tablet">
          <FilterForm place="wide" {...form} />
        </div>
        <div className="until-tablet">
          <Disclosure
            summary={t("home.filter")}
            open={filter.support !== undefined || filter.tariff !== undefined || filter.search !== undefined}
          >
            <FilterForm place="phone" {...form} />
          </Disclosure>
        </div>
        <FoundArticles filter={filter} />
      </Split>
    </Page>
  );
}

function FoundArticles({ filter }: { filter: ReturnType<typeof readFilter> }) {
  const t = useT();
  const { categories, groups, items } = useLoaderData<typeof loader>();
  const found = filterItems(items, filter);
  return (
    <section aria-labelledby="found" className="stack">
      <h2 id="found" className="visually-hidden">
        {t("home.list")}
      </h2>
      <p className="small soft" role="status">
        {t("home.found", { count: catalogueCards(found).length })}
      </p>
      {found.length === 0 ? (
        <NothingFound filter={filter} items={items} />
      ) : (
        <SectionedList found={found} categories={categories} groups={groups} filter={filter} />
      )}
    </section>
  );
}
