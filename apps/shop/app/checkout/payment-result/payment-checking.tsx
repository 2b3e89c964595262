import { Button } from "@guichet/ui/button.tsx";
import { Figures } from "@guichet/ui/figures.tsx";
import { ClockIcon, MailIcon, RefreshIcon } from "@guichet/ui/icons.tsx";
import { TextLink } from "@guichet/ui/link.tsx";
import { LinkButton } from "@guichet/ui/link-button.tsx";
import { PaymentCardIcon } from "@guichet/ui/more-icons.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { Page, Stack } from "@guichet/ui/page/page.tsx";
import { ProgressBar } from "@guichet/ui/progress-bar.tsx";
import { Stamp } from "@guichet/ui/tickets/stamp.tsx";
import { Form } from "react-router";
import { useFormats } from "../../formats/formats.ts";
import { Title } from "../../page/title.tsx";
import { href } from "../../paths.ts";
import { T, useT } from "../../texts/texts.tsx";
import { usePaymentPoll } from "./payment-poll.ts";
import type { PaymentResult } from "./payment-result.server.ts";
import { OrderNumber, ResultTicket } from "./result-ticket.tsx";

/** Result that is not known yet: the page polls, and reloads by its button without script. */
export function CheckingResult({ result, giveUpRefused }: { result: PaymentResult; giveUpRefused: string | null }) {
  const t = useT();
  const formats = useFormats();
  const { order, orderId, email } = result;
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
        <LinkButton href={href("invoices", undefined, { order: orderId })}>{t("checkout.result.follow")}</LinkButton>
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
