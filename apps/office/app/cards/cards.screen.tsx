import type { FoundCard } from "@guichet/contract/office/cards.ts";
import { Figures } from "@guichet/ui/figures.tsx";
import { TextLink } from "@guichet/ui/link.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { type LoaderFunctionArgs, redirect, useLoaderData } from "react-router";
import { href } from "../paths.ts";
import { useKeys } from "../shell/keys.tsx";
import { OfficePage } from "../shell/office-page.tsx";
import { SearchBox } from "../shell/search-box.tsx";
import { useFormats, useNetwork } from "../shell/shell.tsx";
import { TableFrame } from "../shell/table-frame.tsx";
import { useT } from "../shell/texts.tsx";
import { networkOf, visitOf } from "../shell/visit.ts";
import { CardStamp } from "./card-words.tsx";

export async function loader({ context, params }: LoaderFunctionArgs) {
  const visit = visitOf(context);
  const network = await networkOf(visit, params.network);
  const query = (visit.url.searchParams.get("q") ?? "").trim().slice(0, 100);
  if (query.length < 2) return { query, cards: null, hasMore: false };
  const outcome = await visit.call("findCards", { query }, network.id);
  if (!outcome.ok) throw new Response(null, { status: outcome.code === "ROLE_NOT_ALLOWED" ? 403 : 500 });
  const { cards, hasMore } = outcome.value;
  const [only] = cards;
  if (cards.length === 1 && only !== undefined) return redirect(href("card", { network: network.id, id: only.cardId }));
  return { query, cards, hasMore };
}

/** Finds a transport card; where there is one, it opens at once. */
export default function Cards() {
  const t = useT();
  const { query, cards, hasMore } = useLoaderData<typeof loader>();
  useKeys({ "/": "q" });
  return (
    <OfficePage title={t("cards.title")}>
      <SearchBox of="cards" query={query} hint={t("cards.text")} />
      {cards && (
        <p role="status" className="soft">
          {t("cards.found", { count: cards.length })}
        </p>
      )}
      {cards?.length === 0 && <Notice>{t("cards.none")}</Notice>}
      {cards && cards.length > 0 && <CardTable cards={cards} />}
      {hasMore && <Notice tone="wait">{t("cards.more")}</Notice>}
    </OfficePage>
  );
}

function CardTable({ cards }: { cards: readonly FoundCard[] }) {
  const t = useT();
  const network = useNetwork();
  const formats = useFormats();
  return (
    <TableFrame label={t("cards.title")}>
      <thead>
        <tr>
          <th scope="col">{t("cards.number")}</th>
          <th scope="col">{t("cards.bearer")}</th>
          <th scope="col">{t("cards.account")}</th>
          <th scope="col">{t("cards.state")}</th>
          <th scope="col">{t("cards.expires")}</th>
        </tr>
      </thead>
      <tbody>
        {cards.map((card) => (
          <tr key={card.cardId}>
            <th scope="row">
              <TextLink href={href("card", { network: network.id, id: card.cardId })}>
                <Figures>{card.number}</Figures>
              </TextLink>
            </th>
            <td dir="auto">{`${card.firstName} ${card.lastName}`}</td>
            <td>{card.holder ? <bdi>{card.holder.email}</bdi> : t("cards.no-account")}</td>
            <td>
              <CardStamp card={card} />
            </td>
            <td>{card.expiresAt ? formats.dayOf(card.expiresAt) : t("cards.no-expiry")}</td>
          </tr>
        ))}
      </tbody>
    </TableFrame>
  );
}
