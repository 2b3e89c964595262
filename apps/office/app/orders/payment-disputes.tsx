import type { StaffDispute } from "@guichet/contract/office/disputes.ts";
import type { StaffOrder } from "@guichet/contract/office/orders.ts";
import { Notice } from "@guichet/ui/notice.tsx";
import { useFormats } from "../shell/page-context.tsx";
import { useT } from "../shell/texts.tsx";

/** Disputes of an order's payments: what the bank has taken back, until when it takes evidence, and what became of the tickets. */
export function PaymentDisputes({ order }: { order: Pick<StaffOrder, "disputes"> }) {
  return order.disputes.map((dispute) => <OneDispute key={dispute.disputeId} dispute={dispute} />);
}

function OneDispute({ dispute }: { dispute: StaffDispute }) {
  const t = useT();
  const formats = useFormats();
  const { state, reason, amount, withdrawn, evidenceDueAt, decidedAt, tickets, providerReference } = dispute;
  const isOpen = decidedAt === null;
  return (
    <Notice {...(isOpen && { tone: "bad" })} title={t(`orders.dispute.${state}`, { amount: formats.money(amount) })}>
      <ul>
        <li>{t(`orders.dispute.reason.${reason}`)}</li>
        {withdrawn.amount > 0 && <li>{t("orders.dispute.withdrawn", { amount: formats.money(withdrawn) })}</li>}
        {tickets !== "usable" && <li>{t(`orders.dispute.tickets.${tickets}`)}</li>}
        <li>{t("orders.dispute.reference", { reference: providerReference })}</li>
      </ul>
      {isOpen && evidenceDueAt !== null && (
        <p>{t("orders.dispute.answer", { at: formats.shortInstant(evidenceDueAt) })}</p>
      )}
    </Notice>
  );
}
