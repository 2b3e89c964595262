import { auditReasonMaxLength } from "@guichet/contract/limits/staff-limits.ts";
import type { RefundByTransfer, RefundTransferState } from "@guichet/contract/office/refund-transfers.ts";
import { Button } from "@guichet/ui/button.tsx";
import { Disclosure } from "@guichet/ui/disclosure.tsx";
import { type Fact, Facts } from "@guichet/ui/facts.tsx";
import { Figures } from "@guichet/ui/figures.tsx";
import { TextArea } from "@guichet/ui/forms/text-area.tsx";
import type { Tone } from "@guichet/ui/ink.ts";
import { Joined } from "@guichet/ui/joined.tsx";
import { Stack } from "@guichet/ui/page/page.tsx";
import { Sheet } from "@guichet/ui/sheet.tsx";
import { Stamp } from "@guichet/ui/tickets/stamp.tsx";
import { Form, useNavigation } from "react-router";
import { useFormats, useMay } from "../shell/page-context.tsx";
import { useT } from "../shell/texts.tsx";
import { OrderLink } from "./payment-lists.tsx";

const tones: Record<RefundTransferState, Tone> = {
  "needs-account": "wait",
  "to-approve": "bad",
  "to-confirm": "bad",
  approved: "wait",
  transferring: "wait",
  transferred: "ok",
  "made-at-card": "ok",
};

/** A refund that its card refused, with the account that was entered for it and the decision about it. */
export function RefundAccount({ transfer, reason }: { transfer: RefundByTransfer; reason: string }) {
  const t = useT();
  const formats = useFormats();
  const mayDecide = useMay()("refunds.approve");
  const { transferId, orderId, orderNumber, state, amount, cause, problem, holder, account } = transfer;
  const isOpen = state === "to-approve" || state === "to-confirm";
  const facts: Fact[] = [
    { term: t("payments.order"), value: <OrderLink id={orderId} number={orderNumber} /> },
    { term: t("payments.state"), value: <Stamp tone={tones[state]}>{t(`payments.account.${state}`)}</Stamp> },
    { term: t("payments.account.holder"), value: <bdi>{holder ?? "–"}</bdi> },
    { term: t("payments.account.iban"), value: account === null ? "–" : <Figures>{account}</Figures> },
    {
      term: t("payments.account.cause"),
      value:
        problem === null
          ? t(`payments.account.cause.${cause}`)
          : `${t(`payments.account.cause.${cause}`)} (${problem})`,
    },
    ...momentsOf(transfer).map(({ name, at, by }) => ({
      term: t(`payments.account.at.${name}`),
      value: <Joined parts={[by, at && formats.shortInstant(at)]} />,
    })),
  ];
  return (
    <Sheet id={transferId} title={t("payments.account.title", { amount: formats.money(amount) })}>
      <Facts facts={facts} />
      {isOpen && (mayDecide ? <Decision transfer={transfer} reason={reason} /> : <p>{t("shell.read-only")}</p>)}
    </Sheet>
  );
}

function momentsOf({ requestedAt, enteredAt, approvedBy, confirmedBy, transferredAt }: RefundByTransfer) {
  const moments = [
    { name: "requested", at: requestedAt, by: null },
    { name: "entered", at: enteredAt, by: null },
    { name: "approved", at: null, by: approvedBy },
    { name: "confirmed", at: null, by: confirmedBy },
    { name: "transferred", at: transferredAt, by: null },
  ] as const;
  return moments.filter(({ at, by }) => at !== null || by !== null);
}

function Decision({
  transfer: { transferId, state, enteredAt },
  reason,
}: {
  transfer: RefundByTransfer;
  reason: string;
}) {
  const t = useT();
  const { formData } = useNavigation();
  const busy = formData?.get("transferId") === transferId && t("payments.busy");
  return (
    <Stack gap="m">
      <Form method="post">
        <input type="hidden" name="what" value="approve" />
        <input type="hidden" name="transferId" value={transferId} />
        <input type="hidden" name="enteredAt" value={enteredAt ?? ""} />
        <Button variant="main" busy={busy}>
          {t(state === "to-confirm" ? "payments.account.confirm" : "payments.account.approve")}
        </Button>
      </Form>
      <Disclosure summary={t("payments.account.refuse")} open={reason !== ""}>
        <Form method="post">
          <input type="hidden" name="what" value="refuse" />
          <input type="hidden" name="transferId" value={transferId} />
          <Stack gap="m">
            <TextArea
              id={`refuse-${transferId}`}
              name="reason"
              label={t("payments.account.reason")}
              hint={t("payments.account.reason.hint")}
              defaultValue={reason}
              rows={2}
              maxLength={auditReasonMaxLength}
              required
            />
            <Button busy={busy}>{t("payments.account.refuse.do")}</Button>
          </Stack>
        </Form>
      </Disclosure>
    </Stack>
  );
}
