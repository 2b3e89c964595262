import { Button } from "@guichet/ui/button.tsx";
import { Figures } from "@guichet/ui/figures.tsx";
import { CheckIcon, ClockIcon, MailIcon, RefreshIcon } from "@guichet/ui/icons.tsx";
import { TextLink } from "@guichet/ui/link.tsx";
import { LinkButton } from "@guichet/ui/link-button.tsx";
import { DownloadIcon, PaymentCardIcon } from "@guichet/ui/more-icons.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { Page, Stack } from "@guichet/ui/page/page.tsx";
import { ProgressBar } from "@guichet/ui/progress-bar.tsx";
import { Stamp } from "@guichet/ui/tickets/stamp.tsx";
import { useEffect } from "react";
import { Form } from "react-router";
import { cart, readCart } from "../../cart/cart-state.ts";
import { useFormats } from "../../formats/formats.ts";
import { GuestAccount } from "../../identity/registration/guest-account.tsx";
import { Title } from "../../page/title.tsx";
import { fileHref, href } from "../../paths.ts";
import { BoughtSubscription } from "../../subscriptions/bought-subscription.tsx";
import { T, useT } from "../../texts/texts.tsx";
import { NextSteps } from "./next-steps.tsx";
import { usePaymentPoll } from "./payment-poll.ts";
import type { PaymentResult } from "./payment-result.server.ts";
import { UnpaidResult } from "./payment-unpaid.tsx";
import { OrderNumber, ResultTicket } from "./result-ticket.tsx";

/** Payment result: confirmed, refused, cancelled or being checked; updates the cart accordingly (§4). */
export function PaymentResultPage({ result, giveUpRefused }: { result: PaymentResult; giveUpRefused: string | null }) {
  useCartFollows(result);
  if (result.outcome === "CONFIRMED") return <Confirmed result={result} />;
  if (result.outcome === "CHECKING") return <Checking result={result} giveUpRefused={giveUpRefused} />;
  return <UnpaidResult result={result} />;
}

/**
 * Empties the cart if the order was paid; renews the idempotency key if it was refused or cancelled. Applies only to the cart
 * from which the order was placed.
 */
function useCartFollows({ outcome, orderId }: PaymentResult): void {
  useEffect(() => {
    const { orderId: open, unpaidOrderId } = readCart();
    if (outcome === "CHECKING") return;
    if (outcome === "CONFIRMED") return open === orderId || unpaidOrderId === orderId ? cart.clear() : undefined;
    if (open === orderId) cart.renewKey();
  }, [outcome, orderId]);
}

function Confirmed({ result }: { result: PaymentResult }) {
  const t = useT();
  const formats = useFormats();
  const lines = useConfirmedLines(result);
  const { order, email, isGuest } = result;
  const next = order?.next ?? null;
  const isDebited = next?.method === "TRANSFER";
  return (
    <Page narrow>
      <Title>{t("checkout.result.confirmed.title")}</Title>
      <ResultTicket
        ink="ok"
        punched
        stamp={
          <Stamp tone="ok" icon={<CheckIcon size="s" />}>
            {t(`checkout.result.confirmed.${isDebited ? "debit" : order?.paymentMethod ? "kind" : "free"}`)}
          </Stamp>
        }
        title={t("checkout.result.confirmed.title")}
        lines={lines}
      >
        <p>
          <T
            id="checkout.result.confirmed.text"
            values={{ email }}
            components={{ email: <bdi dir="ltr" className="font-semibold wrap-anywhere" /> }}
          />
        </p>
        {isDebited && <p>{t("checkout.debit.not-today", { day: formats.day(next.on) })}</p>}
      </ResultTicket>
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

/** Links to the order's tickets, the order and its invoice. */
function OrderLinks({ result: { order, orderId, isGuest, ticketId } }: { result: PaymentResult }) {
  const t = useT();
  const tickets = order?.ticketCount ?? 0;
  return (
    <Stack gap="m" two>
      {tickets > 0 && !isGuest && (
        <LinkButton variant="main" href={href("wallet", undefined, ticketId ? { ticket: ticketId } : {})}>
          {t(tickets === 1 ? "checkout.result.ticket" : "checkout.result.tickets")}
        </LinkButton>
      )}
      {!isGuest && tickets === 0 && (
        <LinkButton variant="main" href={href("invoices", undefined, { order: orderId })}>
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

function Checking({ result, giveUpRefused }: { result: PaymentResult; giveUpRefused: string | null }) {
  const t = useT();
  const formats = useFormats();
  const { order, orderId, email, isGuest } = result;
  const askedAt = usePaymentPoll(result);
  const lines = order
    ? [
        { id: "number", name: t("checkout.result.order"), value: <OrderNumber number={order.number} /> },
        { id: "due", name: t("checkout.result.waiting"), value: <Figures>{formats.money(order.amount)}</Figures> },
      ]
    : [];
  return (
    <Page narrow>
      <Title>{t("checkout.result.checking.title")}</Title>
      {giveUpRefused && (
        <Notice tone="bad" role="alert">
          {t(
            giveUpRefused === "TRANSITION_NOT_ALLOWED"
              ? "checkout.result.give-up.refused"
              : "checkout.result.give-up.unreachable",
          )}
        </Notice>
      )}
      <ResultTicket
        ink="wait"
        stamp={
          <Stamp tone="wait" icon={<ClockIcon size="s" />}>
            {t("checkout.result.checking.kind")}
          </Stamp>
        }
        title={t("checkout.result.checking.title")}
        lines={lines}
      >
        <p>
          <T id="checkout.result.checking.text" components={{ b: <b /> }} />
        </p>
        <ProgressBar tone="wait" label={t("checkout.result.checking.kind")} />
        <p className="small soft">{t("checkout.result.checking.asked", { time: formats.time(askedAt) })}</p>
      </ResultTicket>
      <Notice icon={<MailIcon />}>
        <T
          id="checkout.result.checking.leave"
          values={{ email }}
          components={{ b: <b />, email: <bdi dir="ltr" className="wrap-anywhere" /> }}
        />
      </Notice>
      {order?.paymentUrl && (
        <Notice icon={<PaymentCardIcon />}>
          <T id="checkout.result.checking.unfinished" components={{ page: <TextLink href={order.paymentUrl} /> }} />
        </Notice>
      )}
      <Stack gap="m" two>
        <LinkButton href={href("cart", undefined, { order: orderId })} icon={<RefreshIcon size="s" />}>
          {t("checkout.result.checking.again")}
        </LinkButton>
        {!isGuest && (
          <LinkButton href={href("invoices", undefined, { order: orderId })}>{t("checkout.result.follow")}</LinkButton>
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
      <Button variant="quiet">{t("checkout.result.give-up")}</Button>
    </Form>
  );
}
