import type { Order } from "@guichet/contract/orders.ts";
import { Button } from "@guichet/ui/button.tsx";
import { Figures } from "@guichet/ui/figures.tsx";
import { Lines } from "@guichet/ui/lines.tsx";
import { Sheet } from "@guichet/ui/sheet.tsx";
import { Form } from "react-router";
import { useFormats } from "../formats/formats.ts";
import { useT } from "../texts/texts.tsx";

/** Installments of an order with dates and statuses; a failed one can be paid here (§9 "Installments"). */
export function OrderInstallments({ order: { orderId, parts } }: { order: Order }) {
  const t = useT();
  const formats = useFormats();
  const count = `${parts.length}`;
  const unpaid = parts.filter(({ status }) => status === "unpaid");
  return (
    <Sheet id="parts" title={t("orders.installment-list")}>
      <Lines
        lines={parts.map(({ position, amount, collectedOn, status }) => ({
          id: `${position}`,
          name: t("orders.installment", { position: `${position}`, count }),
          note: `${t(`orders.installment.${status}`)} · ${t("orders.installment.on", { day: formats.day(collectedOn) })}`,
          value: <Figures>{formats.money(amount)}</Figures>,
        }))}
      />
      {unpaid.map(({ position, amount }) => (
        <Form key={position} method="post" className="no-print">
          <input type="hidden" name="order" value={orderId} />
          <input type="hidden" name="position" value={position} />
          <Button variant="main" big end={<Figures>{formats.money(amount)}</Figures>}>
            {t("orders.installment.pay")}
          </Button>
        </Form>
      ))}
    </Sheet>
  );
}
