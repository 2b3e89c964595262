import { Button } from "@guichet/ui/button.tsx";
import { Figures } from "@guichet/ui/figures.tsx";
import { LinkButton } from "@guichet/ui/link-button.tsx";
import { ArrowBackIcon, PaymentCardIcon } from "@guichet/ui/more-icons.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { Page, Stack } from "@guichet/ui/page/page.tsx";
import { Stamp } from "@guichet/ui/tickets/stamp.tsx";
import { useEffect } from "react";
import { Form, useNavigate } from "react-router";
import { readCart, useCart } from "../../cart/cart-state.ts";
import { orderLinesOf } from "../../cart/order-lines.ts";
import { useFormats } from "../../formats/formats.ts";
import { Title } from "../../page/title.tsx";
import { href } from "../../paths.ts";
import { useT } from "../../texts/texts.tsx";
import { usePlacing } from "../checkout-client.ts";
import { noCard } from "../payment-card-choice.tsx";
import { helpWithOrderError } from "../place-order-errors.ts";
import type { PaymentResult } from "./payment-result.server.ts";
import { OrderNumber, ResultTicket } from "./result-ticket.tsx";

/** Refused or cancelled payment, or a payment page that the customer left: nothing was charged, the cart is preserved, and one tap retries. */
export function UnpaidResult({ result }: { result: PaymentResult }) {
  const t = useT();
  const formats = useFormats();
  const cart = useCart();
  const { lines, unpaidOrderId } = cart;
  const { order, outcome, orderId } = result;
  // True on this and every later view until the cart changes.
  const isOfCart = lines.length > 0 && unpaidOrderId === orderId;
  // Subscriptions are confirmed in checkout, together with the card that is saved for them.
  const inOneTap = isOfCart && !orderLinesOf(cart).some(({ isSubscription }) => isSubscription);
  const isRefused = outcome === "REFUSED";
  const kind = isRefused ? "refused" : "cancelled";
  // The customer left the payment page, and the order can still be paid.
  const isOpen = outcome === "UNPAID";
  // An order from the sheet of an article has no cart: it is placed again in the sheet.
  const again = isOfCart ? null : result.again;
  const hasCart = lines.length > 0 && again === null;
  const text = order?.paidLate
    ? t("checkout.result.cancelled.late")
    : hasCart
      ? t(`checkout.result.${kind}.text`)
      : again
        ? t(`checkout.result.${kind}.text.express`)
        : t(`checkout.result.${isOpen ? "refused" : kind}.text.elsewhere`);
  return (
    <Page narrow>
      <Title>{t(`checkout.result.${kind}.title`)}</Title>
      <ResultTicket
        ink={isRefused ? "bad" : "wait"}
        stamp={
          <Stamp tone={isRefused ? "bad" : "wait"} icon={<PaymentCardIcon size="s" />}>
            {t(isOpen ? "checkout.result.unpaid.kind" : `checkout.result.${kind}.kind`)}
          </Stamp>
        }
        title={t(`checkout.result.${kind}.title`)}
        lines={
          order
            ? [
                { id: "number", name: t("checkout.result.order"), value: <OrderNumber number={order.number} /> },
                { id: "due", name: t("checkout.result.due"), value: <Figures>{formats.money(order.amount)}</Figures> },
              ]
            : []
        }
      >
        <p>{text}</p>
      </ResultTicket>
      <Stack gap="m">
        {again && (
          <LinkButton variant="main" big href={href("express", undefined, again)}>
            {t(isRefused ? "checkout.result.other-card" : "checkout.result.try-again")}
          </LinkButton>
        )}
        {isRefused && inOneTap && order && <OtherCard result={result} />}
        {hasCart && !(isRefused && inOneTap && order) && (
          <LinkButton variant="main" big href={href("checkout")}>
            {t(isRefused ? "checkout.result.other-card" : "checkout.result.try-again")}
          </LinkButton>
        )}
        {!hasCart && again === null && outcome !== "CANCELLED" && <PayOrder orderId={orderId} />}
        <Stack gap="m" two>
          <LinkButton href={again ? href("home") : href("cart")} icon={<ArrowBackIcon size="s" />}>
            {t(again ? "checkout.result.to-shop" : "checkout.result.to-cart")}
          </LinkButton>
          <LinkButton href={href("invoices", undefined, { order: orderId })}>{t("checkout.result.follow")}</LinkButton>
        </Stack>
      </Stack>
    </Page>
  );
}

/** Pays the order itself, where the browser does not hold its cart: on another device, or with its storage cleared. */
function PayOrder({ orderId }: { orderId: string }) {
  const t = useT();
  return (
    <Form method="post" action={href("invoices", undefined, { order: orderId })}>
      <Button variant="main" big name="what" value="pay">
        {t("checkout.result.try-again")}
      </Button>
    </Form>
  );
}

/** Pays for the same cart again in one tap; if the quote has changed, checkout shows the change first. */
function OtherCard({ result: { order, email, isGuest } }: { result: PaymentResult }) {
  const t = useT();
  const navigate = useNavigate();
  const { placing, refused, place } = usePlacing();
  const mending = refused && helpWithOrderError(refused.code);
  const mendsElsewhere = refused?.code === "ORDER_AMOUNT_CHANGED" ? href("checkout") : undefined;
  const to = mendsElsewhere ?? (mending && "to" in mending ? mending.to : undefined);
  useEffect(() => {
    if (to !== undefined) navigate(to);
  }, [to, navigate]);
  useEffect(() => {
    // Back from the payment page: the status of the order may have changed.
    const restored = ({ persisted }: PageTransitionEvent) => {
      const { orderId } = readCart();
      if (persisted && orderId !== null) navigate(href("cart", undefined, { order: orderId }));
    };
    addEventListener("pageshow", restored);
    return () => removeEventListener("pageshow", restored);
  }, [navigate]);
  if (!order) return null;
  const press = () =>
    place({
      paymentMethod: order.paymentMethod ?? "CARD",
      installments: order.installments,
      totalAmount: order.amount,
      invoiceEmail: isGuest ? email : null,
      renewalAccepted: false,
      ...noCard,
    });
  return (
    <>
      {mending && "words" in mending && (
        <Notice tone="bad" role="alert">
          {t(mending.words === "checkout.refused.amount" ? "checkout.refused.other" : mending.words)}
        </Notice>
      )}
      <Button variant="main" big type="button" onClick={press} busy={placing && t("checkout.placing")}>
        {t("checkout.result.other-card")}
      </Button>
    </>
  );
}
