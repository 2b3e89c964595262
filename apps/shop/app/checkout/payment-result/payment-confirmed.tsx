import { Figures } from "@guichet/ui/figures.tsx";
import { CheckIcon, MailIcon } from "@guichet/ui/icons.tsx";
import { Lines } from "@guichet/ui/lines.tsx";
import { LinkButton } from "@guichet/ui/link-button.tsx";
import { DownloadIcon } from "@guichet/ui/more-icons.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { Page, Stack } from "@guichet/ui/page/page.tsx";
import { Sheet } from "@guichet/ui/sheet.tsx";
import { Stamp } from "@guichet/ui/tickets/stamp.tsx";
import { useFormats } from "../../formats/formats.ts";
import { GuestAccount } from "../../identity/registration/guest-account.tsx";
import { Title } from "../../page/title.tsx";
import { fileHref, href } from "../../paths.ts";
import { BoughtSubscription } from "../../subscriptions/bought-subscription.tsx";
import { T, useT } from "../../texts/texts.tsx";
import { ShownTicket } from "../../wallet/shown-ticket.tsx";
import { WalletLinks } from "../../wallet/wallet-links.tsx";
import { NextSteps } from "./next-steps.tsx";
import type { PaymentResult } from "./payment-result.server.ts";
import { OrderNumber, ResultTicket } from "./result-ticket.tsx";

/** Confirmed order: first the codes of the tickets that can be used now, then number, amount and documents. */
export function ConfirmedResult({ result }: { result: PaymentResult }) {
  const t = useT();
  const { order, isGuest } = result;
  return (
    <Page narrow>
      <Title>{t("checkout.result.confirmed.title")}</Title>
      {result.tickets.length > 0 ? <WithTickets result={result} /> : <WithoutTickets result={result} />}
      <OrderLinks result={result} />
      {isGuest && (order?.ticketCount ?? 0) > 0 && (
        <Notice icon={<MailIcon />}>{t("checkout.result.guest-ticket")}</Notice>
      )}
      {result.subscription && <BoughtSubscription note={result.subscription} />}
      {order && <NextSteps supports={order.supports} arrival={order.arrival} collect={order.collect} />}
      {result.accountFor !== null && <GuestAccount email={result.accountFor} answer={undefined} />}
    </Page>
  );
}

/** The order as a printed ticket, where it has no ticket to show now. */
function WithoutTickets({ result }: { result: PaymentResult }) {
  const t = useT();
  return (
    <ResultTicket
      ink="ok"
      punched
      stamp={<PaidStamp result={result} />}
      title={t("checkout.result.confirmed.title")}
      lines={useConfirmedLines(result)}
    >
      <SentTo result={result} />
    </ResultTicket>
  );
}

/** The codes of the tickets, and the order below them. */
function WithTickets({ result }: { result: PaymentResult }) {
  const t = useT();
  const { tickets, askedAt } = result;
  return (
    <>
      <div className="text-center" role="status">
        <h1 className="text-title">{t("checkout.result.confirmed.title")}</h1>
      </div>
      {tickets.map(({ ticket, barcode, walletLinks }) => (
        <section key={ticket.ticketId} className="stack" data-gap="m" aria-label={ticket.name}>
          <ShownTicket ticket={ticket} barcode={barcode} now={Date.parse(askedAt)} level={2} />
          <TicketLinks ticketId={ticket.ticketId} isGuest={result.isGuest} />
          <WalletLinks links={walletLinks} />
        </section>
      ))}
      <Sheet id="order" title={t("checkout.order")}>
        <p>
          <PaidStamp result={result} />
        </p>
        <Lines lines={useConfirmedLines(result)} />
        <SentTo result={result} />
      </Sheet>
    </>
  );
}

/** Links of one ticket: the wallet of an account, and the PDF. */
function TicketLinks({ ticketId, isGuest }: { ticketId: string; isGuest: boolean }) {
  const t = useT();
  const of = { ticket: ticketId };
  return (
    <Stack gap="m" two={!isGuest}>
      {!isGuest && (
        <LinkButton variant="main" href={href("wallet", undefined, of)}>
          {t("checkout.result.ticket")}
        </LinkButton>
      )}
      <LinkButton href={fileHref("ticketPdf", of)} icon={<DownloadIcon size="s" />}>
        {t("checkout.result.ticket-pdf")}
      </LinkButton>
    </Stack>
  );
}

function PaidStamp({ result: { order } }: { result: PaymentResult }) {
  const t = useT();
  const isDebited = order?.next?.method === "TRANSFER";
  return (
    <Stamp tone="ok" icon={<CheckIcon size="s" />}>
      {t(`checkout.result.confirmed.${isDebited ? "debit" : order?.paymentMethod ? "kind" : "free"}`)}
    </Stamp>
  );
}

/** Where the confirmation is sent, and when a direct debit is collected. */
function SentTo({ result: { order, email } }: { result: PaymentResult }) {
  const t = useT();
  const formats = useFormats();
  const next = order?.next ?? null;
  return (
    <>
      <p>
        <T
          id="checkout.result.confirmed.text"
          values={{ email }}
          components={{ email: <bdi dir="ltr" className="font-semibold wrap-anywhere" /> }}
        />
      </p>
      {next?.method === "TRANSFER" && <p>{t("checkout.debit.not-today", { day: formats.day(next.on) })}</p>}
    </>
  );
}

/** Number and amounts of a confirmed order, as lines of the printed ticket. */
function useConfirmedLines({ order }: PaymentResult) {
  const t = useT();
  const formats = useFormats();
  if (!order) return [];
  const { next, paymentMethod } = order;
  const paid = next?.method === "TRANSFER" ? order.amount : order.paid;
  const lines = [
    { id: "number", name: t("checkout.result.order"), value: <OrderNumber number={order.number} /> },
    {
      id: "paid",
      name: paymentMethod ? t(`checkout.result.paid.${paymentMethod}`) : t("checkout.result.paid.nothing"),
      value: <Figures>{formats.money(paid)}</Figures>,
    },
  ];
  if (next === null) return lines;
  const name = t(`checkout.result.next.${next.method}`, { day: formats.day(next.on) });
  return [...lines, { id: "next", name, value: <Figures>{formats.money(next.amount)}</Figures> }];
}

/** Links to the order's tickets that are not shown here, the order and its invoice. */
function OrderLinks({ result: { order, orderId, isGuest, tickets, onlyTicketId } }: { result: PaymentResult }) {
  const t = useT();
  const ticketCount = order?.ticketCount ?? 0;
  const hasMore = ticketCount > tickets.length;
  const ofTicket = onlyTicketId === null ? undefined : { ticket: onlyTicketId };
  return (
    <Stack gap="m" two>
      {hasMore && !isGuest && (
        <LinkButton variant={tickets.length === 0 ? "main" : "plain"} href={href("wallet", undefined, ofTicket)}>
          {t(ticketCount === 1 ? "checkout.result.ticket" : "checkout.result.tickets")}
        </LinkButton>
      )}
      {(isGuest || ticketCount === 0) && (
        <LinkButton
          variant={ticketCount === 0 ? "main" : "plain"}
          href={href("invoices", undefined, { order: orderId })}
        >
          {t("checkout.result.follow")}
        </LinkButton>
      )}
      {order?.isInvoiced && (
        <LinkButton href={fileHref("invoicePdf", { order: orderId })} icon={<DownloadIcon size="s" />}>
          {t("checkout.result.invoice")}
        </LinkButton>
      )}
    </Stack>
  );
}
