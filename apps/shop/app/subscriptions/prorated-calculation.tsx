import type { RefundCalculation } from "@guichet/contract/subscriptions.ts";
import type { Money } from "@guichet/contract/values.ts";
import { Figures } from "@guichet/ui/figures.tsx";
import { type Line, Lines } from "@guichet/ui/lines.tsx";
import { Receipt } from "@guichet/ui/receipt.tsx";
import { Total } from "@guichet/ui/total.tsx";
import { useFormats } from "../formats/formats.ts";
import { useT } from "../texts/texts.tsx";

/** How the prorated refund of a subscription is computed, in the terms of every other refund. */
export function ProratedCalculation({
  calculation: { price, used, dropped },
  refund,
}: {
  calculation: RefundCalculation;
  refund: Money | null;
}) {
  const t = useT();
  const formats = useFormats();
  const { currency } = price;
  const line = (id: string, name: string, amount: number): Line[] =>
    amount === 0 ? [] : [{ id, name, value: <Figures>{formats.money({ amount, currency })}</Figures> }];
  return (
    <Receipt id="calculation" title={t("refunds.refund")}>
      <Lines
        lines={[
          ...line("price", t("refunds.paid.period"), price.amount),
          ...line("used", t("refunds.used"), -used.amount),
          ...line("dropped", t("refunds.dropped.all"), -dropped.amount),
        ]}
      />
      <Total label={t("refunds.total")} amount={formats.money(refund ?? { amount: 0, currency })} />
    </Receipt>
  );
}
