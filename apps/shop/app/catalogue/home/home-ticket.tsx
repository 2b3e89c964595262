import { ShopTicket } from "@guichet/ui/tickets/shop-ticket.tsx";
import { CategoryIcon } from "../../formats/category-icon.tsx";
import { useFormats } from "../../formats/formats.ts";
import { href } from "../../paths.ts";
import { useT } from "../../texts/texts.tsx";
import type { HomeCategory, HomeItem } from "./home-items.ts";

/** Article in the list: name, audience and price. */
export function HomeTicket({ item, category }: { item: HomeItem; category: HomeCategory }) {
  const t = useT();
  const { money, list } = useFormats();
  const { name, summary, audience, figure, price, promo, isJourney } = item;
  return (
    <ShopTicket
      ink={category.ink}
      icon={<CategoryIcon name={category.icon} />}
      category={category.name}
      {...(audience === null ? {} : { kind: audience })}
      name={name}
      use={summary}
      {...(figure === null ? {} : { figure })}
      price={
        promo === null
          ? { ...(isJourney ? { from: t("catalogue.from") } : {}), amount: money(price) }
          : { amount: money(promo), old: { amount: money(price), label: t("catalogue.instead-of") } }
      }
      action={{
        href: href("product", { id: item.id }),
        label: t("catalogue.choose"),
        hint: list(audience === null ? [name] : [name, audience]),
      }}
      level={3}
    />
  );
}
