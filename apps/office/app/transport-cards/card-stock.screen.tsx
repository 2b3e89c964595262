import type { CardBatch } from "@guichet/contract/office/cards/card-stock.ts";
import { LinkButton } from "@guichet/ui/link-button.tsx";
import { DownloadIcon } from "@guichet/ui/more-icons.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { type LoaderFunctionArgs, useLoaderData, useSearchParams } from "react-router";
import { href } from "../paths.ts";
import { useFormats, useMay, useNetwork } from "../shell/page-context.tsx";
import { QueuePage } from "../shell/queue-page.tsx";
import { networkOf, requestContextOf } from "../shell/request-context.ts";
import { TableFrame } from "../shell/table-frame.tsx";
import { useT } from "../shell/texts.tsx";

export async function loader({ context, params }: LoaderFunctionArgs) {
  const ctx = requestContextOf(context);
  const network = await networkOf(ctx, params.network);
  const cursor = ctx.url.searchParams.get("after") ?? undefined;
  const outcome = await ctx.call("listCardBatches", cursor === undefined ? {} : { cursor }, network.id);
  if (!outcome.ok) throw new Response(null, { status: outcome.code === "ROLE_NOT_ALLOWED" ? 403 : 404 });
  return outcome.value;
}

/** Batches of blank cards, the newest first. */
export default function CardStock() {
  const t = useT();
  const { id } = useNetwork();
  const mayRegister = useMay()("cards.register");
  const { items, nextCursor } = useLoaderData<typeof loader>();
  return (
    <QueuePage
      words={{
        title: t("transport-cards.stock.title"),
        text: t("transport-cards.stock.text"),
        none: t("transport-cards.stock.none"),
        more: t("transport-cards.stock.more"),
      }}
      flash={<Done />}
      filter={
        <div className="row">
          {mayRegister && (
            <LinkButton variant="main" href={href("importCards", { network: id })}>
              {t("transport-cards.stock.import")}
            </LinkButton>
          )}
          <LinkButton href={href("stockedCards", { network: id })}>{t("transport-cards.stocked.link")}</LinkButton>
          {mayRegister && (
            <>
              <LinkButton href={href("blockCards", { network: id })}>{t("transport-cards.blocks.link")}</LinkButton>
              <LinkButton href={href("blockedCardsCsv", { network: id })} icon={<DownloadIcon size="s" />} download>
                {t("transport-cards.blocks.download")}
              </LinkButton>
            </>
          )}
        </div>
      }
      href={href("cardStock", { network: id })}
      nextCursor={nextCursor}
    >
      {items.length === 0 ? null : <BatchTable items={items} />}
    </QueuePage>
  );
}

/** Confirmation of an import, or of cards that were blocked. */
function Done() {
  const t = useT();
  const [query] = useSearchParams();
  const done = (["imported", "blocked"] as const).find((one) => one === query.get("done"));
  if (done === undefined) return null;
  return (
    <Notice tone="ok" role="status">
      {t(done === "imported" ? "transport-cards.stock.done" : "transport-cards.blocks.done", {
        count: Number(query.get("count")) || 0,
      })}
    </Notice>
  );
}

function BatchTable({ items }: { items: readonly CardBatch[] }) {
  const t = useT();
  const formats = useFormats();
  return (
    <TableFrame label={t("transport-cards.stock.title")}>
      <thead>
        <tr>
          <th scope="col">{t("transport-cards.stock.batch")}</th>
          <th scope="col">{t("transport-cards.stock.imported")}</th>
          <th scope="col" className="money">
            {t("transport-cards.stock.cards")}
          </th>
          <th scope="col" className="money">
            {t("transport-cards.stock.handed")}
          </th>
          <th scope="col" className="money">
            {t("transport-cards.stock.expired")}
          </th>
          <th scope="col" className="money">
            {t("transport-cards.stock.blocked")}
          </th>
        </tr>
      </thead>
      <tbody>
        {items.map(({ batchId, name, importedAt, cards, handed, expired, blocked }) => (
          <tr key={batchId}>
            <th scope="row">
              <bdi>{name}</bdi>
            </th>
            <td>{formats.shortInstant(importedAt)}</td>
            <td className="money">{formats.number(cards)}</td>
            <td className="money">{formats.number(handed)}</td>
            <td className="money">{formats.number(expired)}</td>
            <td className="money">{formats.number(blocked)}</td>
          </tr>
        ))}
      </tbody>
    </TableFrame>
  );
}
