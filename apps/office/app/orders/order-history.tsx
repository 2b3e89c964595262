import type { StaffOrder } from "@guichet/contract/office/orders.ts";
import { useFormats } from "../shell/page-context.tsx";
import { useT } from "../shell/texts.tsx";
import { eventText } from "./order-words.tsx";

/** Everything that happened to an order, with its author and reason where a person did it. */
export function OrderHistory({ order }: { order: StaffOrder }) {
  const t = useT();
  const formats = useFormats();
  return (
    <section>
      <h2>{t("orders.history")}</h2>
      <ol className="history">
        {order.history.map(({ at, event, by, reason }) => (
          <li key={`${at} ${event}`}>
            <span>{formats.shortInstant(at)}</span>
            <span>
              {eventText(t, event, order)} {by !== null && t("orders.history.by", { name: by })}
              {reason !== null && <q className="act-note">{reason}</q>}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
