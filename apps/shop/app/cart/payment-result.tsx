import { Button } from "@guichet/ui/button.tsx";
import { Figures } from "@guichet/ui/figures.tsx";
import { CheckIcon, ClockIcon, DownloadIcon, MailIcon, PaymentCardIcon, RefreshIcon } from "@guichet/ui/icons.tsx";
import { TextLink } from "@guichet/ui/link.tsx";
import { LinkButton } from "@guichet/ui/link-button.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { Page, Stack } from "@guichet/ui/page.tsx";
import { ProgressBar } from "@guichet/ui/progress-bar.tsx";
import { Stamp } from "@guichet/ui/stamp.tsx";
import { useEffect, useState } from "react";
import { Form } from "react-router";
import { fileHref, href } from "../paths.ts";
import { useFormats } from "../shell/formats.ts";
import { T, useT } from "../shell/texts.tsx";
import { Title } from "../shell/title.tsx";
import { cart, readCart } from "./cart-state.ts";
import { usePaymentPoll } from "./payment-poll.ts";
import type { PaymentResult } from "./payment-result.server.ts";
import { UnpaidResult } from "./payment-unpaid.tsx";
import { OrderNumber, ResultTicket } from "./result-ticket.tsx";
import { WhatFollows } from "./what-follows.tsx";

/** Confirmed, refused, cancelled, or still being checked; the cart follows the result (§4). */
export function PaymentResultPage({ result, giveUpRefused }: { result: PaymentResult; giveUpRefused: string | null }) {
  const isOfCart = useCartFollows(result);
  if (result.outcome === "CONFIRMED") return <Confirmed result={result} />;
  if (result.outcome === "CHECKING") return <Checking result={result} giveUpRefused={giveUpRefused} />;
  return <UnpaidResult result={result} isOfCart={isOfCart} />;
}

/**
 * Empties the cart when the order was paid, and makes the next try another one when it was not: only the cart that the
 * order was placed of. True once it is known to be that cart.
 */
function useCartFollows({ outcome, orderId }: PaymentResult): boolean {
  const [isOfCart, setOfCart] = useState(false);
  useEffect(() => {
    if (outcome === "CHECKING" || readCart().orderId !== orderId) return;
    if (outcome === "CONFIRMED") return cart.clear();
    cart.renewKey();
    setOfCart(true);
  }, [outcome, orderId]);
  return isOfCart;
}

function Confirmed({ result }: { result: PaymentResult }) {
  const t = useT();
  const formats = useFormats();
  const { order, orderId, email, isGuest, ticketId } = result;
  const tickets = order?.ticketCount ?? 0;
  const lines = order
    ? [
        { id: "number", name: t("payment.order"), value: <OrderNumber number={order.number} /> },
        {
          id: "paid",
          name: order.paymentMethod ? t(`payment.paid.${order.paymentMethod}`) : t("payment.paid.nothing"),
          value: <Figures>{formats.money(order.amount)}</Figures>,
        },
      ]
    : [];
  return (
    <Page narrow>
      <Title>{t("payment.confirmed.title")}</Title>
      <ResultTicket
        ink="ok"
        punched
        stamp={
          <Stamp tone="ok" icon={<CheckIcon size="s" />}>
            {t(order?.paymentMethod ? "payment.confirmed.kind" : "payment.confirmed.free")}
          </Stamp>
        }
        title={t("payment.confirmed.title")}
        lines={lines}
      >
        <p>
          <T
            id="payment.confirmed.text"
            values={{ email }}
            components={{ email: <bdi dir="ltr" className="font-semibold wrap-anywhere" /> }}
          />
        </p>
      </ResultTicket>
      <Stack gap="m" two>
        {tickets > 0 && !isGuest && (
          <LinkButton look="main" href={href("wallet", undefined, ticketId ? { ticket: ticketId } : {})}>
            {t(tickets === 1 ? "payment.ticket" : "payment.tickets")}
          </LinkButton>
        )}
        {!isGuest && tickets === 0 && (
          <LinkButton look="main" href={href("invoices", undefined, { order: orderId })}>
            {t("payment.follow")}
          </LinkButton>
        )}
        {order?.isInvoiced && (
          <LinkButton href={fileHref("invoicePdf", { order: orderId })} icon={<DownloadIcon size="s" />}>
            {t("payment.invoice")}
          </LinkButton>
        )}
      </Stack>
      {isGuest && tickets > 0 && <Notice icon={<MailIcon />}>{t("payment.guest-ticket")}</Notice>}
      {order && <WhatFollows supports={order.supports} />}
    </Page>
  );
}

function Checking({ result, giveUpRefused }: { result: PaymentResult; giveUpRefused: string | null }) {
  const t = useT();
  const formats = useFormats();
  const { order, orderId, email, isGuest } = result;
  const askedAt = usePaymentPoll(result);
  const lines = order
    ? [
        { id: "number", name: t("payment.order"), value: <OrderNumber number={order.number} /> },
        { id: "due", name: t("payment.waiting"), value: <Figures>{formats.money(order.amount)}</Figures> },
      ]
    : [];
  return (
    <Page narrow>
      <Title>{t("payment.checking.title")}</Title>
      {giveUpRefused && (
        <Notice tone="bad" role="alert">
          {t(giveUpRefused === "TRANSITION_NOT_ALLOWED" ? "payment.give-up.refused" : "payment.give-up.unreachable")}
        </Notice>
      )}
      <ResultTicket
        ink="wait"
        stamp={
          <Stamp tone="wait" icon={<ClockIcon size="s" />}>
            {t("payment.checking.kind")}
          </Stamp>
        }
        title={t("payment.checking.title")}
        lines={lines}
      >
        <p>
          <T id="payment.checking.text" components={{ b: <b /> }} />
        </p>
        <ProgressBar tone="wait" label={t("payment.checking.kind")} />
        <p className="small soft">{t("payment.checking.asked", { time: formats.time(askedAt) })}</p>
      </ResultTicket>
      <Notice icon={<MailIcon />}>
        <T
          id="payment.checking.leave"
          values={{ email }}
          components={{ b: <b />, email: <bdi dir="ltr" className="wrap-anywhere" /> }}
        />
      </Notice>
      {order?.paymentUrl && (
        <Notice icon={<PaymentCardIcon />}>
          <T id="payment.checking.unfinished" components={{ page: <TextLink href={order.paymentUrl} /> }} />
        </Notice>
      )}
      <Stack gap="m" two>
        <LinkButton href={href("cart", undefined, { order: orderId })} icon={<RefreshIcon size="s" />}>
          {t("payment.checking.again")}
        </LinkButton>
        {!isGuest && (
          <LinkButton href={href("invoices", undefined, { order: orderId })}>{t("payment.follow")}</LinkButton>
        )}
      </Stack>
      {order?.paymentUrl && <GiveUp orderId={orderId} />}
    </Page>
  );
}

function GiveUp({ orderId }: { orderId: string }) {
  const t = useT();
  return (
    <Form method="post" action={"/cart/payment"} className="text-center">
      <input type="hidden" name="order" value={orderId} />
      <Button look="quiet">{t("payment.give-up")}</Button>
    </Form>
  );
}
