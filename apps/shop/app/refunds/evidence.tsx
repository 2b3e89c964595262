import { uploadMaxMegabytes } from "@guichet/contract/limits/file-limits.ts";
import type { RefundableTicket } from "@guichet/contract/refunds.ts";
import { Button } from "@guichet/ui/button.tsx";
import { Figures } from "@guichet/ui/figures.tsx";
import { FileField } from "@guichet/ui/forms/file-field.tsx";
import { Item } from "@guichet/ui/item.tsx";
import { Lines } from "@guichet/ui/lines.tsx";
import { LinkButton } from "@guichet/ui/link-button.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { BackLink } from "@guichet/ui/page/back-link.tsx";
import { Page, PageHead } from "@guichet/ui/page/page.tsx";
import { Receipt } from "@guichet/ui/receipt.tsx";
import { Sheet } from "@guichet/ui/sheet.tsx";
import { Total } from "@guichet/ui/total.tsx";
import { Form, useNavigation } from "react-router";
import { useFormats } from "../formats/formats.ts";
import { Title } from "../page/title.tsx";
import { href } from "../paths.ts";
import { refusalText } from "../texts/refusal-texts.ts";
import { type Translate, useT } from "../texts/texts.tsx";
import type { EvidenceView } from "./evidence.server.ts";
import type { OrderAddress } from "./refund.server.ts";
import { deducted, TicketNote } from "./refund-lines.tsx";

/** The reasons for which the tickets of an order are refunded with evidence; nothing if there are none. */
export function ReasonsToChoose({ tickets, address }: { tickets: readonly RefundableTicket[]; address: OrderAddress }) {
  const t = useT();
  const formats = useFormats();
  const choices = tickets.flatMap((ticket) => offeredReasons(ticket).map((reason) => ({ ticket, reason })));
  const isOne = new Set(choices.map(({ ticket }) => ticket.ticketId)).size === 1;
  const isOpen = tickets.some(({ openRequestId }) => openRequestId !== null);
  return (
    <>
      {isOpen && (
        <Notice tone="wait" title={t("refunds.request.open")}>
          <LinkButton href={href("invoices", undefined, address)}>{t("refunds.request.see")}</LinkButton>
        </Notice>
      )}
      {choices.length > 0 && (
        <Sheet id="reasons" title={t("refunds.reasons")}>
          <p>{t("refunds.reasons.text")}</p>
          <ul>
            {choices.map(({ ticket, reason }) => (
              <li key={`${ticket.ticketId} ${reason.reason}`}>
                <Item
                  href={href("invoices", undefined, {
                    ...address,
                    refund: "1",
                    evidence: ticket.ticketId,
                    reason: reason.reason,
                  })}
                  name={reason.name}
                  note={
                    <>
                      {!isOne && (
                        <>
                          {ticket.name} · <TicketNote ticket={ticket} />
                          <br />
                        </>
                      )}
                      {t("refunds.refund")} <Figures>{formats.money(reason.refund)}</Figures>
                    </>
                  }
                />
              </li>
            ))}
          </ul>
        </Sheet>
      )}
    </>
  );
}

/** The reasons for which a ticket gives more than without evidence: nobody sends a document to get less. */
export const offeredReasons = ({ withEvidence, refund }: RefundableTicket): RefundableTicket["withEvidence"] =>
  withEvidence.filter((reason) => reason.refusal === null && reason.refund.amount > refund.amount);

/** Requests the refund of one ticket for one reason: what it gives, by when it is decided, and the evidence. */
export function Evidence({ view }: { view: EvidenceView }) {
  const t = useT();
  const formats = useFormats();
  const busy = useNavigation().formMethod === "POST" && t("refunds.request.sending");
  const { address, number, ticket, reason, refused } = view;
  const context = { formats, currency: reason.refund.currency };
  return (
    <Page narrow>
      <Title>{reason.name}</Title>
      <BackLink href={href("invoices", undefined, { ...address, refund: "1" })} label={t("refunds.title")} />
      {refused !== null && <Notice tone="bad" role="alert" title={fileRefusalText(t, refused)} />}
      <PageHead title={reason.name}>{t("orders.number", { number })}</PageHead>
      <Receipt id="refund" title={t("refunds.request.gives")}>
        <Lines
          lines={[
            {
              id: ticket.ticketId,
              strong: true,
              name: ticket.name,
              note: <TicketNote ticket={ticket} />,
              value: <Figures>{formats.money(ticket.paid)}</Figures>,
            },
            ...deducted("used", t("refunds.used"), -reason.used.amount, context),
            ...deducted("fee", t("refunds.fee"), -reason.fee.amount, context),
          ]}
        />
        <Total label={t("refunds.total")} amount={formats.money(reason.refund)} />
      </Receipt>
      <ul className="list-disc ps-5 stack" data-gap="m">
        <li>{t("refunds.request.until", { day: formats.shortDay(reason.expectedOn) })}</li>
        <li>{t("refunds.request.valid")}</li>
        <li>{t("refunds.request.withdraw.text")}</li>
      </ul>
      <Form method="post" encType="multipart/form-data" className="stack" data-gap="m">
        <input type="hidden" name="what" value="request-with-evidence" />
        <input type="hidden" name="ticket" value={ticket.ticketId} />
        <input type="hidden" name="reason" value={reason.reason} />
        <p>{reason.evidence}</p>
        <EvidenceFile id="evidence" label={t("refunds.request.file")} />
        <Button variant="main" big busy={busy}>
          {t("refunds.request.send")}
        </Button>
      </Form>
    </Page>
  );
}

/** The input for one file of evidence. */
export function EvidenceFile({ id, label }: { id: string; label: string }) {
  const t = useT();
  return (
    <FileField
      id={id}
      name="evidence"
      label={label}
      hint={t("refunds.request.file.hint", { megabytes: uploadMaxMegabytes })}
      accept="application/pdf,image/jpeg,image/png"
      required
    />
  );
}

/** Why a file or a request was refused. */
export const fileRefusalText = (t: Translate, code: string): string =>
  code === "FILE_MISSING" ? t("refunds.request.file.missing") : refusalText(t, code);
