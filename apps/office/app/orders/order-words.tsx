import type { Preparation, StaffOrder } from "@guichet/contract/office/orders.ts";
import { knownOrderEvent } from "@guichet/contract/order-events.ts";
import { CheckIcon, ClockIcon } from "@guichet/ui/icons.tsx";
import { Stamp } from "@guichet/ui/tickets/stamp.tsx";
import { type Translate, useT } from "../shell/texts.tsx";

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

/** The payment status of an order as a stamp. */
export function OrderStamp({ status }: Pick<StaffOrder, "status">) {
  const t = useT();
  const tone = status === "COMPLETED" ? "ok" : status === "PENDING" || status === "PROCESSING" ? "wait" : "bad";
  return <Stamp tone={tone}>{t(`orders.status.${status}`)}</Stamp>;
}

/** Describes an event of an order. */
export function eventText(t: Translate, event: string): string {
  const known = knownOrderEvent(event);
  return known === undefined ? t("orders.event.other", { event }) : t(`orders.event.${known}`);
}
