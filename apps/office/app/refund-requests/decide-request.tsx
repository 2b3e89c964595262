import { auditReasonMaxLength } from "@guichet/contract/limits/staff-limits.ts";
import type { ExaminedRefundRequest } from "@guichet/contract/office/refund-requests.ts";
import { Button } from "@guichet/ui/button.tsx";
import { TextArea } from "@guichet/ui/forms/text-area.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { Stack } from "@guichet/ui/page/page.tsx";
import { Sheet } from "@guichet/ui/sheet.tsx";
import { Form, useNavigation } from "react-router";
import { Key } from "../shell/keys.tsx";
import { useFormats } from "../shell/page-context.tsx";
import { useT } from "../shell/texts.tsx";

/** The decision about a request: accept it with the amount that is shown, or refuse it with a reason. */
export function DecideRequest({ request, remark }: { request: ExaminedRefundRequest; remark: string }) {
  const t = useT();
  const formats = useFormats();
  const busy = useNavigation().formMethod === "POST" && t("refund-requests.deciding");
  const { state, calculation, isTicketOver, decidedBy, decidedAt } = request;
  const { refund, refusal, needsApproval } = calculation;
  if (state !== "pending") return <Decided request={request} by={decidedBy} at={decidedAt} />;
  const amount = formats.money(refund);
  return (
    <Stack>
      {refusal === null && (
        <Sheet>
          <Form method="post">
            <input type="hidden" name="amount" value={refund.amount} />
            <input type="hidden" name="currency" value={refund.currency} />
            <Stack>
              <p className="small soft">
                {t(`refund-requests.accept.${needsApproval ? "second" : "text"}${isTicketOver ? ".over" : ""}`)}
              </p>
              <Button id="accept" variant="main" name="what" value="accept" busy={busy}>
                {t("refund-requests.accept", { amount })} <Key>A</Key>
              </Button>
            </Stack>
          </Form>
        </Sheet>
      )}
      <Sheet>
        <Form method="post">
          <input type="hidden" name="amount" value={0} />
          <Stack>
            <h2 className="act-title">
              {t("refund-requests.refuse.title")} <Key>R</Key>
            </h2>
            <TextArea
              id="remark"
              label={t("refund-requests.remark")}
              hint={t("refund-requests.remark.hint")}
              name="remark"
              defaultValue={remark}
              rows={3}
              maxLength={auditReasonMaxLength}
              required
            />
            <Button name="what" value="refuse">
              {t("refund-requests.refuse")}
            </Button>
          </Stack>
        </Form>
      </Sheet>
    </Stack>
  );
}

function Decided({ request, by, at }: { request: ExaminedRefundRequest; by: string | null; at: string | null }) {
  const t = useT();
  const formats = useFormats();
  const day = at === null ? "–" : formats.shortInstant(at);
  return (
    <Notice title={t(`refund-requests.state.${request.state}`)}>
      <p>{by === null ? day : t("refund-requests.decided-by", { name: by, at: day })}</p>
      {request.remark !== null && <q>{request.remark}</q>}
      {request.state === "confirming" && <p>{t("refund-requests.confirming.text", { number: request.orderNumber })}</p>}
    </Notice>
  );
}
