import { AgencyIcon } from "@guichet/ui/icons.tsx";
import { Item } from "@guichet/ui/item.tsx";
import { ToolLink } from "@guichet/ui/tool.tsx";
import { useCart } from "../../cart/cart-state.ts";
import { useFormats } from "../../formats/formats.ts";
import { usePageContext } from "../../page/page-context.tsx";
import { href } from "../../paths.ts";
import { useT } from "../../texts/texts.tsx";
import { collectAt, momentOf } from "./collect-choice.ts";

/** Collection agency and time, with a link to choose or change them. */
export function CollectItem({ now }: { now: string }) {
  const t = useT();
  const formats = useFormats();
  const { timeZone } = usePageContext().network;
  const cart = useCart();
  const chosen = collectAt(cart, now);
  if (!chosen) {
    return (
      <Item
        href={href("collect")}
        icon={<AgencyIcon />}
        name={t("checkout.delivery.collect.add")}
        note={t(cart.collect ? "checkout.delivery.collect.expired" : "checkout.delivery.collect.none")}
      />
    );
  }
  return (
    <Item
      icon={<AgencyIcon />}
      name={<bdi>{chosen.label}</bdi>}
      note={t("checkout.collect.ready", momentOf(chosen.startsAt, formats, timeZone))}
      end={
        <ToolLink href={href("collect", undefined, { site: chosen.siteId })} aria-label={t("checkout.edit.collect")}>
          {t("checkout.edit")}
        </ToolLink>
      }
    />
  );
}
