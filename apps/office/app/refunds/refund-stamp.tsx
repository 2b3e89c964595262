import type { StaffRefund } from "@guichet/contract/office/refunds.ts";
import { Stamp } from "@guichet/ui/tickets/stamp.tsx";
import { useT } from "../shell/texts.tsx";

/** How far a refund is: to be decided, to be sent, or sent. */
export function RefundStamp({ refund }: { refund: StaffRefund }) {
  const t = useT();
  const { status, sent, paidBack, transfer } = refund;
  if (status === "awaiting") return <Stamp tone="wait">{t("refunds.state.awaiting")}</Stamp>;
  if (status === "refused") return <Stamp tone="bad">{t("refunds.state.refused")}</Stamp>;
  if (transfer !== null && transfer.state !== "sent")
    return <Stamp tone="wait">{t(`refunds.state.${transfer.state}`)}</Stamp>;
  const isSent = paidBack === null || sent.amount >= paidBack.amount;
  return <Stamp tone={isSent ? "ok" : "wait"}>{t(isSent ? "refunds.state.done" : "refunds.state.sending")}</Stamp>;
}
