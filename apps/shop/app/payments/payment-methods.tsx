import type { KeptMethod } from "@guichet/contract/payments.ts";
import { Button } from "@guichet/ui/button.tsx";
import { Disclosure } from "@guichet/ui/disclosure.tsx";
import { Field } from "@guichet/ui/field.tsx";
import { Figures } from "@guichet/ui/figures.tsx";
import { AlertIcon } from "@guichet/ui/icons.tsx";
import { Item } from "@guichet/ui/item.tsx";
import { BankIcon, PaymentCardIcon } from "@guichet/ui/more-icons.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { Plate } from "@guichet/ui/plate.tsx";
import { Sheet } from "@guichet/ui/sheet.tsx";
import { Stamp } from "@guichet/ui/stamp.tsx";
import { Form, useSearchParams } from "react-router";
import { accountActions } from "../paths.ts";
import { useFormats } from "../shell/formats.ts";
import { useShell } from "../shell/shell.tsx";
import { useT } from "../shell/texts.tsx";
import { accountName } from "./account-name.tsx";

/** The payment cards that the customer keeps, and what can be done with each (§3 "Payment card"). */
export function PaymentMethods({ cards }: { cards: readonly KeptMethod[] }) {
  const t = useT();
  const { switches } = useShell().network;
  return (
    <div className="stack" data-gap="m">
      <Told />
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
      <Form method="post" action={accountActions.paymentCard}>
        <input type="hidden" name="what" value="add" />
        <Button>{t("payments.add")}</Button>
      </Form>
      <p className="small soft">{t("payments.add.note")}</p>
      {switches.transferPayments && <NewAccount />}
    </div>
  );
}

/** A bank account may be kept before anything is ordered; its mandate is signed with each order. */
function NewAccount() {
  const t = useT();
  return (
    <Disclosure summary={t("payments.account.add")}>
      <Form method="post" action={accountActions.paymentCard} className="stack" data-gap="m">
        <input type="hidden" name="what" value="account" />
        <Field name="iban" label={t("payments.account.iban")} dir="ltr" autoComplete="off" maxLength={60} required />
        <Field name="holder" label={t("payments.account.holder")} autoComplete="name" maxLength={70} required />
        <Button>{t("payments.account.keep")}</Button>
        <p className="small soft">{t("payments.account.note")}</p>
      </Form>
    </Disclosure>
  );
}

function OneCard({ card }: { card: KeptMethod }) {
  const t = useT();
  const formats = useFormats();
  const { brand, EXTRA, IS_BOOKMARKED, LOCKED, kind, holder, state } = card;
  const isAccount = kind === "IBAN";
  const name = isAccount ? accountName(card) : `${brand ?? ""} •••• ${EXTRA.NUM}`;
  return (
    <>
      <Item
        icon={<Plate size="l">{isAccount ? <BankIcon /> : <PaymentCardIcon />}</Plate>}
        name={<Figures>{name}</Figures>}
        note={
          <>
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
            {LOCKED && (
              <>
                <br />
                {t("payments.locked")}
              </>
            )}
          </>
        }
        end={<span />}
      />
      <div className="row">
        <Act card={card} what={IS_BOOKMARKED ? "plain" : "favourite"} name={name} />
        {!LOCKED && <Act card={card} what="remove" name={name} />}
      </div>
    </>
  );
}

/** One thing to do with a card; its name is said for who hears the button alone. */
function Act({ card, what, name }: { card: KeptMethod; what: "favourite" | "plain" | "remove"; name: string }) {
  const t = useT();
  return (
    <Form method="post" action={accountActions.paymentCard}>
      <input type="hidden" name="what" value={what} />
      <input type="hidden" name="card" value={card.ID} />
      <Button look="quiet" aria-label={`${t(`payments.act.${what}`)}, ${name}`}>
        {t(`payments.act.${what}`)}
      </Button>
    </Form>
  );
}

const good = ["removed", "favourite", "plain", "kept-account"] as const;
const bad = ["locked", "gone", "unreachable", "iban-wrong", "iban-country"] as const;

/** What has just been done, or why not. */
function Told() {
  const t = useT();
  const [search] = useSearchParams();
  const done = good.find((known) => known === search.get("card"));
  const not = bad.find((known) => known === search.get("card"));
  if (done) return <Notice tone="ok" role="status" title={t(`payments.told.${done}`)} />;
  return not ? <Notice tone="bad" role="alert" title={t(`payments.told.${not}`)} /> : null;
}
