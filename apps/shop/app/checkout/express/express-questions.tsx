import { Choice } from "@guichet/ui/forms/choice.tsx";
import { ChoiceGroup } from "@guichet/ui/forms/choice-group.tsx";
import { Quantity } from "@guichet/ui/forms/quantity.tsx";
import { useHydrated } from "@guichet/ui/hydrated.ts";
import { TextLink } from "@guichet/ui/link.tsx";
import { PaymentCardIcon } from "@guichet/ui/more-icons.tsx";
import { Form } from "react-router";
import type { CheckedForm } from "../../forms/checked-form.tsx";
import { EmailField } from "../../identity/forms/email-field.tsx";
import { withNext } from "../../identity/return-path.ts";
import { usePageContext } from "../../page/page-context.tsx";
import { href } from "../../paths.ts";
import { T, useT } from "../../texts/texts.tsx";
import { PaymentCardChoice, usePaymentCardChoice } from "../payment-card-choice.tsx";
import type { ExpressOffer } from "./express-offer.server.ts";

interface QuestionProps {
  offer: ExpressOffer;
  form: CheckedForm;
}

/** Number of pieces. Without script its buttons load the page for another number. */
export function QuantityChoice({
  offer: { item, min, max },
  quantity,
  change,
}: {
  offer: ExpressOffer;
  quantity: number;
  change: (quantity: number) => void;
}) {
  const t = useT();
  const scripted = useHydrated();
  if (max <= min) return null;
  return (
    <Form method="get" action={href("express")} className="row" data-ends="">
      <input type="hidden" name="item" value={item.id} />
      <p>{t("checkout.express.quantity")}</p>
      <Quantity
        name="quantity"
        value={quantity}
        min={min}
        max={max}
        labels={{
          quantity: t("checkout.express.quantity"),
          less: t("checkout.express.less", { name: item.name }),
          more: t("checkout.express.more", { name: item.name }),
        }}
        {...(scripted ? { onChange: change } : {})}
      />
    </Form>
  );
}

/** Who travels, if several travellers of the account may. */
export function TravellerQuestion({
  offer: { travellers },
  form,
  choose,
}: QuestionProps & { choose: (travellerId: string) => void }) {
  const t = useT();
  if (travellers === null || travellers.length < 2) return null;
  const chosen = form.value("traveller") ?? travellers[0]?.userId;
  return (
    <ChoiceGroup id="traveller" label={t("checkout.express.traveller")} error={form.error("traveller")}>
      {travellers.map(({ userId, name }) => (
        <Choice
          key={userId}
          name="traveller"
          value={userId}
          title={<bdi>{name}</bdi>}
          defaultChecked={userId === chosen}
          onChange={() => choose(userId)}
        />
      ))}
    </ChoiceGroup>
  );
}

/** E-mail address of a visitor or guest: for the receipt, and for the tickets as PDF. */
export function EmailQuestion({ offer: { email, item }, form }: QuestionProps) {
  const t = useT();
  const { user } = usePageContext();
  if (email === null) return null;
  return (
    <div className="stack" data-gap="s">
      <EmailField form={form} label={t("checkout.guest-email")} known={email} />
      {user === null && (
        <p className="small soft">
          <T
            id="checkout.express.sign-in"
            components={{
              link: <TextLink href={withNext("auth", href("express", undefined, { item: item.id }))} />,
            }}
          />
        </p>
      )}
    </div>
  );
}

/** How to pay: a saved card, or the provider's page; a single method is displayed, not asked for. */
export function PaymentQuestion({ offer: { cards, travellers } }: { offer: ExpressOffer }) {
  const t = useT();
  const choice = usePaymentCardChoice(cards, false);
  const isElsewhere = choice.chosen.cardId === null;
  return (
    <div className="stack" data-gap="m">
      {cards.length === 0 && (
        <p className="flex gap-2 small soft">
          <PaymentCardIcon size="s" />
          <span>{t("checkout.express.page")}</span>
        </p>
      )}
      {travellers !== null && <PaymentCardChoice cards={cards} choice={choice} inInstallments={false} />}
      {isElsewhere && cards.length > 0 && <p className="small soft">{t("checkout.express.page")}</p>}
    </div>
  );
}
