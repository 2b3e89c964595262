import type { ArticleGroup } from "@guichet/contract/catalogue.ts";
import type { CatalogueFilter } from "@guichet/rules/catalogue/filter.ts";
import { catalogueCards } from "@guichet/rules/catalogue/groups.ts";
import { sectionOrder } from "@guichet/rules/catalogue/section-order.ts";
import { Tickets } from "@guichet/ui/tickets/tickets.tsx";
import { useT } from "../texts/texts.tsx";
import { GroupTicket } from "./group-ticket.tsx";
import type { HomeCategory, HomeItem } from "./home-items.ts";
import { HomeTicket } from "./home-ticket.tsx";

interface SectionedListProps {
  found: readonly HomeItem[];
  categories: readonly HomeCategory[];
  groups: readonly ArticleGroup[];
  filter: CatalogueFilter;
}

/** The list of the shop by sections (decision 130), with one card for each group and each other article. */
export function SectionedList({ found, categories, groups, filter }: SectionedListProps) {
  const t = useT();
  const cards = catalogueCards(found);
  return sectionOrder.map((section) => {
    const own = cards.filter(([first]) => first.section === section);
    if (own.length === 0) return null;
    return (
      <section key={section} aria-labelledby={`section-${section}`} className="stack" data-gap="m">
        <h3 id={`section-${section}`}>{t(`home.section.${section}`)}</h3>
        <Tickets two>
          {own.map(([first, ...others]) => {
            const category = categories.find(({ id }) => id === first.category.id);
            const group = groups.find(({ id }) => id === first.group);
            if (category === undefined) return null;
            if (group === undefined || others.length === 0)
              return <HomeTicket key={group?.id ?? first.id} item={first} category={category} />;
            return (
              <GroupTicket
                key={group.id}
                group={group}
                items={[first, ...others]}
                category={category}
                filter={filter}
              />
            );
          })}
        </Tickets>
      </section>
    );
  });
}
