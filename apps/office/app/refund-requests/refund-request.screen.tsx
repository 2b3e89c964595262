import type { ExaminedRefundRequest } from "@guichet/contract/office/refund-requests.ts";
import { Facts } from "@guichet/ui/facts.tsx";
import { Figures } from "@guichet/ui/figures.tsx";
import { Lines } from "@guichet/ui/lines.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { Split, Stack } from "@guichet/ui/page/page.tsx";
import { Sheet } from "@guichet/ui/sheet.tsx";
import { Total } from "@guichet/ui/total.tsx";
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect, useActionData, useLoaderData } from "react-router";
import { href } from "../paths.ts";
import { Holder } from "../shell/holder.tsx";
import { useKeys } from "../shell/keys.tsx";
import { OfficePage } from "../shell/office-page.tsx";
import { useFormats, useNetwork } from "../shell/page-context.tsx";
import { refusalText, refused } from "../shell/refusals.ts";
import { actionNetworkOf, networkOf, requestContextOf } from "../shell/request-context.ts";
import { useT } from "../shell/texts.tsx";
import { DecideRequest } from "./decide-request.tsx";
import { RequestDone, RequestStamp } from "./request-stamp.tsx";

export async function loader({ context, params }: LoaderFunctionArgs) {
  const ctx = requestContextOf(context);
  const network = await networkOf(ctx, params.network);
  const outcome = await ctx.call("getRefundRequest", { requestId: params.id ?? "" }, network.id);
  if (!outcome.ok) throw new Response(null, { status: outcome.code === "ROLE_NOT_ALLOWED" ? 403 : 404 });
  return outcome.value;
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const ctx = requestContextOf(context);
  const network = await actionNetworkOf(ctx, params.network);
  const form = await request.formData();
  const verdict = (["accept", "refuse"] as const).find((known) => known === form.get("what"));
  const amount = Number(form.get("amount"));
  if (verdict === undefined || !Number.isSafeInteger(amount)) return refused("FIELD_INVALID");
  const remark = `${form.get("remark") ?? ""}`.trim();
  const values = {
    requestId: params.id ?? "",
    verdict,
    ...(verdict === "accept" ? { expected: { amount, currency: `${form.get("currency")}` } } : {}),
    ...(verdict === "refuse" && remark !== "" ? { remark } : {}),
  };
  const outcome = await ctx.call("decideRefundRequest", values, network.id);
  if (!outcome.ok) return refused(outcome.code, { remark });
  const { state, next } = outcome.value;
  const place =
    next === null
      ? href("refundRequests", { network: network.id })
      : href("refundRequest", { network: network.id, id: next });
  return redirect(`${place}?decided=${state}`, { status: 303 });
}

/** One request: the evidence beside what accepting it gives, and the decision; then the next request. */
export default function RefundRequest() {
  const t = useT();
  const network = useNetwork();
  const { request } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  useKeys({ a: "accept", r: "remark" });
  return (
    <OfficePage
      title={t("refund-requests.one", { reason: request.reasonName, ticket: request.ticketName })}
      back={{ href: href("refundRequests", { network: network.id }), label: t("refund-requests.title") }}
      flash={<RequestDone />}
      refused={answer?.code && refusalText(t, answer.code)}
    >
      <Split
        aside={
          <Stack>
            <Who request={request} />
            <Calculation request={request} />
            <DecideRequest
              key={`${request.requestId} ${request.state} ${request.calculation.refund.amount}`}
              request={request}
              remark={answer !== undefined && "remark" in answer ? `${answer.remark}` : ""}
            />
          </Stack>
        }
      >
        <Evidence request={request} />
      </Split>
    </OfficePage>
  );
}

function Who({ request }: { request: ExaminedRefundRequest }) {
  const t = useT();
  const formats = useFormats();
  const { traveller, customer, serial, orderNumber, requestedAt, expectedOn, lastUsedAt, state } = request;
  const facts = [
    { term: t("refund-requests.state"), value: <RequestStamp state={state} /> },
    { term: t("refund-requests.traveller"), value: <bdi>{traveller ?? "–"}</bdi> },
    { term: t("refund-requests.customer"), value: <Holder name={customer.name} email={customer.email} /> },
    { term: t("refund-requests.serial"), value: <Figures>{serial}</Figures> },
    { term: t("refund-requests.order-number"), value: <Figures>{orderNumber}</Figures> },
    { term: t("refund-requests.requested-at"), value: formats.shortInstant(requestedAt) },
    { term: t("refund-requests.answer-by"), value: formats.shortDay(expectedOn) },
    {
      term: t("refund-requests.last-used"),
      value: lastUsedAt === null ? t("refund-requests.never") : formats.shortInstant(lastUsedAt),
    },
  ];
  return <Facts facts={facts} />;
}

/** What accepting the request gives, or has given. */
function Calculation({ request }: { request: ExaminedRefundRequest }) {
  const t = useT();
  const formats = useFormats();
  const { calculation, isTicketOver, state } = request;
  const { paid, used, fee, refund, byPolicy, countedOn, refusal } = calculation;
  const isOpen = state === "pending";
  const line = (id: string, name: string, amount: number) =>
    amount === 0 ? [] : [{ id, name, value: <Figures>{formats.money({ amount, currency: paid.currency })}</Figures> }];
  return (
    <Sheet id="calculation" title={t("refund-requests.calculation")}>
      {isOpen && (
        <Lines
          lines={[
            ...line("paid", t("refund-requests.paid"), paid.amount),
            ...line("used", t("refund-requests.used", { day: formats.shortDay(countedOn) }), -used.amount),
            ...line("fee", t("refund-requests.fee"), -fee.amount),
          ]}
        />
      )}
      <Total label={t("refund-requests.refund")} amount={formats.money(refund)} />
      {isOpen && <p className="small soft">{t("refund-requests.by-policy", { amount: formats.money(byPolicy) })}</p>}
      {isOpen && refusal !== null && <Notice tone="bad">{t("refund-requests.nothing")}</Notice>}
      {isOpen && isTicketOver && <Notice tone="wait">{t("refund-requests.over")}</Notice>}
    </Sheet>
  );
}

/** The uploaded files: images inline, PDFs in a frame. */
function Evidence({ request }: { request: ExaminedRefundRequest }) {
  const t = useT();
  const network = useNetwork();
  const { requestId, files, evidence, reasonName } = request;
  return (
    <>
      <p className="soft">{t("refund-requests.accepted-evidence", { evidence })}</p>
      {files.length === 0 && <Notice>{t("refund-requests.no-files")}</Notice>}
      {files.map(({ fileId, name, contentType }) => {
        const url = href("refundEvidence", { network: network.id, id: requestId, file: fileId });
        const alt = t("refund-requests.file", { name, reason: reasonName });
        return (
          <Sheet key={fileId}>
            <h2>
              <bdi>{name}</bdi>
            </h2>
            {contentType === "application/pdf" ? (
              <iframe className="sent-file" src={url} title={alt} />
            ) : (
              <img className="sent-file" src={url} alt={alt} />
            )}
            <a href={url} target="_blank" rel="noreferrer">
              {t("refund-requests.open")}
            </a>
          </Sheet>
        );
      })}
    </>
  );
}
