import { knownOrderEvent } from "@guichet/contract/order-events.ts";
import type { Order, OrderStatus } from "@guichet/contract/orders.ts";
import { AlertIcon, CheckIcon, ClockIcon } from "@guichet/ui/icons.tsx";
import type { Tone } from "@guichet/ui/ink.ts";
import { Stamp } from "@guichet/ui/tickets/stamp.tsx";
import { useFormats } from "../formats/formats.ts";
import { type Translate, useT } from "../texts/texts.tsx";
import type { NextInstallment } from "./next-installment.ts";

const tones: Partial<Record<OrderStatus, Tone>> = {
  COMPLETED: "ok",
  PENDING: "wait",
  PROCESSING: "wait",
  REGULARIZATION: "bad",
  ERROR: "bad",
};

type OrderStampProps = { status: OrderStatus; next: NextInstallment | undefined };

/** Order status as text (§3 "order status"); an order that is not fully paid shows the date of the next installment. */
export function OrderStamp({ status, next }: OrderStampProps) {
  const t = useT();
  const formats = useFormats();
  if (status === "COMPLETED" && next !== undefined) {
    return (
      <Stamp tone="wait" icon={<ClockIcon size="s" />}>
        {t(`orders.status.next.${next.method}`, { day: formats.day(next.on) })}
      </Stamp>
    );
  }
  const tone = tones[status];
  const icon =
    tone === "ok" ? <CheckIcon size="s" /> : tone === "wait" ? <ClockIcon size="s" /> : <AlertIcon size="s" />;
  return (
    <Stamp {...(tone ? { tone } : {})} icon={icon}>
      {t(`orders.status.${status}`)}
    </Stamp>
  );
}

/** Returns the text of an order event; unknown events are shown as an update. */
export function eventWords(t: Translate, event: string, { paymentMethod }: Pick<Order, "paymentMethod">): string {
  // The order is complete with its mandate, but the debit has not been made yet.
  if (event === "completed" && paymentMethod === "TRANSFER") return t("orders.event.mandate-signed");
  const known = knownOrderEvent(event);
  return t(`orders.event.${known ?? "other"}`);
}

/** Whether the order can still be paid or cancelled. */
export const isUnresolved = ({ status }: Pick<Order, "status">): boolean =>
  status === "PENDING" || status === "PROCESSING" || status === "ERROR";

/** Whether the order was cancelled without any payment, so that there is nothing to refund. */
export const isNeverPaid = ({ status, invoiceNumber, history }: Order): boolean =>
  status === "CANCELED" && invoiceNumber === null && !history.some(({ event }) => event === "captured-late");
