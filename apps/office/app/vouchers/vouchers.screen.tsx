import type { VoucherBatch } from "@guichet/contract/office/vouchers.ts";
import { Joined } from "@guichet/ui/joined.tsx";
import { TextLink } from "@guichet/ui/link.tsx";
import { LinkButton } from "@guichet/ui/link-button.tsx";
import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { href } from "../paths.ts";
import { useFormats, useNetwork } from "../shell/page-context.tsx";
import { QueuePage } from "../shell/queue-page.tsx";
import { networkOf, requestContextOf } from "../shell/request-context.ts";
import { TableFrame } from "../shell/table-frame.tsx";
import { useT } from "../shell/texts.tsx";
import { useDiscount } from "./batch-words.ts";

export async function loader({ context, params }: LoaderFunctionArgs) {
  const ctx = requestContextOf(context);
  const network = await networkOf(ctx, params.network);
  const cursor = ctx.url.searchParams.get("after") ?? undefined;
  const outcome = await ctx.call("listVoucherBatches", cursor === undefined ? {} : { cursor }, network.id);
  if (!outcome.ok) throw new Response(null, { status: outcome.code === "ROLE_NOT_ALLOWED" ? 403 : 404 });
  return outcome.value;
}

/** Batches of vouchers with their redemption, the newest first. */
export default function Vouchers() {
  const t = useT();
  const { id } = useNetwork();
  const { items, nextCursor } = useLoaderData<typeof loader>();
  return (
    <QueuePage
      words={{
        title: t("vouchers.title"),
        text: t("vouchers.text"),
        none: t("vouchers.none"),
        more: t("vouchers.more"),
      }}
      filter={
        <div className="row">
          <LinkButton href={href("newVouchers", { network: id })} variant="main">
            {t("vouchers.new")}
          </LinkButton>
        </div>
      }
      href={href("vouchers", { network: id })}
      nextCursor={nextCursor}
    >
      {items.length === 0 ? null : <BatchTable items={items} />}
    </QueuePage>
  );
}

function BatchTable({ items }: { items: readonly VoucherBatch[] }) {
  const t = useT();
  return (
    <TableFrame label={t("vouchers.title")}>
      <thead>
        <tr>
          <th scope="col">{t("vouchers.name")}</th>
          <th scope="col">{t("vouchers.discount")}</th>
          <th scope="col">{t("vouchers.days")}</th>
          <th scope="col" className="money">
            {t("vouchers.codes")}
          </th>
          <th scope="col" className="money">
            {t("vouchers.uses")}
          </th>
        </tr>
      </thead>
      <tbody>
        {items.map((batch) => (
          <BatchRow key={batch.batchId} batch={batch} />
        ))}
      </tbody>
    </TableFrame>
  );
}

function BatchRow({ batch }: { batch: VoucherBatch }) {
  const t = useT();
  const formats = useFormats();
  const network = useNetwork();
  const discount = useDiscount();
  const { batchId, name, validFrom, validUntil, codeCount, usedCount, useCount, blockedCount, createdBy, createdAt } =
    batch;
  return (
    <tr>
      <th scope="row">
        <TextLink href={href("voucherBatch", { network: network.id, id: batchId })}>
          <bdi>{name}</bdi>
        </TextLink>
        <span className="fine act-note">
          <Joined parts={[createdBy, formats.shortInstant(createdAt)]} />
        </span>
      </th>
      <td>{discount(batch)}</td>
      <td>{t("vouchers.from-until", { from: formats.shortDay(validFrom), until: formats.shortDay(validUntil) })}</td>
      <td className="money">
        {formats.number(codeCount)}
        {blockedCount > 0 && (
          <span className="fine act-note">{t("vouchers.blocked.count", { count: blockedCount })}</span>
        )}
      </td>
      <td className="money">
        {formats.number(useCount)}
        <span className="fine act-note">
          {t("vouchers.redeemed", { share: formats.percent(codeCount === 0 ? 0 : usedCount / codeCount) })}
        </span>
      </td>
    </tr>
  );
}
