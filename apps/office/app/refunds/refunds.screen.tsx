import type { StaffRefund } from "@guichet/contract/office/refunds.ts";
import { Button } from "@guichet/ui/button.tsx";
import { Figures } from "@guichet/ui/figures.tsx";
import { Select } from "@guichet/ui/forms/select.tsx";
import { TextLink } from "@guichet/ui/link.tsx";
import { FilterIcon } from "@guichet/ui/more-icons.tsx";
import { Form, type LoaderFunctionArgs, useLoaderData, useSearchParams } from "react-router";
import { href } from "../paths.ts";
import { useFormats, useNetwork } from "../shell/page-context.tsx";
import { QueuePage } from "../shell/queue-page.tsx";
import { networkOf, requestContextOf } from "../shell/request-context.ts";
import { TableFrame } from "../shell/table-frame.tsx";
import { useT } from "../shell/texts.tsx";
import { RefundStamp } from "./refund-stamp.tsx";

/** The lists of refunds; the first is what waits for a second person. */
const lists = ["to-approve", "to-release", "approved", "refused", "all"] as const;
type List = (typeof lists)[number];
const filters = {
  "to-approve": { status: "awaiting" },
  "to-release": { toRelease: true },
  approved: { status: "approved" },
  refused: { status: "refused" },
  all: {},
} as const satisfies Record<List, object>;

const listIn = (query: URLSearchParams): List => lists.find((one) => one === query.get("list")) ?? "to-approve";

export async function loader({ context, params }: LoaderFunctionArgs) {
  const ctx = requestContextOf(context);
  const network = await networkOf(ctx, params.network);
  const query = ctx.url.searchParams;
  const cursor = query.get("after") ?? undefined;
  const values = { ...filters[listIn(query)], ...(cursor === undefined ? {} : { cursor }) };
  const outcome = await ctx.call("listRefunds", values, network.id);
  if (!outcome.ok) throw new Response(null, { status: outcome.code === "ROLE_NOT_ALLOWED" ? 403 : 404 });
  return outcome.value;
}

/** Refunds that wait for a second person, or for their release; others by filter. */
export default function Refunds() {
  const t = useT();
  const { id } = useNetwork();
  const [query] = useSearchParams();
  const { items, nextCursor } = useLoaderData<typeof loader>();
  const list = listIn(query);
  return (
    <QueuePage
      words={{
        title: t("refunds.title"),
        text: t("refunds.text"),
        none: t(`refunds.none.${list}`),
        more: t("refunds.more"),
      }}
      filter={<Filter list={list} />}
      href={href("refunds", { network: id })}
      nextCursor={nextCursor}
    >
      {items.length === 0 ? null : <RefundTable items={items} />}
    </QueuePage>
  );
}

function Filter({ list }: { list: List }) {
  const t = useT();
  return (
    <Form className="search" key={list}>
      <Select
        label={t("refunds.list")}
        name="list"
        defaultValue={list}
        options={lists.map((one) => ({ value: one, label: t(`refunds.list.${one}`) }))}
      />
      <Button icon={<FilterIcon size="s" />}>{t("refunds.filter")}</Button>
    </Form>
  );
}

function RefundTable({ items }: { items: readonly StaffRefund[] }) {
  const t = useT();
  return (
    <TableFrame label={t("refunds.title")}>
      <thead>
        <tr>
          <th scope="col">{t("refunds.order")}</th>
          <th scope="col">{t("refunds.requested-on")}</th>
          <th scope="col" className="money">
            {t("refunds.amount")}
          </th>
          <th scope="col">{t("refunds.what")}</th>
          <th scope="col">{t("refunds.state")}</th>
        </tr>
      </thead>
      <tbody>
        {items.map((refund) => (
          <RefundRow key={refund.refundId} refund={refund} />
        ))}
      </tbody>
    </TableFrame>
  );
}

function RefundRow({ refund }: { refund: StaffRefund }) {
  const t = useT();
  const formats = useFormats();
  const network = useNetwork();
  const { orderId, orderNumber, requestedBy, createdAt, amount, scope, reason, decidedBy } = refund;
  return (
    <tr>
      <th scope="row">
        <TextLink href={href("order", { network: network.id, id: orderId })}>
          <Figures>{orderNumber}</Figures>
        </TextLink>
      </th>
      <td>
        {formats.shortInstant(createdAt)}
        <span className="fine act-note">{requestedBy ?? t("refunds.by-customer")}</span>
      </td>
      <td className="money">{formats.money(amount)}</td>
      <td>
        {t(`refunds.scope.${scope}`)}
        {reason !== null && <q className="fine act-note">{reason}</q>}
      </td>
      <td>
        <RefundStamp refund={refund} />
        {decidedBy !== null && <span className="fine act-note">{t("refunds.decided", { name: decidedBy })}</span>}
      </td>
    </tr>
  );
}
