import type { ArticleGroup } from "@guichet/contract/catalogue.ts";
import type { CatalogueFilter } from "@guichet/rules/catalogue/filter.ts";
import { askGroup, type GroupChoice, type GroupQuestion } from "@guichet/rules/catalogue/groups.ts";
import { ChipLink, ChipQuestion } from "@guichet/ui/chip.tsx";
import { type AnchorProps, LinkProvider } from "@guichet/ui/link.tsx";
import { ShopTicket, type ShopTicketProps } from "@guichet/ui/tickets/shop-ticket.tsx";
import type { MouseEvent } from "react";
import { Link, useNavigate, useSearchParams } from "react-router";
import { useT } from "../texts/texts.tsx";
import { choiceAddress, readGroupChoice } from "./group-choice.ts";
import type { HomeCategory, HomeItem } from "./home-items.ts";
import { usePriceProps, useTicketProps } from "./home-ticket.tsx";

interface GroupTicketProps {
  group: ArticleGroup;
  /** At least two. */
  items: readonly HomeItem[];
  category: HomeCategory;
  filter: CatalogueFilter;
}

/** Articles of a group in the list: zone and audience are chosen on the card, then it is the card of that article. */
export function GroupTicket({ group, items, category, filter }: GroupTicketProps) {
  const [query] = useSearchParams();
  const ticketProps = useTicketProps();
  const priceProps = usePriceProps();
  const choice = ownChoice(items, readGroupChoice(query));
  const { questions, left } = askGroup(items, choice);
  const [first, ...others] = [...left].sort((a, b) => amountOf(a) - amountOf(b));
  if (first === undefined) return null;
  const isChosen = others.length === 0;
  const props = ticketProps(first, category);
  const isFrom = others.some((other) => amountOf(other) !== amountOf(first));
  return (
    <ShopTicket
      {...(isChosen ? props : openProps(props, group, left))}
      id={idOf(group)}
      price={priceProps(first, { isFrom })}
      choices={questions.map((question) => (
        <Question key={question.aspect} question={question} group={group} choice={choice} filter={filter} />
      ))}
    />
  );
}

interface QuestionProps extends Pick<GroupTicketProps, "group" | "filter"> {
  question: GroupQuestion;
  choice: GroupChoice;
}

function Question({ question: { aspect, options }, group, choice, filter }: QuestionProps) {
  const t = useT();
  return (
    <LinkProvider anchor={ChoiceAnchor}>
      <ChipQuestion id={`${idOf(group)}-${aspect}`} question={t(`home.group.${aspect}`)}>
        {options.map(({ id, value, isChosen }) => (
          <ChipLink
            key={value}
            href={`${choiceAddress(filter, choice, { aspect, id })}#${idOf(group)}`}
            current={isChosen}
          >
            {value}
          </ChipLink>
        ))}
      </ChipQuestion>
    </LinkProvider>
  );
}

/**
 * Link that changes the choice where the page is: no request, no scrolling, no entry in the history. Without script it loads the
 * page at the card.
 */
function ChoiceAnchor({ href: to, ...rest }: AnchorProps) {
  const navigate = useNavigate();
  const choose = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    const [address = to] = to.split("#");
    void navigate(address, { replace: true, preventScrollReset: true, defaultShouldRevalidate: false });
  };
  return <Link to={to} onClick={choose} {...rest} />;
}

const idOf = ({ id }: ArticleGroup): string => `group-${id}`;
const amountOf = ({ price, promo }: HomeItem): number => (promo ?? price).amount;

/** The choices that concern this group: only one group has choices at a time. */
function ownChoice(items: readonly HomeItem[], { zone, audience }: GroupChoice): GroupChoice {
  const own = (id: string | null) => (items.some((item) => item.id === id) ? id : null);
  return { zone: own(zone), audience: own(audience) };
}

/** What the card shows of the group until an article is chosen: its own words, and the figure if all have the same. */
function openProps(
  { ink, icon, category, figure, level }: ShopTicketProps,
  { name, summary }: ArticleGroup,
  items: readonly HomeItem[],
): ShopTicketProps {
  const figures = new Set(items.map((item) => item.figure && `${item.figure.value} ${item.figure.unit}`));
  const shared = figures.size === 1 && figure !== undefined ? { figure } : {};
  return {
    ink,
    icon,
    category,
    name,
    use: summary,
    ...shared,
    action: null,
    ...(level === undefined ? {} : { level }),
  };
}
