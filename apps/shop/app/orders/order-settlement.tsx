import type { Order } from "@guichet/contract/orders.ts";
import { Notice } from "@guichet/ui/notice.tsx";
import { useFormats } from "../formats/formats.ts";
import { useT } from "../texts/texts.tsx";

/** Notice of an order whose tickets depend on its first debit: until when they are usable, or that they are not yet. */
export function OrderSettlement({ order: { awaitsSettlement } }: { order: Pick<Order, "awaitsSettlement"> }) {
  const t = useT();
  const formats = useFormats();
  if (awaitsSettlement === null) return null;
  const { heldSince, provisionalUntil } = awaitsSettlement;
  if (heldSince !== null)
    return (
      <Notice tone="wait" title={t("orders.settlement.held")}>
        {t("orders.settlement.held.text")}
      </Notice>
    );
  return provisionalUntil === null ? null : (
    <Notice tone="wait" title={t("orders.settlement.until", { day: formats.day(provisionalUntil) })}>
      {t("orders.settlement.until.text")}
    </Notice>
  );
}
