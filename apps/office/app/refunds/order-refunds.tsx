import { auditReasonMaxLength } from "@guichet/contract/limits/staff-limits.ts";
import type { StaffRefund } from "@guichet/contract/office/refunds.ts";
import { Button } from "@guichet/ui/button.tsx";
import { TextArea } from "@guichet/ui/forms/text-area.tsx";
import { TextLink } from "@guichet/ui/link.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { Stack } from "@guichet/ui/page/page.tsx";
import type { ReactNode } from "react";
import { Form, useNavigation, useSearchParams } from "react-router";
import { href } from "../paths.ts";
import { useFormats, useNetwork } from "../shell/page-context.tsx";
import { TableFrame } from "../shell/table-frame.tsx";
import { useT } from "../shell/texts.tsx";
import { RefundStamp } from "./refund-stamp.tsx";

/** Refunds of an order that wait for a second person, or for their release, each with its form. */
export function RefundsToDecide({ refunds }: { refunds: readonly StaffRefund[] }) {
  return refunds.map((refund) => {
    if (refund.status === "awaiting") return <ToApprove key={refund.refundId} refund={refund} />;
    return refund.transfer?.state === "to-release" ? <ToRelease key={refund.refundId} refund={refund} /> : null;
  });
}

function ToApprove({ refund }: { refund: StaffRefund }) {
  const t = useT();
  const formats = useFormats();
  const { refundId, scope, amount, reason, requestedBy, createdAt, isOwn, requestId } = refund;
  const network = useNetwork();
  const title = t("refunds.waiting", { amount: formats.money(amount) });
  return (
    <Notice tone="wait" title={title}>
      <p>
        {t("refunds.requested", { name: requestedBy ?? "–", at: formats.shortInstant(createdAt) })}{" "}
        {t(`refunds.scope.${scope}`)}
      </p>
      {reason !== null && <q>{reason}</q>}
      {requestId !== null && (
        <p>
          <TextLink href={href("refundRequest", { network: network.id, id: requestId })}>
            {t("refunds.evidence")}
          </TextLink>
        </p>
      )}
      {isOwn ? (
        <p>{t("refunds.own")}</p>
      ) : (
        <Decision refundId={refundId}>
          <Button name="what" value="approve-refund" variant="main">
            {t("refunds.approve", { amount: formats.money(amount) })}
          </Button>
          <Button name="what" value="refuse-refund">
            {t("refunds.refuse")}
          </Button>
        </Decision>
      )}
    </Notice>
  );
}

function ToRelease({ refund: { refundId, transfer } }: { refund: StaffRefund }) {
  const t = useT();
  const formats = useFormats();
  if (transfer === null) return null;
  const { amount, account, sendFrom } = transfer;
  return (
    <Notice tone="wait" title={t("refunds.to-release", { amount: formats.money(amount) })}>
      <p>
        {t("refunds.to-release.text", {
          account: account ?? "–",
          day: sendFrom === null ? "–" : formats.shortDay(sendFrom),
        })}
      </p>
      <Decision refundId={refundId}>
        <Button name="what" value="release-refund">
          {t("refunds.release")}
        </Button>
      </Decision>
    </Notice>
  );
}

function Decision({ refundId, children }: { refundId: string; children: ReactNode }) {
  const t = useT();
  const { state, formData } = useNavigation();
  const isBusy = state !== "idle" && formData?.get("refundId") === refundId;
  return (
    <Form method="post" className="pt-1">
      <input type="hidden" name="refundId" value={refundId} />
      <Stack>
        <TextArea
          id={`reason-${refundId}`}
          name="reason"
          label={t("refunds.remark")}
          rows={2}
          maxLength={auditReasonMaxLength}
        />
        <div className="row">{isBusy ? <span role="status">{t("refunds.busy")}</span> : children}</div>
      </Stack>
    </Form>
  );
}

/** Every refund of an order; nothing if there is none. */
export function OrderRefunds({ refunds }: { refunds: readonly StaffRefund[] }) {
  const t = useT();
  const formats = useFormats();
  if (refunds.length === 0) return null;
  return (
    <section>
      <h2>{t("refunds.of-this-order")}</h2>
      <TableFrame label={t("refunds.of-this-order")}>
        <thead>
          <tr>
            <th scope="col">{t("refunds.requested-on")}</th>
            <th scope="col" className="money">
              {t("refunds.amount")}
            </th>
            <th scope="col">{t("refunds.what")}</th>
            <th scope="col">{t("refunds.state")}</th>
          </tr>
        </thead>
        <tbody>
          {refunds.map((refund) => (
            <tr key={refund.refundId}>
              <th scope="row">
                {formats.shortInstant(refund.createdAt)}
                <span className="fine act-note">{refund.requestedBy ?? t("refunds.by-customer")}</span>
              </th>
              <td className="money">{formats.money(refund.amount)}</td>
              <td>
                {t(`refunds.scope.${refund.scope}`)}
                {refund.reason !== null && <q className="fine act-note">{refund.reason}</q>}
              </td>
              <td>
                <RefundStamp refund={refund} />
                {refund.decidedBy !== null && (
                  <span className="fine act-note">{t("refunds.decided", { name: refund.decidedBy })}</span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </TableFrame>
    </section>
  );
}

const outcomes = ["refunded", "refund-awaiting", "refund-approved", "refund-refused", "refund-released"] as const;

/** Confirmation of the last action on a refund. */
export function RefundDone() {
  const t = useT();
  const [query] = useSearchParams();
  const done = outcomes.find((one) => one === query.get("done"));
  if (done === undefined) return null;
  return (
    <Notice tone="ok" role="status">
      {t(`refunds.done.${done}`)}
    </Notice>
  );
}
