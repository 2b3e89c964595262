import { cardNumberTypedMaxLength } from "@guichet/contract/limits/transport-card-limits.ts";
import type { StockedCard } from "@guichet/contract/office/cards/card-stock.ts";
import { Button } from "@guichet/ui/button.tsx";
import { Figures } from "@guichet/ui/figures.tsx";
import { Field } from "@guichet/ui/forms/field.tsx";
import { SearchIcon } from "@guichet/ui/icons.tsx";
import { TextLink } from "@guichet/ui/link.tsx";
import { Form, type LoaderFunctionArgs, useLoaderData } from "react-router";
import { href } from "../paths.ts";
import { Key, useKeys } from "../shell/keys.tsx";
import { useFormats, useNetwork } from "../shell/page-context.tsx";
import { QueuePage } from "../shell/queue-page.tsx";
import { networkOf, requestContextOf } from "../shell/request-context.ts";
import { TableFrame } from "../shell/table-frame.tsx";
import { useT } from "../shell/texts.tsx";

export async function loader({ context, params }: LoaderFunctionArgs) {
  const ctx = requestContextOf(context);
  const network = await networkOf(ctx, params.network);
  const query = ctx.url.searchParams;
  const number = (query.get("q") ?? "").trim().slice(0, cardNumberTypedMaxLength);
  const cursor = query.get("after") ?? undefined;
  const values = { ...(number === "" ? {} : { number }), ...(cursor === undefined ? {} : { cursor }) };
  const outcome = await ctx.call("listStockedCards", values, network.id);
  if (!outcome.ok) throw new Response(null, { status: outcome.code === "ROLE_NOT_ALLOWED" ? 403 : 404 });
  return { number, ...outcome.value };
}

/** Blank cards that became somebody's, the newest first; by number, any card of the stock. */
export default function StockedCards() {
  const t = useT();
  const { id } = useNetwork();
  const { number, items, nextCursor } = useLoaderData<typeof loader>();
  useKeys({ "/": "q" });
  return (
    <QueuePage
      words={{
        title: t("transport-cards.stocked.title"),
        text: t("transport-cards.stocked.text"),
        none: t(number === "" ? "transport-cards.stocked.none" : "transport-cards.stocked.unknown"),
        more: t("transport-cards.stocked.more"),
      }}
      filter={
        <>
          <p>
            <TextLink href={href("cardStock", { network: id })}>{t("transport-cards.stock.back")}</TextLink>
          </p>
          <Form role="search" className="search">
            <Field
              key={number}
              label={t("transport-cards.stocked.number")}
              name="q"
              type="search"
              dir="ltr"
              defaultValue={number}
              autoComplete="off"
              maxLength={cardNumberTypedMaxLength}
              side={<Key>/</Key>}
              action={<Button icon={<SearchIcon size="s" />}>{t("transport-cards.stocked.find")}</Button>}
            />
          </Form>
        </>
      }
      href={href("stockedCards", { network: id })}
      nextCursor={nextCursor}
    >
      {items.length === 0 ? null : <StockedTable items={items} />}
    </QueuePage>
  );
}

function StockedTable({ items }: { items: readonly StockedCard[] }) {
  const t = useT();
  const formats = useFormats();
  return (
    <TableFrame label={t("transport-cards.stocked.title")}>
      <thead>
        <tr>
          <th scope="col">{t("transport-cards.number")}</th>
          <th scope="col">{t("transport-cards.state")}</th>
          <th scope="col">{t("transport-cards.stocked.holder")}</th>
          <th scope="col">{t("transport-cards.stocked.at")}</th>
          <th scope="col">{t("transport-cards.stock.batch")}</th>
          <th scope="col">{t("transport-cards.stocked.last-day")}</th>
        </tr>
      </thead>
      <tbody>
        {items.map((card) => (
          <tr key={card.number}>
            <th scope="row">
              <Figures>{card.number}</Figures>
            </th>
            <td>{t(`transport-cards.stocked.state.${card.state}`)}</td>
            <td>
              <Holder card={card} />
            </td>
            <td>{card.handedAt === null ? "" : formats.shortInstant(card.handedAt)}</td>
            <td>
              <bdi>{card.batch}</bdi>
            </td>
            <td>{card.expiresOn === null ? t("transport-cards.no-expiry") : formats.shortDay(card.expiresOn)}</td>
          </tr>
        ))}
      </tbody>
    </TableFrame>
  );
}

/** Whom a card was handed over to, with a link to their card. */
function Holder({ card: { holder, state } }: { card: StockedCard }) {
  const t = useT();
  const network = useNetwork();
  if (holder === null) return state === "handed" ? t("transport-cards.stocked.erased") : null;
  return (
    <TextLink href={href("transportCard", { network: network.id, id: holder.cardId })}>
      <bdi>{holder.name || t("transport-cards.stocked.erased")}</bdi>
    </TextLink>
  );
}
