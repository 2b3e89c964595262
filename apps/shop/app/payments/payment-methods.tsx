import { nicknameMaxLength } from "@guichet/contract/limits/payment-limits.ts";
import type { SavedPaymentMethod } from "@guichet/contract/payments.ts";
import { Button } from "@guichet/ui/button.tsx";
import { Disclosure } from "@guichet/ui/disclosure.tsx";
import { Figures } from "@guichet/ui/figures.tsx";
import { Field } from "@guichet/ui/forms/field.tsx";
import { AlertIcon } from "@guichet/ui/icons.tsx";
import { Item } from "@guichet/ui/item.tsx";
import { TextLink } from "@guichet/ui/link.tsx";
import { BankIcon, PaymentCardIcon } from "@guichet/ui/more-icons.tsx";
import { Sheet } from "@guichet/ui/sheet.tsx";
import { Plate } from "@guichet/ui/tickets/plate.tsx";
import { Stamp } from "@guichet/ui/tickets/stamp.tsx";
import { VisuallyHidden } from "@guichet/ui/visually-hidden.tsx";
import { Form } from "react-router";
import { useFormats } from "../formats/formats.ts";
import { accountActions, href } from "../paths.ts";
import { T, useT } from "../texts/texts.tsx";
import { accountName } from "./account-name.tsx";
import { NewMethod } from "./new-method.tsx";
import { PaymentMethodFlash } from "./payment-method-flash.tsx";

/** The customer's saved cards and bank accounts, and the actions for each (§3 "Payment card"). */
export function PaymentMethods({ cards }: { cards: readonly SavedPaymentMethod[] }) {
  const t = useT();
  return (
    <div className="stack" data-gap="m">
      <PaymentMethodFlash />
      {cards.length === 0 ? (
        <p>{t("payments.none")}</p>
      ) : (
        <Sheet list>
          <ul>
            {cards.map((card) => (
              <li key={card.ID}>
                <OneCard card={card} />
              </li>
            ))}
          </ul>
        </Sheet>
      )}
      <NewMethod />
    </div>
  );
}

const nameOf = (card: SavedPaymentMethod): string =>
  card.kind === "IBAN" ? accountName(card) : `${card.brand ?? ""} •••• ${card.EXTRA.NUM}`;

function OneCard({ card }: { card: SavedPaymentMethod }) {
  const t = useT();
  const formats = useFormats();
  const { EXTRA, IS_BOOKMARKED, LOCKED, kind, holder, nickname, state } = card;
  const isAccount = kind === "IBAN";
  const name = nameOf(card);
  return (
    <>
      <Item
        icon={<Plate size="l">{isAccount ? <BankIcon /> : <PaymentCardIcon />}</Plate>}
        name={nickname === null ? <Figures>{name}</Figures> : <bdi>{nickname}</bdi>}
        note={
          <>
            {nickname !== null && (
              <>
                <Figures>{name}</Figures>
                {" · "}
              </>
            )}
            {EXTRA.EXP !== null && t("payments.until", { month: formats.month(EXTRA.EXP) })}
            {isAccount && t("payments.account")}
            {holder && (
              <>
                {" · "}
                <bdi>{holder}</bdi>
              </>
            )}
            {IS_BOOKMARKED && ` · ${t(isAccount ? "payments.account.favourite" : "payments.favourite")}`}
            {state !== "good" && (
              <>
                <br />
                <Stamp tone={state === "expired" ? "bad" : "wait"} icon={<AlertIcon size="s" />}>
                  {t(`payments.${state}`)}
                </Stamp>
              </>
            )}
          </>
        }
        end={<span />}
      />
      {LOCKED && <NeededBy card={card} />}
      <div className="row">
        <ActionButton card={card} what={IS_BOOKMARKED ? "plain" : "favourite"} name={name} />
        {!LOCKED && <ActionButton card={card} what="remove" name={name} />}
      </div>
      <Nickname card={card} name={name} />
      {card.mandates.length > 0 && <Mandates card={card} name={name} />}
    </>
  );
}

const orderHref = (orderId: string): string => href("invoices", undefined, { order: orderId });

/** Reason why a card cannot be removed: the orders and subscriptions that need it, and the consequences if it expires before they end. */
function NeededBy({ card: { EXTRA, neededBy, subscriptions } }: { card: SavedPaymentMethod }) {
  const t = useT();
  const formats = useFormats();
  const { EXP } = EXTRA;
  const isOverBefore = EXP !== null && neededBy.some(({ until }) => until.slice(0, 7) > EXP);
  return (
    <div className="stack small" data-gap="s">
      {subscriptions.length > 0 && (
        <>
          <p>{t("payments.locked.subscriptions")}</p>
          <ul>
            {subscriptions.map(({ subscriptionId, name }) => (
              <li key={subscriptionId}>
                <TextLink href={href("tacitOne", { id: subscriptionId })}>{name}</TextLink>
              </li>
            ))}
          </ul>
        </>
      )}
      {neededBy.length > 0 && (
        <>
          <p>{t("payments.locked")}</p>
          <ul>
            {neededBy.map(({ orderId, orderNumber, until }) => (
              <li key={orderId}>
                <T
                  id="payments.locked.order"
                  values={{ number: orderNumber, day: formats.day(until) }}
                  components={{
                    order: <TextLink href={orderHref(orderId)} />,
                    number: <bdi dir="ltr" className="figures" />,
                  }}
                />
              </li>
            ))}
          </ul>
        </>
      )}
      {isOverBefore && <p>{t("payments.over-before")}</p>}
    </div>
  );
}

/** Signed mandates of a bank account, each with its order or subscription. */
function Mandates({ card: { mandates }, name }: { card: SavedPaymentMethod; name: string }) {
  const t = useT();
  const formats = useFormats();
  return (
    <Disclosure
      summary={
        <>
          {t("payments.mandates", { count: mandates.length })}
          <VisuallyHidden>, {name}</VisuallyHidden>
        </>
      }
    >
      <ul className="stack small" data-gap="s">
        {mandates.map(({ reference, signedAt, orderId, orderNumber, subscriptionId, name: subscription }) => (
          <li key={reference}>
            <Figures>{reference}</Figures>
            <br />
            {orderId !== null && orderNumber !== null && (
              <T
                id="payments.mandate.of"
                values={{ number: orderNumber, instant: formats.instant(signedAt) }}
                components={{
                  order: <TextLink href={orderHref(orderId)} />,
                  number: <bdi dir="ltr" className="figures" />,
                }}
              />
            )}
            {subscriptionId !== null && subscription !== null && (
              <T
                id="payments.mandate.of-subscription"
                values={{ name: subscription, instant: formats.instant(signedAt) }}
                components={{
                  subscription: <TextLink href={href("tacitOne", { id: subscriptionId })} />,
                  name: <bdi />,
                }}
              />
            )}
          </li>
        ))}
      </ul>
    </Disclosure>
  );
}

/** The customer's name for a card, to distinguish two cards of the same bank. */
function Nickname({ card: { ID, nickname }, name }: { card: SavedPaymentMethod; name: string }) {
  const t = useT();
  return (
    <Disclosure
      summary={
        <>
          {t(nickname === null ? "payments.name.give" : "payments.name.change")}
          <VisuallyHidden>, {name}</VisuallyHidden>
        </>
      }
    >
      <Form method="post" action={accountActions.paymentCard}>
        <input type="hidden" name="what" value="named" />
        <input type="hidden" name="card" value={ID} />
        <Field
          name="nickname"
          id={`nickname-${ID}`}
          label={t("payments.name")}
          hint={t("payments.name.hint")}
          defaultValue={nickname ?? ""}
          maxLength={nicknameMaxLength}
          autoComplete="off"
          action={<Button>{t("payments.name.save")}</Button>}
        />
      </Form>
    </Disclosure>
  );
}

/** Button for one action on a card; its accessible name includes the card for screen reader users. */
function ActionButton({
  card,
  what,
  name,
}: {
  card: SavedPaymentMethod;
  what: "favourite" | "plain" | "remove";
  name: string;
}) {
  const t = useT();
  const formats = useFormats();
  return (
    <Form method="post" action={accountActions.paymentCard}>
      <input type="hidden" name="what" value={what} />
      <input type="hidden" name="card" value={card.ID} />
      <Button variant="quiet" aria-label={formats.list([t(`payments.action.${what}`), name])}>
        {t(`payments.action.${what}`)}
      </Button>
    </Form>
  );
}
