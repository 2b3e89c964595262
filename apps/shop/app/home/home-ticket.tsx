import { LinkButton } from "@guichet/ui/link-button.tsx";
import { ShopTicket, type ShopTicketProps } from "@guichet/ui/tickets/shop-ticket.tsx";
import { VisuallyHidden } from "@guichet/ui/visually-hidden.tsx";
import { CategoryIcon } from "../formats/category-icon.tsx";
import { useFormats } from "../formats/formats.ts";
import { useOrderingClosed } from "../maintenance/flag-alert.tsx";
import { href } from "../paths.ts";
import { useT } from "../texts/texts.tsx";
import { BuyLink } from "./buy-link.tsx";
import type { HomeCategory, HomeItem } from "./home-items.ts";

/** Article in the list: name, audience and price, with the button that buys it or the link to its page. */
export function HomeTicket({ item, category }: { item: HomeItem; category: HomeCategory }) {
  const props = useTicketProps()(item, category);
  const price = usePriceProps()(item);
  const isClosed = useOrderingClosed();
  // The button states the price, unless it is to be compared with an earlier one or read by month.
  const isOnButton = item.isExpress && !isClosed && item.promo === null && item.monthly === null;
  return <ShopTicket {...props} {...(isOnButton ? {} : { price })} />;
}

/** Everything of an article's card but the price. */
export function useTicketProps(): (item: HomeItem, category: HomeCategory) => ShopTicketProps {
  const t = useT();
  const { list } = useFormats();
  const isClosed = useOrderingClosed();
  return (item, category) => {
    const { id, name, summary, audience, figure } = item;
    return {
      ink: category.ink,
      icon: <CategoryIcon name={category.icon} />,
      category: category.name,
      ...(audience === null ? {} : { kind: audience }),
      name,
      use: summary,
      ...(figure === null ? {} : { figure }),
      action:
        item.isExpress && !isClosed ? (
          <ExpressActions item={item} />
        ) : (
          {
            href: href("product", { id }),
            label: t("home.choose"),
            hint: list(audience === null ? [name] : [name, audience]),
          }
        ),
      level: 4,
    };
  };
}

/** The price of an article's card; `isFrom`: the lowest of several. */
export function usePriceProps(): (item: HomeItem, of?: { isFrom: boolean }) => NonNullable<ShopTicketProps["price"]> {
  const t = useT();
  const { money } = useFormats();
  return ({ price, promo, monthly, isJourney }, { isFrom } = { isFrom: false }) => ({
    ...(isJourney || isFrom ? { from: t("shell.price.from") } : {}),
    amount: money(promo ?? price),
    ...(promo === null || isFrom ? {} : { old: { amount: money(price), label: t("shell.price.instead-of") } }),
    ...(monthly === null
      ? {}
      : { per: t("shell.price.per-month", { amount: money(monthly.price), months: monthly.months }) }),
  });
}

/** The button that buys the article, and the link to its page. */
function ExpressActions({ item: { id, name, price, promo } }: { item: HomeItem }) {
  const t = useT();
  return (
    <>
      <BuyLink itemId={id} price={promo ?? price} hint={name} />
      <LinkButton variant="quiet" href={href("product", { id })}>
        {t("home.details")}
        <VisuallyHidden> {name}</VisuallyHidden>
      </LinkButton>
    </>
  );
}
