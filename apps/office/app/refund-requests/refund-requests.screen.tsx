import type { ListedRefundRequest } from "@guichet/contract/office/refund-requests.ts";
import { RefundRequestState } from "@guichet/contract/refund-requests.ts";
import { Button } from "@guichet/ui/button.tsx";
import { Figures } from "@guichet/ui/figures.tsx";
import { Select } from "@guichet/ui/forms/select.tsx";
import { TextLink } from "@guichet/ui/link.tsx";
import { FilterIcon } from "@guichet/ui/more-icons.tsx";
import { Stamp } from "@guichet/ui/tickets/stamp.tsx";
import { Form, type LoaderFunctionArgs, useLoaderData, useSearchParams } from "react-router";
import { href } from "../paths.ts";
import { useFormats, useNetwork } from "../shell/page-context.tsx";
import { QueuePage } from "../shell/queue-page.tsx";
import { networkOf, requestContextOf } from "../shell/request-context.ts";
import { TableFrame } from "../shell/table-frame.tsx";
import { useT } from "../shell/texts.tsx";
import { RequestDone, RequestStamp } from "./request-stamp.tsx";

export async function loader({ context, params }: LoaderFunctionArgs) {
  const ctx = requestContextOf(context);
  const network = await networkOf(ctx, params.network);
  const query = ctx.url.searchParams;
  const state = RefundRequestState.safeParse(query.get("state")).data;
  const cursor = query.get("after") ?? undefined;
  const values = { ...(state === undefined ? {} : { state }), ...(cursor === undefined ? {} : { cursor }) };
  const outcome = await ctx.call("listRefundRequests", values, network.id);
  if (!outcome.ok) throw new Response(null, { status: outcome.code === "ROLE_NOT_ALLOWED" ? 403 : 404 });
  return outcome.value;
}

/** Refund requests with evidence that wait for a decision, the oldest first; others by filter. */
export default function RefundRequests() {
  const t = useT();
  const { id } = useNetwork();
  const { items, nextCursor } = useLoaderData<typeof loader>();
  const [query] = useSearchParams();
  const isQueue = (query.get("state") ?? "pending") === "pending";
  return (
    <QueuePage
      words={{
        title: t("refund-requests.title"),
        text: isQueue ? t("refund-requests.text") : "",
        none: t("refund-requests.none"),
        more: t("refund-requests.more"),
      }}
      flash={<RequestDone />}
      filter={<Filter />}
      href={href("refundRequests", { network: id })}
      nextCursor={nextCursor}
    >
      {items.length === 0 ? null : <RequestTable items={items} />}
    </QueuePage>
  );
}

function Filter() {
  const t = useT();
  const [query] = useSearchParams();
  return (
    <Form className="search" key={query.toString()}>
      <Select
        label={t("refund-requests.state")}
        name="state"
        defaultValue={query.get("state") ?? "pending"}
        options={RefundRequestState.options.map((state) => ({
          value: state,
          label: t(`refund-requests.state.${state}`),
        }))}
      />
      <Button icon={<FilterIcon size="s" />}>{t("refund-requests.filter")}</Button>
    </Form>
  );
}

function RequestTable({ items }: { items: readonly ListedRefundRequest[] }) {
  const t = useT();
  const formats = useFormats();
  const network = useNetwork();
  return (
    <TableFrame label={t("refund-requests.title")}>
      <thead>
        <tr>
          <th scope="col">{t("refund-requests.ticket")}</th>
          <th scope="col">{t("refund-requests.reason")}</th>
          <th scope="col">{t("refund-requests.requested-at")}</th>
          <th scope="col">{t("refund-requests.answer-by")}</th>
          <th scope="col">{t("refund-requests.state")}</th>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <tr key={item.requestId}>
            <th scope="row">
              <TextLink href={href("refundRequest", { network: network.id, id: item.requestId })}>
                {item.ticketName}
              </TextLink>
              <span className="fine act-note">
                <Figures>{item.serial}</Figures>
                {item.traveller && (
                  <>
                    {" · "}
                    <bdi>{item.traveller}</bdi>
                  </>
                )}
              </span>
            </th>
            <td>{item.reasonName}</td>
            <td>
              {formats.shortInstant(item.requestedAt)}
              <span className="fine act-note">{t("refund-requests.order", { number: item.orderNumber })}</span>
            </td>
            <td>
              {formats.shortDay(item.expectedOn)} {item.isLate && <Stamp tone="bad">{t("refund-requests.late")}</Stamp>}
            </td>
            <td>
              <RequestStamp state={item.state} />
              {item.decidedBy !== null && <span className="fine act-note">{item.decidedBy}</span>}
            </td>
          </tr>
        ))}
      </tbody>
    </TableFrame>
  );
}
