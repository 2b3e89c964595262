import { DisputeState, type StaffDispute } from "@guichet/contract/office/disputes.ts";
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
import { DisputeStamp } from "./dispute-stamp.tsx";

/** The lists of disputes: those that are not decided, those in one state, and all. */
const lists = ["open", ...DisputeState.options, "all"] as const;
type List = (typeof lists)[number];

const listIn = (query: URLSearchParams): List => lists.find((one) => one === query.get("state")) ?? "open";

function filterOf(list: List) {
  if (list === "all") return {};
  return list === "open" ? { open: true } : { state: list };
}

export async function loader({ context, params }: LoaderFunctionArgs) {
  const ctx = requestContextOf(context);
  const network = await networkOf(ctx, params.network);
  const query = ctx.url.searchParams;
  const cursor = query.get("after") ?? undefined;
  const values = { ...filterOf(listIn(query)), ...(cursor === undefined ? {} : { cursor }) };
  const outcome = await ctx.call("listDisputes", values, network.id);
  if (!outcome.ok) throw new Response(null, { status: outcome.code === "ROLE_NOT_ALLOWED" ? 403 : 404 });
  return outcome.value;
}

/** Disputed payments; by default those that are not decided, the next deadline for evidence first. */
export default function Disputes() {
  const t = useT();
  const { id } = useNetwork();
  const [query] = useSearchParams();
  const { items, nextCursor } = useLoaderData<typeof loader>();
  const list = listIn(query);
  return (
    <QueuePage
      words={{
        title: t("disputes.title"),
        text: t("disputes.text"),
        none: t(list === "open" ? "disputes.none.open" : "disputes.none"),
        more: t("disputes.more"),
      }}
      filter={<Filter list={list} />}
      href={href("disputes", { network: id })}
      nextCursor={nextCursor}
    >
      {items.length === 0 ? null : <DisputeTable items={items} />}
    </QueuePage>
  );
}

function Filter({ list }: { list: List }) {
  const t = useT();
  const nameOf = (one: List) =>
    one === "open" || one === "all" ? t(`disputes.list.${one}`) : t(`disputes.state.${one}`);
  return (
    <Form className="search" key={list}>
      <Select
        label={t("disputes.state")}
        name="state"
        defaultValue={list}
        options={lists.map((one) => ({ value: one, label: nameOf(one) }))}
      />
      <Button icon={<FilterIcon size="s" />}>{t("disputes.filter")}</Button>
    </Form>
  );
}

function DisputeTable({ items }: { items: readonly StaffDispute[] }) {
  const t = useT();
  return (
    <TableFrame label={t("disputes.title")}>
      <thead>
        <tr>
          <th scope="col">{t("disputes.order")}</th>
          <th scope="col">{t("disputes.due")}</th>
          <th scope="col" className="money">
            {t("disputes.amount")}
          </th>
          <th scope="col">{t("disputes.reason")}</th>
          <th scope="col">{t("disputes.state")}</th>
        </tr>
      </thead>
      <tbody>
        {items.map((dispute) => (
          <DisputeRow key={dispute.disputeId} dispute={dispute} />
        ))}
      </tbody>
    </TableFrame>
  );
}

function DisputeRow({ dispute }: { dispute: StaffDispute }) {
  const t = useT();
  const formats = useFormats();
  const network = useNetwork();
  const { disputeId, orderNumber, openedAt, evidenceDueAt, amount, reason, evidence } = dispute;
  const isAwaited = evidence === null || evidence.state === "refused";
  return (
    <tr>
      <th scope="row">
        <TextLink href={href("dispute", { network: network.id, id: disputeId })}>
          <Figures>{orderNumber}</Figures>
        </TextLink>
        <span className="fine act-note">{t("disputes.since", { at: formats.shortInstant(openedAt) })}</span>
      </th>
      <td>{evidenceDueAt !== null && isAwaited ? formats.shortInstant(evidenceDueAt) : "–"}</td>
      <td className="money">{formats.money(amount)}</td>
      <td>{t(`disputes.reason.${reason}`)}</td>
      <td>
        <DisputeStamp dispute={dispute} />
      </td>
    </tr>
  );
}
