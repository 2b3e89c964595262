import type { KeptMethod } from "@guichet/contract/payments.ts";
import { Button } from "@guichet/ui/button.tsx";
import { Figures } from "@guichet/ui/figures.tsx";
import { AlertIcon } from "@guichet/ui/icons.tsx";
import { Item } from "@guichet/ui/item.tsx";
import { PaymentCardIcon } from "@guichet/ui/more-icons.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { Plate } from "@guichet/ui/plate.tsx";
import { Sheet } from "@guichet/ui/sheet.tsx";
import { Stamp } from "@guichet/ui/stamp.tsx";
import { Form, useSearchParams } from "react-router";
import { accountActions } from "../paths.ts";
import { useFormats } from "../shell/formats.ts";
import { useT } from "../shell/texts.tsx";

/** The payment cards that the customer keeps, and what can be done with each (§3 "Payment card"). */
export function PaymentMethods({ cards }: { cards: readonly KeptMethod[] }) {
  const t = useT();
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
    </div>
  );
}

function OneCard({ card }: { card: KeptMethod }) {
  const t = useT();
  const formats = useFormats();
  const { brand, EXTRA, IS_BOOKMARKED, LOCKED, state } = card;
  const name = `${brand ?? ""} •••• ${EXTRA.NUM}`;
  return (
    <>
      <Item
        icon={
          <Plate size="l">
            <PaymentCardIcon />
          </Plate>
        }
        name={<Figures>{name}</Figures>}
        note={
          <>
            {EXTRA.EXP !== null && t("payments.until", { month: formats.month(EXTRA.EXP) })}
            {IS_BOOKMARKED && ` · ${t("payments.favourite")}`}
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

const good = ["removed", "favourite", "plain"] as const;
const bad = ["locked", "gone", "unreachable"] as const;

/** What has just been done, or why not. */
function Told() {
  const t = useT();
  const [search] = useSearchParams();
  const done = good.find((known) => known === search.get("card"));
  const not = bad.find((known) => known === search.get("card"));
  if (done) return <Notice tone="ok" role="status" title={t(`payments.told.${done}`)} />;
  return not ? <Notice tone="bad" role="alert" title={t(`payments.told.${not}`)} /> : null;
}
