import { LinkButton } from "@guichet/ui/link-button.tsx";
import { ShopTicket } from "@guichet/ui/tickets/shop-ticket.tsx";
import { VisuallyHidden } from "@guichet/ui/visually-hidden.tsx";
import { CategoryIcon } from "../../formats/category-icon.tsx";
import { useFormats } from "../../formats/formats.ts";
import { useOrderingClosed } from "../../maintenance/flag-alert.tsx";
import { href } from "../../paths.ts";
import { useT } from "../../texts/texts.tsx";
import { BuyLink } from "./buy-link.tsx";
import type { HomeCategory, HomeItem } from "./home-items.ts";

/** Article in the list: name, audience and price, with the button that buys it or the link to its page. */
export function HomeTicket({ item, category }: { item: HomeItem; category: HomeCategory }) {
  const t = useT();
  const { money, list } = useFormats();
  const isClosed = useOrderingClosed();
  const { name, summary, audience, figure, price, promo, isJourney } = item;
  const old = promo === null ? {} : { old: { amount: money(price), label: t("catalogue.instead-of") } };
  const from = isJourney ? { from: t("catalogue.from") } : {};
  const isBought = item.isExpress && !isClosed;
  return (
    <ShopTicket
      ink={category.ink}
      icon={<CategoryIcon name={category.icon} />}
      category={category.name}
      {...(audience === null ? {} : { kind: audience })}
      name={name}
      use={summary}
      {...(figure === null ? {} : { figure })}
      // The button states the price, unless there is an earlier one to compare it with.
      {...(isBought && promo === null ? {} : { price: { ...from, amount: money(promo ?? price), ...old } })}
      action={
        isBought ? (
          <ExpressActions item={item} />
        ) : (
          {
            href: href("product", { id: item.id }),
            label: t("catalogue.choose"),
            hint: list(audience === null ? [name] : [name, audience]),
          }
        )
      }
      level={3}
    />
  );
}

/** The button that buys the article, and the link to its page. */
function ExpressActions({ item: { id, name, price, promo } }: { item: HomeItem }) {
  const t = useT();
  return (
    <>
      <BuyLink itemId={id} price={promo ?? price} hint={name} />
      <LinkButton variant="quiet" href={href("product", { id })}>
        {t("catalogue.details")}
        <VisuallyHidden> {name}</VisuallyHidden>
      </LinkButton>
    </>
  );
}
