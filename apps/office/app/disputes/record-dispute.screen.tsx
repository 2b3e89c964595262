import { disputeReferenceMaxLength } from "@guichet/contract/limits/payment-limits.ts";
import { DisputeReason, RecordRefusal } from "@guichet/contract/office/disputes.ts";
import type { StaffPayment } from "@guichet/contract/office/order-money.ts";
import { Button } from "@guichet/ui/button.tsx";
import { Field } from "@guichet/ui/forms/field.tsx";
import { Select } from "@guichet/ui/forms/select.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { Stack } from "@guichet/ui/page/page.tsx";
import {
  type ActionFunctionArgs,
  Form,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
  useNavigation,
} from "react-router";
import { href } from "../paths.ts";
import { typedAmount } from "../refunds/typed-amount.ts";
import { OfficePage } from "../shell/office-page.tsx";
import { useFormats, useNetwork } from "../shell/page-context.tsx";
import { refusalText, refused } from "../shell/refusals.ts";
import { actionNetworkOf, permittedNetworkOf, requestContextOf } from "../shell/request-context.ts";
import { useT } from "../shell/texts.tsx";
import { isRecordable } from "./payment-disputes.tsx";

export async function loader({ context, params }: LoaderFunctionArgs) {
  const ctx = requestContextOf(context);
  const network = await permittedNetworkOf(ctx, params.network, "payments.settle");
  const outcome = await ctx.call("officeOrder", { orderId: params.id ?? "" }, network.id);
  if (!outcome.ok) throw new Response(null, { status: outcome.code === "ROLE_NOT_ALLOWED" ? 403 : 404 });
  const { orderId, number, payments } = outcome.value.order;
  return { orderId, number, payments: payments.filter(isRecordable) };
}

const fields = ["paymentId", "amount", "withdrawnOn", "reference", "reason"] as const;
type FieldName = (typeof fields)[number];
type Typed = Record<FieldName, string>;

export async function action({ context, request, params }: ActionFunctionArgs) {
  const ctx = requestContextOf(context);
  const network = await actionNetworkOf(ctx, params.network);
  const form = await request.formData();
  const said = (name: string) => `${form.get(name) ?? ""}`.trim();
  const [paymentId = "", currency = "EUR"] = said("paymentId").split(" ");
  const typed: Typed = {
    ...{ paymentId: said("paymentId"), amount: said("amount"), withdrawnOn: said("withdrawnOn") },
    ...{ reference: said("reference"), reason: said("reason") },
  };
  const missing = fields.find((name) => typed[name] === "");
  if (missing !== undefined) return refused("FIELD_REQUIRED", { typed, field: missing, refusal: null });
  const amount = typedAmount(typed.amount, currency);
  const reason = DisputeReason.safeParse(typed.reason).data;
  if (amount === undefined || reason === undefined)
    return refused("FIELD_INVALID", { typed, field: amount === undefined ? "amount" : "reason", refusal: null });
  const { withdrawnOn, reference } = typed;
  const outcome = await ctx.call("recordDispute", { paymentId, amount, reason, withdrawnOn, reference }, network.id);
  if (!outcome.ok) {
    const field = fields.find((name) => name === outcome.details?.field) ?? null;
    return refused(outcome.code, {
      typed,
      field,
      refusal: RecordRefusal.safeParse(outcome.details?.reason).data ?? null,
    });
  }
  const { disputeId } = outcome.value;
  const target =
    disputeId === null
      ? href("order", { network: network.id, id: params.id ?? "" })
      : href("dispute", { network: network.id, id: disputeId });
  return redirect(`${target}?done=recorded`, { status: 303 });
}

/** A chargeback that the bank stated by letter or statement, of an order paid where the payment provider reports none. */
export default function RecordDispute() {
  const t = useT();
  const network = useNetwork();
  const { orderId, number, payments } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const wrong = useWrong(answer);
  return (
    <OfficePage
      title={t("disputes.record", { number })}
      text={t("disputes.record.text")}
      back={{ href: href("order", { network: network.id, id: orderId }), label: t("disputes.record.back", { number }) }}
      refused={wrong}
    >
      {payments.length === 0 ? (
        <Notice>{t("disputes.record.none")}</Notice>
      ) : (
        <RecordForm payments={payments} typed={answer?.typed as Typed | undefined} />
      )}
    </OfficePage>
  );
}

/** Why the record was refused, in words. */
function useWrong(answer: ReturnType<typeof useActionData<typeof action>>): string | undefined {
  const t = useT();
  if (answer === undefined) return undefined;
  const refusal = RecordRefusal.options.find((one) => one === answer.refusal);
  if (refusal !== undefined) return t(`disputes.record.refused.${refusal}`);
  const field = fields.find((one) => one === answer.field);
  if (field === undefined) return refusalText(t, answer.code);
  return answer.code === "FIELD_REQUIRED" ? t("disputes.record.missing") : t(`disputes.record.wrong.${field}`);
}

function RecordForm({ payments, typed }: { payments: readonly StaffPayment[]; typed: Typed | undefined }) {
  const t = useT();
  const formats = useFormats();
  const busy = useNavigation().formMethod === "POST" && t("disputes.record.busy");
  const nameOf = ({ amount, settledAt, createdAt }: StaffPayment) =>
    t("disputes.record.of", { amount: formats.money(amount), at: formats.shortInstant(settledAt ?? createdAt) });
  return (
    <Form method="post">
      <Stack>
        <Select
          label={t("disputes.record.payment")}
          name="paymentId"
          defaultValue={typed?.paymentId}
          options={payments.map((payment) => ({
            value: `${payment.paymentId} ${payment.amount.currency}`,
            label: nameOf(payment),
          }))}
        />
        <Stack two>
          <Field
            label={t("disputes.record.amount")}
            name="amount"
            inputMode="decimal"
            maxLength={12}
            defaultValue={typed?.amount}
            required
          />
          <Field
            label={t("disputes.record.withdrawn-on")}
            name="withdrawnOn"
            type="date"
            defaultValue={typed?.withdrawnOn}
            required
          />
        </Stack>
        <Field
          label={t("disputes.record.reference")}
          hint={t("disputes.record.reference.hint")}
          name="reference"
          maxLength={disputeReferenceMaxLength}
          defaultValue={typed?.reference}
          required
        />
        <Select
          label={t("disputes.reason")}
          name="reason"
          defaultValue={typed?.reason ?? "fraudulent"}
          options={DisputeReason.options.map((value) => ({ value, label: t(`disputes.reason.${value}`) }))}
        />
        <p>{t("disputes.record.follows")}</p>
        <div className="row">
          <Button variant="main" busy={busy}>
            {t("disputes.record.send")}
          </Button>
        </div>
      </Stack>
    </Form>
  );
}
