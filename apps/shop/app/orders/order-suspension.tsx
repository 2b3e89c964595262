import type { Order } from "@guichet/contract/orders.ts";
import { Notice } from "@guichet/ui/notice.tsx";
import { useFormats } from "../formats/formats.ts";
import { useT } from "../texts/texts.tsx";

/** Notice of an unpaid installment: the due date, or that the tickets are suspended; the installment list below has the payment link. */
export function OrderSuspension({ order: { suspension } }: { order: Order }) {
  const t = useT();
  const formats = useFormats();
  if (suspension === null) return null;
  return suspension.since === null ? (
    <Notice tone="wait" title={t("orders.suspension.on", { day: formats.day(suspension.on) })}>
      {t("orders.suspension.on.text")}
    </Notice>
  ) : (
    <Notice tone="bad" title={t("orders.suspension.since")}>
      {t("orders.suspension.since.text")}
    </Notice>
  );
}
