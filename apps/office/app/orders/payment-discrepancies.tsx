import type { PaymentDiscrepancy, StaffOrder } from "@guichet/contract/office/orders.ts";
import { Notice } from "@guichet/ui/notice.tsx";
import { useFormats } from "../shell/shell.tsx";
import { useT } from "../shell/texts.tsx";

/** What the payment provider did otherwise than was asked, with what becomes of it: a person must see it. */
export function PaymentDiscrepancies({ order }: { order: Pick<StaffOrder, "discrepancies"> }) {
  return order.discrepancies.map((found) => <OneDiscrepancy key={found.discrepancyId} found={found} />);
}

function OneDiscrepancy({ found }: { found: PaymentDiscrepancy }) {
  const t = useT();
  const formats = useFormats();
  const { discrepancyId, kind, mismatches, refund, refundedAt, settledAt, settlement } = found;
  /** `150 EUR` as an amount; anything else as it is. */
  const inWords = (text: string): string => {
    const [, amount, currency] = /^(\d+) ([A-Z]{3})$/u.exec(text) ?? [];
    return amount === undefined || currency === undefined ? text : formats.money({ amount: Number(amount), currency });
  };
  const isOpen = settledAt === null;
  return (
    <Notice {...(isOpen && { tone: "bad" })} title={t(`orders.discrepancy.${kind}`)}>
      <ul>
        {mismatches.map(({ field, expected, answered }) => (
          <li key={field}>
            {t(`orders.discrepancy.field.${field}`, { expected: inWords(expected), answered: inWords(answered) })}
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
      {refund === null && isOpen && <p>{t("orders.discrepancy.open", { id: discrepancyId })}</p>}
      {settledAt !== null && settlement !== null && (
        <p>{t("orders.discrepancy.settled", { at: formats.shortInstant(settledAt), how: settlement })}</p>
      )}
    </Notice>
  );
}
