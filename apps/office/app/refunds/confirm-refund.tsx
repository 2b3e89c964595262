import { auditReasonMaxLength } from "@guichet/contract/limits/staff-limits.ts";
import type { PreviewedRefund, RefundScope } from "@guichet/contract/office/refunds.ts";
import type { Money } from "@guichet/contract/values.ts";
import { Button } from "@guichet/ui/button.tsx";
import { TextArea } from "@guichet/ui/forms/text-area.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { Stack } from "@guichet/ui/page/page.tsx";
import { Sheet } from "@guichet/ui/sheet.tsx";
import { Total } from "@guichet/ui/total.tsx";
import { Form, useNavigation } from "react-router";
import { useFormats } from "../shell/page-context.tsx";
import { useT } from "../shell/texts.tsx";

interface ConfirmRefundProps {
  scope: RefundScope;
  ticketIds: readonly string[];
  amount: Money | null;
  /** The same for a form that is sent twice, which makes one refund. */
  idempotencyKey: string;
  refund: PreviewedRefund;
  /** The reason as it was typed before a refusal. */
  reason: string | undefined;
}

const hidden = ({ amount, currency }: Money): string => `${amount} ${currency}`;

/** Where the money goes, and the form that confirms the amount, with a reason. */
export function ConfirmRefund({ scope, ticketIds, amount, idempotencyKey, refund, reason }: ConfirmRefundProps) {
  const t = useT();
  const formats = useFormats();
  const busy = useNavigation().formMethod === "POST" && t("refunds.busy");
  const total = formats.money(refund.amount);
  return (
    <Sheet>
      <Form method="post">
        <input type="hidden" name="scope" value={scope} />
        <input type="hidden" name="expected" value={hidden(refund.amount)} />
        <input type="hidden" name="key" value={idempotencyKey} />
        {amount !== null && <input type="hidden" name="amount" value={hidden(amount)} />}
        {ticketIds.map((id) => (
          <input key={id} type="hidden" name="ticket" value={id} />
        ))}
        <Stack>
          <Total label={t("refunds.total")} amount={total} />
          <Destinations refund={refund} />
          {scope === "order" && <p className="small soft">{t("refunds.cancels-order")}</p>}
          {refund.needsApproval && <Notice tone="wait">{t("refunds.needs-approval")}</Notice>}
          <TextArea
            name="reason"
            label={t("refunds.reason")}
            hint={t("refunds.reason.hint")}
            defaultValue={reason}
            rows={2}
            maxLength={auditReasonMaxLength}
            required
          />
          <Button variant="main" big busy={busy}>
            {t(refund.needsApproval ? "refunds.request" : "refunds.confirm", { amount: total })}
          </Button>
        </Stack>
      </Form>
    </Sheet>
  );
}

/** Installments that are dropped first, then the payments to which the rest is paid back. */
function Destinations({ refund: { amount, dropped, destinations } }: { refund: PreviewedRefund }) {
  const t = useT();
  const formats = useFormats();
  return (
    <ul className="small">
      {dropped.map(({ position, collectedOn, dropped: by }) => (
        <li key={position}>
          {t("refunds.dropped", {
            position: formats.number(position),
            day: formats.shortDay(collectedOn),
            amount: formats.money(by),
          })}
        </li>
      ))}
      {destinations.map(({ method, lastDigits, from, amount: part }) => (
        <li key={`${method} ${lastDigits} ${from} ${part.amount}`}>
          {t(
            method === "TRANSFER"
              ? "refunds.to-account"
              : lastDigits === null
                ? "refunds.to-some-card"
                : "refunds.to-card",
            {
              amount: formats.money(part),
              digits: lastDigits ?? "",
            },
          )}
          {from !== null && (
            <span className="fine act-note">{t("refunds.from-day", { day: formats.shortDay(from) })}</span>
          )}
        </li>
      ))}
      {amount.amount === 0 && <li>{t("refunds.nothing-to-pay-back")}</li>}
    </ul>
  );
}
