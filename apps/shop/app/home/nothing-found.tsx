import { type CatalogueFilter, filterItems } from "@guichet/rules/catalogue/filter.ts";
import { suggestSearches } from "@guichet/rules/catalogue/search.ts";
import { ChipLink, Chips } from "@guichet/ui/chip.tsx";
import { EmptyState } from "@guichet/ui/empty-state.tsx";
import { LinkProvider, TextLink } from "@guichet/ui/link.tsx";
import { LinkButton } from "@guichet/ui/link-button.tsx";
import { Stack } from "@guichet/ui/page/page.tsx";
import { usePageContext } from "../page/page-context.tsx";
import { href } from "../paths.ts";
import { useT } from "../texts/texts.tsx";
import { FilterAnchor } from "./category-chips.tsx";
import { isFiltered } from "./home-filter.ts";
import type { HomeItem } from "./home-items.ts";

interface NothingFoundProps {
  filter: CatalogueFilter;
  items: readonly HomeItem[];
}

/** Replaces an empty list: the same search without the other filters, the nearest words and articles, and the fare adviser. */
export function NothingFound({ filter, items }: NothingFoundProps) {
  const t = useT();
  const { fareAdviser } = usePageContext().network.switches;
  const { search } = filter;
  const elsewhere = search === undefined ? [] : filterItems(items, { search });
  return (
    <Stack>
      <EmptyState
        title={t("home.nothing.title")}
        level={3}
        action={
          <>
            {search !== undefined && elsewhere.length > 0 && (
              <LinkButton variant="main" href={href("home", undefined, { q: search })}>
                {t("home.nothing.elsewhere", { count: elsewhere.length })}
              </LinkButton>
            )}
            {isFiltered(filter) && <LinkButton href={href("home")}>{t("home.nothing.all")}</LinkButton>}
          </>
        }
      >
        {t("home.nothing.text")}
      </EmptyState>
      {search !== undefined && elsewhere.length === 0 && <Suggestions items={items} search={search} />}
      {fareAdviser && (
        <p>
          <TextLink href={href("advice")}>{t("home.advice")}</TextLink>
        </p>
      )}
    </Stack>
  );
}

/** Links to the nearest words and articles. */
function Suggestions({ items, search }: { items: readonly HomeItem[]; search: string }) {
  const t = useT();
  const { words, articles } = suggestSearches(items, search);
  return (
    <>
      {words.length > 0 && (
        <Stack gap="s">
          <h3>{t("home.nothing.words")}</h3>
          <LinkProvider anchor={FilterAnchor}>
            <Chips label={t("home.nothing.words")}>
              {words.map((word) => (
                <ChipLink key={word} href={href("home", undefined, { q: word })}>
                  {word}
                </ChipLink>
              ))}
            </Chips>
          </LinkProvider>
        </Stack>
      )}
      {articles.length > 0 && (
        <Stack gap="s">
          <h3>{t("home.nothing.near")}</h3>
          <ul className="stack" data-gap="s">
            {articles.map(({ id, name }) => (
              <li key={id}>
                <TextLink href={href("product", { id })}>{name}</TextLink>
              </li>
            ))}
          </ul>
        </Stack>
      )}
    </>
  );
}
