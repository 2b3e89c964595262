import { auditReasonMaxLength } from "@guichet/contract/limits/staff-limits.ts";
import type { PaymentDiscrepancy, StaffOrder } from "@guichet/contract/office/orders.ts";
import { Button } from "@guichet/ui/button.tsx";
import { TextArea } from "@guichet/ui/forms/text-area.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { Stack } from "@guichet/ui/page/page.tsx";
import { Form, useNavigation } from "react-router";
import { useFormats, useMay } from "../shell/page-context.tsx";
import { useT } from "../shell/texts.tsx";

const amountIn = /^(\d+) ([A-Z]{3})$/u;

/** Differences between the requested and the actual payment, with their resolution; staff must review them. */
export function PaymentDiscrepancies({ order }: { order: Pick<StaffOrder, "discrepancies"> }) {
  const maySettle = useMay()("payments.settle");
  return order.discrepancies.map((found) => (
    <OneDiscrepancy key={found.discrepancyId} found={found} maySettle={maySettle} />
  ));
}

function OneDiscrepancy({ found, maySettle }: { found: PaymentDiscrepancy; maySettle: boolean }) {
  const t = useT();
  const formats = useFormats();
  const { discrepancyId, kind, mismatches, refund, refundedAt, settledAt, settlement, settledBy } = found;
  /** Formats `150 EUR` as an amount, and `0` as zero in the currency of the other value; anything else is unchanged. */
  const inWords = (text: string, other: string): string => {
    const [, amount, currency] = amountIn.exec(text === "0" ? `0 ${amountIn.exec(other)?.[2]}` : text) ?? [];
    return amount === undefined || currency === undefined ? text : formats.money({ amount: Number(amount), currency });
  };
  const isOpen = settledAt === null;
  return (
    <Notice {...(isOpen && { tone: "bad" })} title={t(`orders.discrepancy.${kind}`)}>
      <ul>
        {mismatches.map(({ field, expected, answered }) => (
          <li key={field}>
            {t(`orders.discrepancy.field.${field}`, {
              expected: inWords(expected, answered),
              answered: inWords(answered, expected),
            })}
          </li>
        ))}
      </ul>
      {refund !== null && refundedAt !== null && (
        <p>
          {t("orders.discrepancy.refunded", { amount: formats.money(refund), at: formats.shortInstant(refundedAt) })}
        </p>
      )}
      {refund !== null && refundedAt === null && isOpen && (
        <p>{t("orders.discrepancy.refunding", { amount: formats.money(refund) })}</p>
      )}
      {refund === null && isOpen && <p>{t("orders.discrepancy.open")}</p>}
      {settledAt !== null && settlement !== null && (
        <p>
          {settledBy === null
            ? t("orders.discrepancy.settled", { at: formats.shortInstant(settledAt), how: settlement })
            : t("orders.discrepancy.settled.by", {
                at: formats.shortInstant(settledAt),
                by: settledBy,
                how: settlement,
              })}
        </p>
      )}
      {isOpen && (maySettle ? <Settle discrepancyId={discrepancyId} /> : <p>{t("orders.discrepancy.admin")}</p>)}
    </Notice>
  );
}

/** Form to record how a discrepancy was resolved; it makes no payment. */
function Settle({ discrepancyId }: { discrepancyId: string }) {
  const t = useT();
  const { state, formData } = useNavigation();
  const busy = state !== "idle" && formData?.get("discrepancyId") === discrepancyId;
  return (
    <Form method="post" className="pt-1">
      <input type="hidden" name="what" value="settle" />
      <input type="hidden" name="discrepancyId" value={discrepancyId} />
      <Stack>
        <TextArea
          id={`settle-${discrepancyId}`}
          label={t("orders.discrepancy.how")}
          hint={t("orders.discrepancy.how.hint")}
          name="reason"
          rows={2}
          maxLength={auditReasonMaxLength}
          required
        />
        <div className="row">
          <Button busy={busy && t("orders.busy")}>{t("orders.discrepancy.settle")}</Button>
        </div>
      </Stack>
    </Form>
  );
}
