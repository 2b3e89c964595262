import type { CatalogueFilter } from "@guichet/rules/catalogue/filter.ts";
import { ChipLink, Chips } from "@guichet/ui/chip.tsx";
import { type AnchorProps, LinkProvider } from "@guichet/ui/link.tsx";
import { Plate } from "@guichet/ui/tickets/plate.tsx";
import { Link } from "react-router";
import { CategoryIcon } from "../formats/category-icon.tsx";
import { href } from "../paths.ts";
import { useT } from "../texts/texts.tsx";
import { writeFilter } from "./home-filter.ts";
import type { HomeCategory } from "./home-items.ts";

/** Link that skips revalidation: the page already has all articles, so a new filter needs no request. */
export function FilterAnchor({ href: to, ...rest }: AnchorProps) {
  return <Link to={to} preventScrollReset defaultShouldRevalidate={false} {...rest} />;
}

/** Chips to filter by category; the other filters are preserved. */
export function CategoryChips({
  filter,
  categories,
}: {
  filter: CatalogueFilter;
  categories: readonly HomeCategory[];
}) {
  const t = useT();
  const address = (category: string | undefined) => {
    const values = writeFilter({ ...filter, category });
    return Object.keys(values).length > 0 ? href("home", undefined, values) : href("home");
  };
  return (
    <LinkProvider anchor={FilterAnchor}>
      <Chips label={t("home.categories")}>
        <ChipLink href={address(undefined)} current={filter.category === undefined}>
          {t("home.all")}
        </ChipLink>
        {categories.map(({ id, name, ink, icon }) => (
          <ChipLink
            key={id}
            href={address(id)}
            current={filter.category === id}
            icon={
              <Plate ink={ink}>
                <CategoryIcon name={icon} />
              </Plate>
            }
          >
            {name}
          </ChipLink>
        ))}
      </Chips>
    </LinkProvider>
  );
}
