import type { StaffDispute } from "@guichet/contract/office/disputes.ts";
import type { StaffPayment } from "@guichet/contract/office/order-money.ts";
import type { StaffOrder } from "@guichet/contract/office/orders.ts";
import { TextLink } from "@guichet/ui/link.tsx";
import { LinkButton } from "@guichet/ui/link-button.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { href } from "../paths.ts";
import { useFormats, useMay, useNetwork } from "../shell/page-context.tsx";
import { useT } from "../shell/texts.tsx";

/** Whether the staff can record a chargeback of a payment: its money came, and its provider reports none. */
export const isRecordable = ({ disputesAreRecorded, status }: StaffPayment): boolean =>
  disputesAreRecorded && (status === "captured" || status === "refunded");

/** Leads to the form for a chargeback, on the page of an order that has such a payment. */
export function DisputeToRecord({ order: { orderId, payments } }: { order: Pick<StaffOrder, "orderId" | "payments"> }) {
  const t = useT();
  const network = useNetwork();
  const maySettle = useMay()("payments.settle");
  if (!maySettle || !payments.some(isRecordable)) return null;
  return (
    <LinkButton href={href("recordDispute", { network: network.id, id: orderId })}>
      {t("disputes.record.open")}
    </LinkButton>
  );
}

/** Disputes of an order's payments: what the bank has taken back, until when it takes evidence, and what became of the tickets. */
export function PaymentDisputes({ order }: { order: Pick<StaffOrder, "disputes"> }) {
  return order.disputes.map((dispute) => <OneDispute key={dispute.disputeId} dispute={dispute} />);
}

function OneDispute({ dispute }: { dispute: StaffDispute }) {
  const t = useT();
  const formats = useFormats();
  const network = useNetwork();
  const { disputeId, state, reason, amount, withdrawn, evidenceDueAt, decidedAt, tickets, evidence } = dispute;
  const isOpen = decidedAt === null;
  const isSubmitted = evidence !== null && evidence.state !== "refused";
  return (
    <Notice {...(isOpen && { tone: "bad" })} title={t(`disputes.of.${state}`, { amount: formats.money(amount) })}>
      <ul>
        <li>{t(`disputes.reason.${reason}`)}</li>
        {withdrawn.amount > 0 && <li>{t("disputes.withdrawn.of", { amount: formats.money(withdrawn) })}</li>}
        {tickets !== "usable" && <li>{t(`disputes.tickets.${tickets}`)}</li>}
        {evidence !== null && <li>{t(`disputes.evidence.${evidence.state}`)}</li>}
      </ul>
      {isOpen && evidenceDueAt !== null && !isSubmitted && (
        <p>{t("disputes.answer", { at: formats.shortInstant(evidenceDueAt) })}</p>
      )}
      <p>
        <TextLink href={href("dispute", { network: network.id, id: disputeId })}>{t("disputes.open")}</TextLink>
      </p>
    </Notice>
  );
}
