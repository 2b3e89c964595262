import type { ErrorCode } from "@guichet/contract/error-codes.ts";
import { PreparedSupport, type StaffOrder } from "@guichet/contract/office/orders.ts";
import { LinkButton } from "@guichet/ui/link-button.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { Split, Stack } from "@guichet/ui/page/page.tsx";
import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
  useSearchParams,
} from "react-router";
import { DisputeToRecord, PaymentDisputes } from "../disputes/payment-disputes.tsx";
import { OrderInstallments, OrderPayments } from "../order-money/order-payments.tsx";
import { OrderDocuments, OrderTickets } from "../order-money/order-tickets.tsx";
import { PricedLines } from "../order-money/priced-lines.tsx";
import { href } from "../paths.ts";
import { decideRefundOf, refundDecision } from "../refunds/decide-refund.ts";
import { OrderRefunds, RefundDone, RefundsToDecide } from "../refunds/order-refunds.tsx";
import { Key, useKeys } from "../shell/keys.tsx";
import { OfficePage } from "../shell/office-page.tsx";
import { useFormats, useNetwork } from "../shell/page-context.tsx";
import { refusalText, refused } from "../shell/refusals.ts";
import { actionNetworkOf, networkOf, requestContextOf } from "../shell/request-context.ts";
import { type Translate, useT } from "../shell/texts.tsx";
import { blankCardText, type CardsRefused, typedCardsIn } from "../transport-cards/blank-card-fields.tsx";
import { correctDeliveryOf, type DeliveryRefused } from "./correct-delivery.ts";
import { DeliveryForm } from "./delivery-form.tsx";
import { FulfilmentActions } from "./fulfilment-actions.tsx";
import { OrderFacts } from "./order-facts.tsx";
import { OrderHistory } from "./order-history.tsx";
import { OrderStamp } from "./order-words.tsx";
import { OtherLines, PreparedLines } from "./ordered-lines.tsx";
import { PaymentDiscrepancies } from "./payment-discrepancies.tsx";

export async function loader({ context, params }: LoaderFunctionArgs) {
  const ctx = requestContextOf(context);
  const network = await networkOf(ctx, params.network);
  const outcome = await ctx.call("officeOrder", { orderId: params.id ?? "" }, network.id);
  if (!outcome.ok) throw new Response(null, { status: outcome.code === "ROLE_NOT_ALLOWED" ? 403 : 404 });
  const refunds = await ctx.call("listRefunds", { orderId: params.id ?? "", limit: 100 }, network.id);
  return { ...outcome.value, refunds: refunds.ok ? refunds.value.items : [] };
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const ctx = requestContextOf(context);
  const network = await actionNetworkOf(ctx, params.network);
  const orderId = params.id ?? "";
  const form = await request.formData();
  if (form.get("what") === "settle") {
    const settled = { discrepancyId: `${form.get("discrepancyId")}`, reason: `${form.get("reason") ?? ""}`.trim() };
    if (settled.reason === "") return { code: "FIELD_REQUIRED" as const };
    const outcome = await ctx.call("settleDiscrepancy", settled, network.id);
    if (!outcome.ok) return refused(outcome.code);
    return redirect(`${href("order", { network: network.id, id: orderId })}?done=settled`, { status: 303 });
  }
  if (form.get("what") === "delivery") {
    const outcome = await correctDeliveryOf(ctx, network.id, orderId, form);
    if (typeof outcome === "object") return refused(outcome.code, { delivery: outcome });
    const done = outcome === "corrected" ? "delivery" : "delivery-unchanged";
    return redirect(`${href("order", { network: network.id, id: orderId })}?done=${done}`, { status: 303 });
  }
  const decision = refundDecision(form.get("what"));
  if (decision !== undefined) {
    const decided = await decideRefundOf(ctx, network, decision, form);
    if (decided.done === undefined) return { code: decided.code };
    return redirect(`${href("order", { network: network.id, id: orderId })}?done=${decided.done}`, { status: 303 });
  }
  const support = PreparedSupport.safeParse(form.get("support")).data;
  if (support === undefined) return { code: "FIELD_INVALID" as const };
  const flash = (what: string) =>
    redirect(`${href("order", { network: network.id, id: orderId })}?${new URLSearchParams({ done: what, support })}`, {
      status: 303,
    });
  if (form.get("what") === "begin") {
    const typed = typedCardsIn(form);
    const cardNumbers = Object.entries(typed).map(([lineId, number]) => ({ lineId, number }));
    const outcome = await ctx.call("beginPreparation", { orderId, support, cardNumbers }, network.id);
    if (outcome.ok) return flash("begun");
    const { code, details = {} } = outcome;
    return refused(code, { cards: { support, typed, code, details } });
  }
  if (form.get("sure") === null) return { code: "FIELD_INVALID" as const };
  const given = (name: string) => `${form.get(name) ?? ""}`.trim() || undefined;
  const tracking = { trackingNumber: given("trackingNumber"), trackingUrl: given("trackingUrl") };
  const outcome = await ctx.call("finishPreparation", { orderId, support, ...tracking }, network.id);
  return outcome.ok ? flash("finished") : refused(outcome.code);
}

/** One order: what to prepare, prices, payments, tickets, documents, available actions, and history. */
export default function Order() {
  const t = useT();
  const network = useNetwork();
  const { order, refunds } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const delivery = (answer as { delivery?: DeliveryRefused } | undefined)?.delivery;
  const cards = (answer as { cards?: CardsRefused & { support: PreparedSupport } } | undefined)?.cards;
  const cardText = cards && blankCardText(t, cards.code, cards.details);
  useKeys({ p: "act", r: "refund" });
  const first = order.preparations.find(({ processStatus }) => processStatus !== "PROCESSED");
  return (
    <OfficePage
      title={t("orders.one", { number: order.number })}
      stamp={<OrderStamp order={order} />}
      back={{ href: href("orders", { network: network.id }), label: t("orders.back") }}
      flash={
        <>
          <Done order={order} />
          <RefundDone />
        </>
      }
      refused={
        delivery?.refusal
          ? t(`orders.delivery.refused.${delivery.refusal}`)
          : (cardText ?? (answer?.code && decisionRefusal(t, answer.code)))
      }
    >
      <Split
        aside={
          <Stack>
            {order.preparations.length === 0 && <Notice>{t("orders.nothing")}</Notice>}
            {order.preparations.map((preparation) => (
              <FulfilmentActions
                key={`${preparation.support} ${preparation.processStatus}`}
                preparation={preparation}
                isFirst={preparation === first}
                order={order}
                cards={cards?.support === preparation.support ? cards : undefined}
              />
            ))}
            {order.status === "COMPLETED" && (
              <LinkButton id="refund" href={href("refundOrder", { network: network.id, id: order.orderId })}>
                {t("orders.refund")} <Key>R</Key>
              </LinkButton>
            )}
            <DisputeToRecord order={order} />
            <OrderFacts order={order} />
            <DeliveryForm order={order} refused={delivery} />
          </Stack>
        }
      >
        <RefundsToDecide refunds={refunds} />
        <PaymentDisputes order={order} />
        <PaymentDiscrepancies order={order} />
        {order.preparations.map(({ support }) => (
          <PreparedLines key={support} order={order} support={support} />
        ))}
        <OtherLines order={order} />
        <PricedLines order={order} />
        <OrderPayments order={order} />
        <OrderInstallments installments={order.installments} />
        <OrderRefunds refunds={refunds} />
        <OrderTickets tickets={order.tickets} />
        <OrderDocuments order={order} />
      </Split>
      <OrderHistory order={order} />
    </OfficePage>
  );
}

/** Confirmation of the last action. */
function Done({ order }: { order: StaffOrder }) {
  const t = useT();
  const formats = useFormats();
  const [query] = useSearchParams();
  const settled = (["settled", "delivery", "delivery-unchanged", "collection"] as const).find(
    (one) => one === query.get("done"),
  );
  if (settled !== undefined) {
    return (
      <Notice tone={settled === "delivery-unchanged" ? "wait" : "ok"} role="status">
        {t(`orders.done.${settled}`)}
      </Notice>
    );
  }
  const support = PreparedSupport.safeParse(query.get("support")).data;
  const what = (["begun", "finished"] as const).find((known) => known === query.get("done"));
  if (what === undefined || support === undefined) return null;
  const made = order.lines.flatMap((line) =>
    line.support === support && line.cardWork !== null && line.card !== null ? [line.card.number] : [],
  );
  return (
    <Notice tone="ok" role="status">
      {what === "finished"
        ? t(`orders.done.${support}`)
        : t("orders.done.begun", { count: made.length, cards: formats.list(made) })}
    </Notice>
  );
}

/** Why an action on the order was refused; a refund that no longer is what the first person accepted is sent back. */
const decisionRefusal = (t: Translate, code: ErrorCode): string =>
  code === "REFUND_AMOUNT_CHANGED" ? t("orders.refund-changed") : refusalText(t, code);
