import { Price } from "@guichet/ui/price.tsx";
import {
  Ticket,
  TicketBody,
  TicketFigure,
  TicketKind,
  TicketName,
  TicketStub,
  TicketUse,
} from "@guichet/ui/tickets/ticket.tsx";
import { CategoryIcon } from "../formats/category-icon.tsx";
import { useFormats } from "../formats/formats.ts";
import { useT } from "../texts/texts.tsx";
import type { Product } from "./product.ts";

/** Header of the article's page, in the shape of a ticket. */
export function ProductHead({ product }: { product: Product }) {
  const t = useT();
  const { money } = useFormats();
  const { category, name, summary, audience, figure, price, promo, monthly, journey } = product;
  return (
    <Ticket ink={category.ink}>
      <TicketBody>
        <TicketKind ink={category.ink} icon={<CategoryIcon name={category.icon} />}>
          {audience === null ? category.name : `${category.name} · ${audience}`}
        </TicketKind>
        <TicketName level={1}>{name}</TicketName>
        <TicketUse>{summary}</TicketUse>
        {figure && <TicketFigure figure={figure} />}
      </TicketBody>
      <TicketStub>
        <Price
          from={journey === null ? undefined : t("shell.price.from")}
          amount={money(promo ?? price)}
          {...(monthly === null
            ? {}
            : { per: t("shell.price.per-month", { amount: money(monthly.price), months: monthly.months }) })}
          {...(promo === null ? {} : { old: { amount: money(price), label: t("shell.price.instead-of") } })}
        />
      </TicketStub>
    </Ticket>
  );
}
