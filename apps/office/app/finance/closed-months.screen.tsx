import type { MonthClosing } from "@guichet/contract/office/finance.ts";
import { Figures } from "@guichet/ui/figures.tsx";
import { TextLink } from "@guichet/ui/link.tsx";
import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { href } from "../paths.ts";
import { useFormats, useNetwork } from "../shell/page-context.tsx";
import { QueuePage } from "../shell/queue-page.tsx";
import { networkOf, requestContextOf } from "../shell/request-context.ts";
import { TableFrame } from "../shell/table-frame.tsx";
import { useT } from "../shell/texts.tsx";
import { digestKind, FinancePages } from "./finance-pages.tsx";

export async function loader({ context, params }: LoaderFunctionArgs) {
  const ctx = requestContextOf(context);
  const network = await networkOf(ctx, params.network);
  const cursor = ctx.url.searchParams.get("after") ?? undefined;
  const outcome = await ctx.call("listMonthClosings", cursor === undefined ? {} : { cursor }, network.id);
  if (!outcome.ok) throw new Response(null, { status: outcome.code === "ROLE_NOT_ALLOWED" ? 403 : 404 });
  return outcome.value;
}

/** The closed months with their digests, the newest first. */
export default function ClosedMonths() {
  const t = useT();
  const { id } = useNetwork();
  const { items, nextCursor } = useLoaderData<typeof loader>();
  return (
    <QueuePage
      words={{
        title: t("finance.page.closedMonths"),
        text: t("finance.closed.text"),
        none: t("finance.closed.none"),
        more: t("finance.closed.more"),
      }}
      filter={<FinancePages current="closedMonths" />}
      href={href("closedMonths", { network: id })}
      nextCursor={nextCursor}
    >
      {items.length === 0 ? null : <ClosingTable items={items} />}
    </QueuePage>
  );
}

function ClosingTable({ items }: { items: readonly MonthClosing[] }) {
  const t = useT();
  return (
    <TableFrame label={t("finance.page.closedMonths")}>
      <thead>
        <tr>
          <th scope="col">{t("finance.month")}</th>
          <th scope="col">{t("finance.closed-at")}</th>
          <th scope="col" className="money">
            {t("finance.entries")}
          </th>
          <th scope="col" className="money">
            {t("finance.turnover")}
          </th>
          <th scope="col">{t("finance.digest", { kind: digestKind })}</th>
        </tr>
      </thead>
      <tbody>
        {items.map((closing) => (
          <ClosingRow key={closing.month} closing={closing} />
        ))}
      </tbody>
    </TableFrame>
  );
}

function ClosingRow({ closing }: { closing: MonthClosing }) {
  const t = useT();
  const formats = useFormats();
  const { id } = useNetwork();
  const { month, closedAt, closedBy, entryCount, turnover, digest, differenceCount } = closing;
  return (
    <tr>
      <th scope="row">
        <TextLink href={`${href("finance", { network: id })}?month=${month}`}>{formats.month(month)}</TextLink>
      </th>
      <td>
        {formats.shortInstant(closedAt)}
        <span className="fine act-note">
          <bdi>{closedBy}</bdi>
        </span>
        {differenceCount > 0 && (
          <span className="fine act-note">{t("finance.closed.differences", { count: differenceCount })}</span>
        )}
      </td>
      <td className="money">{formats.number(entryCount)}</td>
      <td className="money">{formats.money(turnover)}</td>
      <td className="reference">
        <Figures>{digest}</Figures>
      </td>
    </tr>
  );
}
