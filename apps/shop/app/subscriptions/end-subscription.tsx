import { terminationRefundDaysMax } from "@guichet/contract/limits/payment-limits.ts";
import type { Subscription } from "@guichet/contract/subscriptions.ts";
import { Button } from "@guichet/ui/button.tsx";
import { LinkButton } from "@guichet/ui/link-button.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { BackLink } from "@guichet/ui/page/back-link.tsx";
import { Page, PageHead } from "@guichet/ui/page/page.tsx";
import { Sheet } from "@guichet/ui/sheet.tsx";
import { Form, useNavigation } from "react-router";
import { useFormats } from "../formats/formats.ts";
import { Title } from "../page/title.tsx";
import { href } from "../paths.ts";
import { refusalText } from "../texts/refusal-texts.ts";
import { useT } from "../texts/texts.tsx";
import { isOwed } from "./one-subscription.tsx";
import { ProratedCalculation } from "./prorated-calculation.tsx";
import { beneficiaryName } from "./subscription-words.tsx";

interface EndSubscriptionProps {
  one: Subscription;
  ending: NonNullable<Subscription["mayTerminate"]>;
  /** Whether the effect of ending it has changed since the page was loaded. */
  changed: boolean;
  refused: string | undefined;
}

/** The effect of ending the subscription, and the button that ends it (consumer code L215-1-1). */
export function EndSubscription({ one, ending, changed, refused }: EndSubscriptionProps) {
  const t = useT();
  const formats = useFormats();
  const navigation = useNavigation();
  const { effect, lastDay, refund, calculation } = ending;
  const home = href("tacitOne", { id: one.subscriptionId });
  const owed = isOwed(one) ? one.periods.find(({ orderId }) => orderId === one.blocked?.orderId) : undefined;
  return (
    <Page narrow>
      <Title>{t("subscriptions.end.title")}</Title>
      <BackLink href={home} label={one.product.name} />
      <PageHead title={t("subscriptions.end.title")}>
        <bdi>{one.product.name}</bdi> · <bdi>{beneficiaryName(one)}</bdi>
      </PageHead>
      {refused !== undefined && <Notice tone="bad" role="alert" title={refusalText(t, refused)} />}
      {changed && <Notice tone="wait" role="alert" title={t("subscriptions.end.changed")} />}
      <Sheet id="effect" title={t("subscriptions.end.what")}>
        <ul className="list-disc ps-5 stack" data-gap="m">
          {effect === "AT_END" && <li>{t("subscriptions.end.AT_END", { day: formats.day(lastDay) })}</li>}
          {effect === "REFUNDED" && refund !== null && (
            <li>{t("subscriptions.end.REFUNDED", { amount: formats.money(refund) })}</li>
          )}
          {effect === "REST_REFUNDED" && <li>{t("subscriptions.end.REST_REFUNDED", { day: formats.day(lastDay) })}</li>}
          {effect === "REST_REFUNDED" && refund !== null && (
            <li>
              {t("subscriptions.end.REST_REFUNDED.refund", {
                amount: formats.money(refund),
                days: terminationRefundDaysMax,
              })}
            </li>
          )}
          {effect === "AT_ONCE" && <li>{t("subscriptions.end.AT_ONCE")}</li>}
          {owed && <li>{t("subscriptions.end.AT_ONCE.due", { number: owed.orderNumber })}</li>}
          <li>{t("subscriptions.end.no-more")}</li>
          {effect === "AT_END" && <li>{t("subscriptions.end.AT_END.back")}</li>}
          {effect === "REST_REFUNDED" && <li>{t("subscriptions.end.final")}</li>}
          <li>{t("subscriptions.end.email")}</li>
        </ul>
      </Sheet>
      {calculation !== undefined && <ProratedCalculation calculation={calculation} refund={refund} />}
      <Form method="post" className="stack" data-gap="m">
        <input type="hidden" name="what" value="end" />
        <input type="hidden" name="effect" value={effect} />
        <input type="hidden" name="lastDay" value={lastDay} />
        <Button variant="main" big busy={navigation.formMethod === "POST" && t("subscriptions.end.confirm")}>
          {t("subscriptions.end.confirm")}
        </Button>
        {one.laterEnds.length > 0 && (
          <LinkButton big href={href("terminate")}>
            {t("subscriptions.end.later")}
          </LinkButton>
        )}
        <LinkButton variant="quiet" big href={home}>
          {t("subscriptions.end.keep")}
        </LinkButton>
      </Form>
    </Page>
  );
}
