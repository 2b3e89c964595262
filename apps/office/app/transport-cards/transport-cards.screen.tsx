import { officeResultsMax } from "@guichet/contract/limits/staff-limits.ts";
import type { FoundCard } from "@guichet/contract/office/transport-cards.ts";
import { Figures } from "@guichet/ui/figures.tsx";
import { TextLink } from "@guichet/ui/link.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { type LoaderFunctionArgs, redirect, useLoaderData } from "react-router";
import { href } from "../paths.ts";
import { useKeys } from "../shell/keys.tsx";
import { OfficePage } from "../shell/office-page.tsx";
import { useFormats, useNetwork } from "../shell/page-context.tsx";
import { networkOf, requestContextOf } from "../shell/request-context.ts";
import { SearchBox } from "../shell/search/search-box.tsx";
import { TableFrame } from "../shell/table-frame.tsx";
import { useT } from "../shell/texts.tsx";
import { CardStamp } from "./transport-card-texts.tsx";

export async function loader({ context, params }: LoaderFunctionArgs) {
  const ctx = requestContextOf(context);
  const network = await networkOf(ctx, params.network);
  const query = (ctx.url.searchParams.get("q") ?? "").trim().slice(0, 100);
  if (query.length < 2) return { query, cards: null, hasMore: false };
  const outcome = await ctx.call("findCards", { query }, network.id);
  if (!outcome.ok) throw new Response(null, { status: outcome.code === "ROLE_NOT_ALLOWED" ? 403 : 500 });
  const { cards, hasMore } = outcome.value;
  const [only] = cards;
  if (cards.length === 1 && only !== undefined)
    return redirect(href("transportCard", { network: network.id, id: only.cardId }));
  return { query, cards, hasMore };
}

/** Search for transport cards; a single result opens directly. */
export default function Cards() {
  const t = useT();
  const { query, cards, hasMore } = useLoaderData<typeof loader>();
  const { id } = useNetwork();
  useKeys({ "/": "q" });
  return (
    <OfficePage title={t("transport-cards.title")}>
      <SearchBox of="transportCards" query={query} hint={t("transport-cards.text")} />
      <p>
        <TextLink href={href("cardStock", { network: id })}>{t("transport-cards.stock.link")}</TextLink>
      </p>
      {cards && (
        <p role="status" className="soft">
          {t("transport-cards.found", { count: cards.length })}
        </p>
      )}
      {cards?.length === 0 && <Notice>{t("transport-cards.none")}</Notice>}
      {cards && cards.length > 0 && <CardTable cards={cards} />}
      {hasMore && <Notice tone="wait">{t("transport-cards.more", { count: officeResultsMax })}</Notice>}
    </OfficePage>
  );
}

function CardTable({ cards }: { cards: readonly FoundCard[] }) {
  const t = useT();
  const network = useNetwork();
  const formats = useFormats();
  return (
    <TableFrame label={t("transport-cards.title")}>
      <thead>
        <tr>
          <th scope="col">{t("transport-cards.number")}</th>
          <th scope="col">{t("transport-cards.bearer")}</th>
          <th scope="col">{t("transport-cards.account")}</th>
          <th scope="col">{t("transport-cards.state")}</th>
          <th scope="col">{t("transport-cards.expires")}</th>
        </tr>
      </thead>
      <tbody>
        {cards.map((card) => (
          <tr key={card.cardId}>
            <th scope="row">
              <TextLink href={href("transportCard", { network: network.id, id: card.cardId })}>
                <Figures>{card.number}</Figures>
              </TextLink>
            </th>
            <td>
              <bdi>{`${card.firstName} ${card.lastName}`}</bdi>
            </td>
            <td>{card.holder ? <bdi>{card.holder.email}</bdi> : t("transport-cards.no-account")}</td>
            <td>
              <CardStamp card={card} />
            </td>
            <td>{card.expiresAt ? formats.dayOf(card.expiresAt) : t("transport-cards.no-expiry")}</td>
          </tr>
        ))}
      </tbody>
    </TableFrame>
  );
}
