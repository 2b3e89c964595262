import type { ReceivedOf } from "@guichet/client/ticket-api.ts";
import { auditReasonMaxLength } from "@guichet/contract/limits/staff-limits.ts";
import type { previewCampaign } from "@guichet/contract/office/compensations.ts";
import { Button } from "@guichet/ui/button.tsx";
import { Checkbox } from "@guichet/ui/forms/checkbox.tsx";
import { TextArea } from "@guichet/ui/forms/text-area.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { Stack } from "@guichet/ui/page/page.tsx";
import { Sheet } from "@guichet/ui/sheet.tsx";
import { Total } from "@guichet/ui/total.tsx";
import { Form, useNavigation } from "react-router";
import { useFormats } from "../shell/page-context.tsx";
import { TableFrame } from "../shell/table-frame.tsx";
import { useT } from "../shell/texts.tsx";
import type { Refused } from "./campaign-forms.tsx";
import { TicketCells } from "./ticket-cells.tsx";

export type Preview = ReceivedOf<typeof previewCampaign>;

/** Who would be compensated by a draft: sums by article, and the first tickets. */
export function CampaignPreview({ preview }: { preview: Preview }) {
  const t = useT();
  const formats = useFormats();
  const { entitled, articles, first } = preview;
  if (entitled === 0) return <Notice tone="bad">{t("campaigns.preview.none")}</Notice>;
  return (
    <>
      <section>
        <h2>{t("campaigns.preview")}</h2>
        <TableFrame label={t("campaigns.preview")}>
          <thead>
            <tr>
              <th scope="col">{t("campaigns.article")}</th>
              <th scope="col" className="money">
                {t("campaigns.entitled")}
              </th>
              <th scope="col" className="money">
                {t("campaigns.total")}
              </th>
            </tr>
          </thead>
          <tbody>
            {articles.map(({ articleId, name, entitled: count, total }) => (
              <tr key={articleId}>
                <th scope="row">{name}</th>
                <td className="money">{formats.number(count)}</td>
                <td className="money">{formats.money(total)}</td>
              </tr>
            ))}
          </tbody>
        </TableFrame>
      </section>
      <section>
        <h2>{t("campaigns.preview.first", { count: first.length })}</h2>
        <TableFrame label={t("campaigns.preview.first", { count: first.length })}>
          <thead>
            <tr>
              <th scope="col">{t("campaigns.ticket")}</th>
              <th scope="col">{t("campaigns.order")}</th>
              <th scope="col" className="money">
                {t("campaigns.entitled-days")}
              </th>
              <th scope="col" className="money">
                {t("campaigns.each")}
              </th>
            </tr>
          </thead>
          <tbody>
            {first.map((ticket) => (
              <PreviewedTicket key={ticket.ticketId} ticket={ticket} />
            ))}
          </tbody>
        </TableFrame>
      </section>
    </>
  );
}

function PreviewedTicket({ ticket }: { ticket: Preview["first"][number] }) {
  const formats = useFormats();
  const { days, amount } = ticket;
  return (
    <tr>
      <TicketCells {...ticket} />
      <td className="money">{formats.number(days)}</td>
      <td className="money">{formats.money(amount)}</td>
    </tr>
  );
}

interface StartFormProps {
  preview: Preview;
  /** Of the draft that is shown: another one does not start. */
  version: number;
  before: Refused;
}

/** Starts a draft with the total of its preview, which the person confirms. */
export function StartForm({ preview, version, before }: StartFormProps) {
  const t = useT();
  const formats = useFormats();
  const { entitled, total, needsApproval } = preview;
  const busy = useNavigation().formData?.get("what") === "start" && t("campaigns.busy");
  if (entitled === 0) return null;
  const amount = formats.money(total);
  return (
    <Sheet id="start" title={t("campaigns.start")}>
      <Form method="post">
        <input type="hidden" name="what" value="start" />
        <input type="hidden" name="version" value={version} />
        <input type="hidden" name="total" value={`${total.amount} ${total.currency}`} />
        <Stack>
          <Total
            label={t("campaigns.start.total", { count: entitled, tickets: formats.number(entitled) })}
            amount={amount}
          />
          {needsApproval && <Notice tone="wait">{t("campaigns.needs-approval")}</Notice>}
          <TextArea
            id="start-reason"
            name="reason"
            label={t("campaigns.why")}
            hint={t("campaigns.why.hint")}
            defaultValue={before?.what === "start" ? before.reason : undefined}
            rows={2}
            maxLength={auditReasonMaxLength}
            required
          />
          <Checkbox key={amount} name="sure" required>
            {t("campaigns.start.sure", { amount })}
          </Checkbox>
          <Button variant="main" big busy={busy}>
            {t(needsApproval ? "campaigns.start.request" : "campaigns.start.do")}
          </Button>
        </Stack>
      </Form>
    </Sheet>
  );
}
