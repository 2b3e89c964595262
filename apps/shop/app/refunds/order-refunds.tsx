import type { Order } from "@guichet/contract/orders.ts";
import type { ReducedByRefund } from "@guichet/contract/payments.ts";
import { Figures } from "@guichet/ui/figures.tsx";
import { ReceiptIcon } from "@guichet/ui/icons.tsx";
import { Item } from "@guichet/ui/item.tsx";
import { DownloadIcon } from "@guichet/ui/more-icons.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { Sheet } from "@guichet/ui/sheet.tsx";
import { Fragment } from "react";
import { type Formats, useFormats } from "../formats/formats.ts";
import { fileHref } from "../paths.ts";
import { type Translate, useT } from "../texts/texts.tsx";

/** The refunds of an order with their progress, and their credit notes; those need a session. */
export function OrderRefunds({ order, byLink }: { order: Order; byLink: boolean }) {
  const t = useT();
  const formats = useFormats();
  const { orderId, refunds } = order;
  if (refunds.length === 0) return null;
  return (
    <Sheet id="refunds" title={t("refunds.list")}>
      <ul>
        {refunds.map(({ refundId, amount, dropped, requestedAt, sentAt, sendFrom, creditNoteNumber }) => (
          <li key={refundId}>
            <Item
              {...(byLink ? {} : { href: fileHref("creditNotePdf", { order: orderId, number: creditNoteNumber }) })}
              icon={byLink ? <ReceiptIcon /> : <DownloadIcon />}
              name={amount.amount === 0 ? t("refunds.state.dropped") : <Figures>{formats.money(amount)}</Figures>}
              note={
                <>
                  {stateText(t, formats, { amount, requestedAt, sentAt, sendFrom })}
                  <br />
                  {dropped.map((one) => (
                    <Fragment key={one.position}>
                      {droppedText(t, formats, one)}
                      <br />
                    </Fragment>
                  ))}
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

type OneRefund = Order["refunds"][number];

function stateText(
  t: Translate,
  formats: Formats,
  { amount, requestedAt, sentAt, sendFrom }: Pick<OneRefund, "amount" | "requestedAt" | "sentAt" | "sendFrom">,
): string {
  const day = formats.dayOf(requestedAt);
  if (amount.amount === 0) return t("refunds.state.nothing-sent", { day });
  if (sentAt === null && sendFrom !== null)
    return t("refunds.state.transfer-from", { day, from: formats.shortDay(sendFrom) });
  return sentAt === null
    ? t("refunds.state.on-the-way", { day })
    : t("refunds.state.sent", { day: formats.dayOf(sentAt) });
}

/** An installment that a refund dropped or reduced. */
export const droppedText = (t: Translate, formats: Formats, { collectedOn, left }: ReducedByRefund): string =>
  left.amount === 0
    ? t("refunds.dropped.whole", { day: formats.shortDay(collectedOn) })
    : t("refunds.dropped.part", { day: formats.shortDay(collectedOn), left: formats.money(left) });

/** Says that the refund that was just confirmed has been requested. */
export function RefundRequested({ order, refundId }: { order: Order; refundId: string | null }) {
  const t = useT();
  const formats = useFormats();
  const refund = order.refunds.find((one) => one.refundId === refundId);
  if (refund === undefined) return null;
  return (
    <Notice
      tone="ok"
      role="status"
      title={
        refund.amount.amount === 0
          ? t("refunds.done.dropped")
          : t("refunds.done", { amount: formats.money(refund.amount) })
      }
    >
      {t("refunds.done.text", { number: refund.creditNoteNumber })}
    </Notice>
  );
}
