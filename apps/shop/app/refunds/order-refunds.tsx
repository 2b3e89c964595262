import type { Order } from "@guichet/contract/orders.ts";
import { Figures } from "@guichet/ui/figures.tsx";
import { ReceiptIcon } from "@guichet/ui/icons.tsx";
import { Item } from "@guichet/ui/item.tsx";
import { DownloadIcon } from "@guichet/ui/more-icons.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { Sheet } from "@guichet/ui/sheet.tsx";
import { useFormats } from "../formats/formats.ts";
import { fileHref } from "../paths.ts";
import { useT } from "../texts/texts.tsx";

/** The refunds of an order with their progress, and their credit notes; those need a session. */
export function OrderRefunds({ order, byLink }: { order: Order; byLink: boolean }) {
  const t = useT();
  const formats = useFormats();
  const { orderId, refunds } = order;
  if (refunds.length === 0) return null;
  return (
    <Sheet id="refunds" title={t("refunds.list")}>
      <ul>
        {refunds.map(({ refundId, amount, requestedAt, sentAt, creditNoteNumber }) => (
          <li key={refundId}>
            <Item
              {...(byLink ? {} : { href: fileHref("creditNotePdf", { order: orderId, number: creditNoteNumber }) })}
              icon={byLink ? <ReceiptIcon /> : <DownloadIcon />}
              name={<Figures>{formats.money(amount)}</Figures>}
              note={
                <>
                  {sentAt === null
                    ? t("refunds.state.on-the-way", { day: formats.dayOf(requestedAt) })
                    : t("refunds.state.sent", { day: formats.dayOf(sentAt) })}
                  <br />
                  <Figures>{creditNoteNumber}</Figures>
                </>
              }
            />
          </li>
        ))}
      </ul>
    </Sheet>
  );
}

/** Says that the refund that was just confirmed has been requested. */
export function RefundRequested({ order, refundId }: { order: Order; refundId: string | null }) {
  const t = useT();
  const formats = useFormats();
  const refund = order.refunds.find((one) => one.refundId === refundId);
  if (refund === undefined) return null;
  return (
    <Notice tone="ok" role="status" title={t("refunds.done", { amount: formats.money(refund.amount) })}>
      {t("refunds.done.text", { number: refund.creditNoteNumber })}
    </Notice>
  );
}
