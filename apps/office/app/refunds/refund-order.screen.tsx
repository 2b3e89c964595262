import { RefundScope, StaffRefundRefusal } from "@guichet/contract/office/refunds.ts";
import { RequestMoney } from "@guichet/contract/values.ts";
import { Notice } from "@guichet/ui/notice.tsx";
import { Split } from "@guichet/ui/page/page.tsx";
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect, useActionData, useLoaderData } from "react-router";
import { href } from "../paths.ts";
import { OfficePage } from "../shell/office-page.tsx";
import { useFormats, useNetwork } from "../shell/page-context.tsx";
import { refusalText } from "../shell/refusals.ts";
import { networkOf, requestContextOf } from "../shell/request-context.ts";
import { useT } from "../shell/texts.tsx";
import { ConfirmRefund } from "./confirm-refund.tsx";
import { exampleAmount, RefundScopeForm } from "./refund-scope-form.tsx";
import { PreviewOfTickets } from "./refunded-tickets.tsx";
import { typedAmount } from "./typed-amount.ts";

const ticketId = /^[\w-]{1,64}$/u;

export async function loader({ context, params }: LoaderFunctionArgs) {
  const ctx = requestContextOf(context);
  const network = await networkOf(ctx, params.network);
  const query = ctx.url.searchParams;
  const orderId = params.id ?? "";
  const scope = RefundScope.safeParse(query.get("scope")).data ?? "order";
  const ticketIds = scope === "tickets" ? query.getAll("ticket").filter((id) => ticketId.test(id)) : [];
  const found = await ctx.call("officeOrder", { orderId }, network.id);
  if (!found.ok) throw new Response(null, { status: found.code === "ROLE_NOT_ALLOWED" ? 403 : 404 });
  const { number, amount: total } = found.value.order;
  const typed = scope === "order" ? "" : (query.get("amount") ?? "").trim();
  const amount = typedAmount(typed, total.currency);
  const missing = missingOf(scope, { ticketIds, typed, amount });
  const given = {
    ...(ticketIds.length > 0 ? { ticketIds } : {}),
    ...(amount === undefined ? {} : { amount }),
    ...(missing === null ? { scope } : {}),
  };
  const previewed = await ctx.call("previewRefund", missing === null ? { orderId, ...given } : { orderId }, network.id);
  if (!previewed.ok) throw new Response(null, { status: previewed.code === "ROLE_NOT_ALLOWED" ? 403 : 404 });
  const waiting = await ctx.call("listRefunds", { orderId, status: "awaiting" }, network.id);
  return {
    ...{ orderId, number, scope, ticketIds, typed, missing },
    amount: amount ?? null,
    preview: previewed.value,
    waiting: waiting.ok ? waiting.value.items : [],
    // The same form sent twice is one refund.
    idempotencyKey: crypto.randomUUID(),
  };
}

/** What the form still lacks before a refund can be computed; null: nothing. */
function missingOf(
  scope: RefundScope,
  { ticketIds, typed, amount }: { ticketIds: readonly string[]; typed: string; amount: unknown },
): "tickets" | "amount" | "amount-invalid" | null {
  if (typed !== "" && amount === undefined) return "amount-invalid";
  if (scope === "tickets" && ticketIds.length === 0) return "tickets";
  return scope === "goodwill" && amount === undefined ? "amount" : null;
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const ctx = requestContextOf(context);
  const network = await networkOf(ctx, params.network);
  const orderId = params.id ?? "";
  const form = await request.formData();
  const said = (name: string) => `${form.get(name) ?? ""}`.trim();
  const reason = said("reason");
  const scope = RefundScope.safeParse(said("scope")).data;
  const expected = moneyIn(said("expected"));
  if (scope === undefined || expected === undefined) return { code: "FIELD_INVALID" as const, refusal: null, reason };
  if (reason === "") return { code: "FIELD_REQUIRED" as const, refusal: null, reason };
  const ticketIds = form.getAll("ticket").map(String);
  const amount = moneyIn(said("amount"));
  const values = {
    ...{ orderId, scope, expected, reason },
    ...(ticketIds.length > 0 ? { ticketIds } : {}),
    ...(amount === undefined ? {} : { amount }),
  };
  const outcome = await ctx.call("refundOrder", values, network.id, { idempotencyKey: said("key") });
  if (!outcome.ok) {
    const refusal = StaffRefundRefusal.safeParse(outcome.details?.reason).data ?? null;
    return { code: outcome.code, refusal, reason };
  }
  const done = outcome.value.refund.status === "awaiting" ? "refund-awaiting" : "refunded";
  return redirect(`${href("order", { network: network.id, id: orderId })}?done=${done}`, { status: 303 });
}

/** An amount in a hidden field, `1250 EUR` in minor units. */
function moneyIn(text: string) {
  const [amount, currency] = text.split(" ");
  return RequestMoney.safeParse({ amount: Number(amount), currency }).data;
}

/** A refund of an order: what it covers, what becomes of each ticket and of the money, and the amount to confirm. */
export default function RefundOrder() {
  const t = useT();
  const formats = useFormats();
  const network = useNetwork();
  const loaded = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { orderId, number, preview, missing, waiting } = loaded;
  const refused =
    answer?.code === "REFUND_REFUSED" && answer.refusal !== null
      ? t(`refunds.refusal.${answer.refusal}`)
      : answer?.code && refusalText(t, answer.code);
  return (
    <OfficePage
      title={t("refunds.of-order", { number })}
      text={t("refunds.of-order.text", { amount: formats.money(preview.remaining) })}
      back={{ href: href("order", { network: network.id, id: orderId }), label: t("refunds.back", { number }) }}
      refused={refused}
    >
      {waiting.map(({ refundId, amount, requestedBy }) => (
        <Notice key={refundId} tone="wait">
          {t("refunds.already-waiting", { amount: formats.money(amount), name: requestedBy ?? "–" })}
        </Notice>
      ))}
      <Split
        aside={
          missing === null && preview.refund !== null ? (
            <ConfirmRefund key={loaded.idempotencyKey} {...loaded} refund={preview.refund} reason={answer?.reason} />
          ) : (
            <NotYet missing={missing} refusal={preview.refusal} />
          )
        }
      >
        <RefundScopeForm {...loaded} />
        <PreviewOfTickets tickets={preview.tickets} isPreview={preview.refund !== null} />
      </Split>
    </OfficePage>
  );
}

/** Why there is nothing to confirm: the form is not complete, or the refund cannot be made. */
function NotYet({
  missing,
  refusal,
}: Pick<ReturnType<typeof useLoaderData<typeof loader>>, "missing"> & { refusal: StaffRefundRefusal | null }) {
  const t = useT();
  const formats = useFormats();
  if (missing === "amount-invalid")
    return (
      <Notice role="status">{t("refunds.missing.amount-invalid", { example: formats.number(exampleAmount) })}</Notice>
    );
  if (missing !== null) return <Notice role="status">{t(`refunds.missing.${missing}`)}</Notice>;
  return (
    <Notice tone="bad" role="status" title={t("refunds.impossible")}>
      {refusal !== null && t(`refunds.refusal.${refusal}`)}
    </Notice>
  );
}
