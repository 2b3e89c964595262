import type { Preparation, StaffOrder } from "@guichet/contract/office/orders.ts";
import { knownOrderEvent } from "@guichet/contract/order-events.ts";
import { CheckIcon, ClockIcon } from "@guichet/ui/icons.tsx";
import type { Tone } from "@guichet/ui/ink.ts";
import { Stamp } from "@guichet/ui/tickets/stamp.tsx";
import { type Translate, useT } from "../shell/texts.tsx";
import { type PaymentState, paymentStateOf } from "./payment-state.ts";

/** The fulfilment status as a stamp with text and tone. */
export function PreparationStamp({ preparation }: { preparation: Pick<Preparation, "support" | "processStatus"> }) {
  const t = useT();
  const { support, processStatus } = preparation;
  if (processStatus === "TO_PROCESS") return <Stamp tone="wait">{t("orders.state.TO_PROCESS")}</Stamp>;
  const isDone = processStatus === "PROCESSED";
  return (
    <Stamp tone={isDone ? "ok" : "wait"} icon={isDone ? <CheckIcon size="s" /> : <ClockIcon size="s" />}>
      {t(`orders.state.${processStatus}.${support}`)}
    </Stamp>
  );
}

/** The payment state of an order as a stamp. */
export function OrderStamp({ order }: { order: Pick<StaffOrder, "status" | "amount" | "balance"> }) {
  const t = useT();
  const state = paymentStateOf(order);
  return <Stamp tone={stateTones[state]}>{t(`orders.status.${state}`)}</Stamp>;
}

const stateTones: Record<PaymentState, Tone> = {
  COMPLETED: "ok",
  FREE: "ok",
  PENDING: "wait",
  PROCESSING: "wait",
  TO_COLLECT: "wait",
  PARTLY: "wait",
  CANCELED: "bad",
  ERROR: "bad",
  REFUNDED: "bad",
  REGULARIZATION: "bad",
};

/** Describes an event of an order. An order by direct debit is complete before it is paid. */
export function eventText(t: Translate, event: string, { paymentMethod }: Pick<StaffOrder, "paymentMethod">): string {
  if (event === "completed" && paymentMethod === "TRANSFER") return t("orders.event.completed.later");
  const known = knownOrderEvent(event) ?? officeEvents.find((one) => one === event);
  return known === undefined ? t("orders.event.other", { event }) : t(`orders.event.${known}`);
}

/** Actions of the staff that only the office's history shows. */
const officeEvents = ["refund-released", "delivery-corrected", "collection-moved"] as const;
