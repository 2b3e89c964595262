import { auditReasonMaxLength } from "@guichet/contract/limits/staff-limits.ts";
import { type Campaign, type Compensation, CompensationState } from "@guichet/contract/office/compensations.ts";
import { Button } from "@guichet/ui/button.tsx";
import { Figures } from "@guichet/ui/figures.tsx";
import { Select } from "@guichet/ui/forms/select.tsx";
import { TextArea } from "@guichet/ui/forms/text-area.tsx";
import { LinkButton } from "@guichet/ui/link-button.tsx";
import { FilterIcon } from "@guichet/ui/more-icons.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { Stack } from "@guichet/ui/page/page.tsx";
import { Sheet } from "@guichet/ui/sheet.tsx";
import { Form } from "react-router";
import { href } from "../paths.ts";
import { useFormats, useMay, useNetwork } from "../shell/page-context.tsx";
import { TableFrame } from "../shell/table-frame.tsx";
import { useT } from "../shell/texts.tsx";
import type { Refused } from "./campaign-forms.tsx";
import { CompensationStamp } from "./campaign-stamp.tsx";
import { TicketCells } from "./ticket-cells.tsx";

interface CompensationsTableProps {
  campaign: Campaign;
  items: readonly Compensation[];
  status: CompensationState | null;
  nextCursor: string | undefined;
  before: Refused;
}

/** The compensation of each ticket, by state; failed ones are paid again one by one or all at once. */
export function CompensationsTable({ campaign, items, status, nextCursor, before }: CompensationsTableProps) {
  const t = useT();
  const network = useNetwork();
  const mayManage = useMay()("campaigns.manage");
  const { campaignId, status: state, totals } = campaign;
  const mayRetry = mayManage && (state === "running" || state === "paused" || state === "finished");
  const next = new URLSearchParams({ ...(status === null ? {} : { state: status }), after: nextCursor ?? "" });
  return (
    <section>
      <Stack>
        <h2>{t("campaigns.compensations")}</h2>
        <Form className="search" key={status}>
          <Select
            label={t("campaigns.status")}
            name="state"
            defaultValue={status ?? ""}
            options={[
              { value: "", label: t("campaigns.compensation.all") },
              ...CompensationState.options.map((one) => ({ value: one, label: t(`campaigns.compensation.${one}`) })),
            ]}
          />
          <Button icon={<FilterIcon size="s" />}>{t("campaigns.filter")}</Button>
        </Form>
        {mayRetry && (totals?.failed ?? 0) > 0 && <Retry failed={totals?.failed ?? 0} before={before} />}
        {items.length === 0 ? (
          <Notice>{t("campaigns.compensations.none")}</Notice>
        ) : (
          <TableFrame label={t("campaigns.compensations")}>
            <thead>
              <tr>
                <th scope="col">{t("campaigns.ticket")}</th>
                <th scope="col">{t("campaigns.order")}</th>
                <th scope="col" className="money">
                  {t("campaigns.each")}
                </th>
                <th scope="col">{t("campaigns.status")}</th>
                <th scope="col">{t("campaigns.given")}</th>
              </tr>
            </thead>
            <tbody>
              {items.map((compensation) => (
                <CompensationRow key={compensation.compensationId} compensation={compensation} mayRetry={mayRetry} />
              ))}
            </tbody>
          </TableFrame>
        )}
        {nextCursor !== undefined && (
          <LinkButton href={`${href("campaign", { network: network.id, id: campaignId })}?${next}`}>
            {t("campaigns.compensations.more")}
          </LinkButton>
        )}
      </Stack>
    </section>
  );
}

const retryForm = "retry-failed";

/** The reason of a retry: of all failed compensations by its own button, or of one by the button in its row. */
function Retry({ failed, before }: { failed: number; before: Refused }) {
  const t = useT();
  return (
    <Sheet id="retry" title={t("campaigns.retry")}>
      <Form method="post" id={retryForm}>
        <input type="hidden" name="what" value="retry" />
        <Stack>
          <p className="small soft">{t("campaigns.retry.text")}</p>
          <TextArea
            id="retry-reason"
            name="reason"
            label={t("campaigns.why")}
            defaultValue={before?.what === "retry" ? before.reason : undefined}
            rows={2}
            maxLength={auditReasonMaxLength}
            required
          />
          <div className="row">
            <Button>{t("campaigns.retry.all", { count: failed })}</Button>
          </div>
        </Stack>
      </Form>
    </Sheet>
  );
}

function CompensationRow({ compensation, mayRetry }: { compensation: Compensation; mayRetry: boolean }) {
  const t = useT();
  const formats = useFormats();
  const { compensationId, serial, amount, status, problem } = compensation;
  const { refunded, voucher, voucherCode, creditNoteNumber } = compensation;
  return (
    <tr>
      <TicketCells {...compensation} />
      <td className="money">{formats.money(amount)}</td>
      <td>
        <CompensationStamp status={status} />
        {problem !== null && <span className="fine act-note">{t(`campaigns.problem.${problem}`)}</span>}
        {mayRetry && status === "failed" && refunded.amount + voucher.amount === 0 && (
          <Button
            form={retryForm}
            name="compensation"
            value={compensationId}
            aria-label={t("campaigns.retry.one", { serial })}
          >
            {t("campaigns.retry")}
          </Button>
        )}
      </td>
      <td>
        {refunded.amount > 0 && <span>{t("campaigns.refunded.of", { amount: formats.money(refunded) })}</span>}
        {creditNoteNumber !== null && (
          <span className="fine act-note">{t("campaigns.credit-note", { number: creditNoteNumber })}</span>
        )}
        {voucherCode !== null && (
          <span className="act-note">
            {t("campaigns.voucher.of", { amount: formats.money(voucher) })} <Figures>{voucherCode}</Figures>
          </span>
        )}
        {refunded.amount + voucher.amount === 0 && "–"}
      </td>
    </tr>
  );
}
