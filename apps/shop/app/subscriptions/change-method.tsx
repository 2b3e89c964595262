import type { SavedPaymentMethod } from "@guichet/contract/payments.ts";
import type { Subscription } from "@guichet/contract/subscriptions.ts";
import { Button } from "@guichet/ui/button.tsx";
import { Figures } from "@guichet/ui/figures.tsx";
import { Choice } from "@guichet/ui/forms/choice.tsx";
import { ChoiceGroup } from "@guichet/ui/forms/choice-group.tsx";
import { BankIcon, PaymentCardIcon } from "@guichet/ui/more-icons.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { BackLink } from "@guichet/ui/page/back-link.tsx";
import { Page, PageHead } from "@guichet/ui/page/page.tsx";
import { Form, useNavigation } from "react-router";
import { type Formats, useFormats } from "../formats/formats.ts";
import { usePageContext } from "../page/page-context.tsx";
import { Title } from "../page/title.tsx";
import { href } from "../paths.ts";
import { AccountName } from "../payments/account-name.tsx";
import { NewMethod } from "../payments/new-method.tsx";
import { PaymentMethodFlash } from "../payments/payment-method-flash.tsx";
import { refusalText } from "../texts/refusal-texts.ts";
import { type Translate, useT } from "../texts/texts.tsx";
import { isOwed } from "./one-subscription.tsx";

interface ChangeMethodProps {
  one: Subscription;
  cards: readonly SavedPaymentMethod[];
  refused: string | undefined;
}

/** Form to choose another card or account for the renewals; an amount due is charged to it immediately. */
export function ChangeMethod({ one, cards, refused }: ChangeMethodProps) {
  const t = useT();
  const formats = useFormats();
  const navigation = useNavigation();
  const { switches } = usePageContext().network;
  const { subscriptionId: id, product, blocked, method } = one;
  const offered = cards.filter(
    ({ kind, state }) => state !== "expired" && (kind === "CARD" || switches.transferPayments),
  );
  const none = refused === "METHOD_REQUIRED";
  return (
    <Page narrow>
      <Title>{t("subscriptions.method.title")}</Title>
      <BackLink href={href("tacitOne", { id })} label={product.name} />
      <PageHead title={t("subscriptions.method.title")}>{t("subscriptions.method.text")}</PageHead>
      <PaymentMethodFlash />
      {refused !== undefined && !none && <Notice tone="bad" role="alert" title={refusalText(t, refused)} />}
      {blocked && !isOwed(one) && (
        <Notice tone="wait">{t("subscriptions.method.retried", { amount: formats.money(blocked.amount) })}</Notice>
      )}
      {offered.length === 0 ? (
        <p>{t("subscriptions.method.none")}</p>
      ) : (
        <Form method="post" className="stack">
          <input type="hidden" name="what" value="method" />
          <ChoiceGroup
            id="card"
            label={t("subscriptions.method.choose")}
            error={none ? t("subscriptions.method.required") : undefined}
          >
            {offered.map((card) => (
              <Choice
                key={card.ID}
                name="card"
                value={card.ID}
                defaultChecked={card.ID === method?.cardId}
                title={<SavedMethodName card={card} />}
                note={noteOf(card, card.ID === method?.cardId, t, formats)}
                end={card.kind === "CARD" ? <PaymentCardIcon /> : <BankIcon />}
              />
            ))}
          </ChoiceGroup>
          <Button variant="main" big busy={navigation.formMethod === "POST" && t("subscriptions.method.save")}>
            {t("subscriptions.method.save")}
          </Button>
        </Form>
      )}
      <section className="stack" data-gap="m" aria-labelledby="another">
        <h2 id="another">{t("subscriptions.method.other")}</h2>
        <NewMethod subscription={id} />
      </section>
    </Page>
  );
}

function SavedMethodName({ card }: { card: SavedPaymentMethod }) {
  if (card.kind === "IBAN") return <AccountName account={card} />;
  return <Figures>{`${card.brand ?? ""} •••• ${card.EXTRA.NUM}`}</Figures>;
}

function noteOf(
  { kind, nickname, EXTRA, state }: SavedPaymentMethod,
  isCurrent: boolean,
  t: Translate,
  formats: Formats,
) {
  return [
    isCurrent && t("subscriptions.method.current"),
    nickname,
    EXTRA.EXP !== null && t("subscriptions.method.until", { month: formats.month(EXTRA.EXP) }),
    state === "expiring" && t("subscriptions.method.expiring"),
    kind === "IBAN" && t("subscriptions.method.to-sign"),
  ]
    .filter(Boolean)
    .join(" · ");
}
