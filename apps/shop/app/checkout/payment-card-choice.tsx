import type { SavedPaymentMethod } from "@guichet/contract/payments.ts";
import { Figures } from "@guichet/ui/figures.tsx";
import { Checkbox } from "@guichet/ui/forms/checkbox.tsx";
import { Choice } from "@guichet/ui/forms/choice.tsx";
import { ChoiceGroup } from "@guichet/ui/forms/choice-group.tsx";
import { Lines } from "@guichet/ui/lines.tsx";
import { PaymentCardIcon } from "@guichet/ui/more-icons.tsx";
import { useState } from "react";
import { useFormats } from "../formats/formats.ts";
import { useT } from "../texts/texts.tsx";
import type { Calendar, Payment } from "./payment.ts";

type Chosen = Pick<Payment, "keepCard" | "cardId">;
export const noCard: Chosen & Pick<Payment, "account" | "mandate"> = {
  keepCard: false,
  cardId: null,
  account: null,
  mandate: null,
};

/** State of the paying card: a saved card (the favourite or the only one first) or a new one, which can be saved; subscriptions require saving it. `before`: an earlier choice for the same cart. */
export function usePaymentCardChoice(cards: readonly SavedPaymentMethod[], mustKeep: boolean, before?: Chosen) {
  const [picked, setPicked] = useState(before && (before.cardId ?? "another"));
  const [keep, setKeep] = useState(before?.keepCard ?? false);
  const cardId = picked === undefined ? preselectedCard(cards) : (cards.find(({ ID }) => ID === picked)?.ID ?? null);
  const chosen: Chosen = { cardId, keepCard: cardId === null && (keep || mustKeep) };
  return { chosen, pick: setPicked, setKeep, mustKeep };
}

/** The card to pay with before the customer chooses one: the favourite, or the only one. */
export function preselectedCard(cards: readonly SavedPaymentMethod[]): string | null {
  const only = cards.length === 1 ? cards[0] : undefined;
  return (cards.find((card) => card.IS_BOOKMARKED) ?? only)?.ID ?? null;
}

type CardChoiceProps = {
  cards: readonly SavedPaymentMethod[];
  choice: ReturnType<typeof usePaymentCardChoice>;
  /** Later installments are charged to the card, so it is saved until the last one in any case. */
  inInstallments: boolean;
};

/** Choice of the saved cards, with the option to save a new card. The card number is entered only at the payment provider. */
export function PaymentCardChoice({
  cards,
  choice: { chosen, pick, setKeep, mustKeep },
  inInstallments,
}: CardChoiceProps) {
  const t = useT();
  const formats = useFormats();
  return (
    <>
      {cards.length > 0 && (
        <ChoiceGroup id="card" label={t("checkout.card")}>
          {cards.map((card) => (
            <Choice
              key={card.ID}
              name="card"
              value={card.ID}
              checked={chosen.cardId === card.ID}
              onChange={() => pick(card.ID)}
              title={<Figures>{`${card.brand ?? ""} •••• ${card.EXTRA.NUM}`}</Figures>}
              note={[
                card.nickname,
                card.EXTRA.EXP && t("checkout.card.until", { month: formats.month(card.EXTRA.EXP) }),
                card.state === "expiring" && t("checkout.card.expiring"),
                card.IS_BOOKMARKED && t("checkout.card.favourite"),
              ]
                .filter(Boolean)
                .join(" · ")}
              end={<PaymentCardIcon />}
            />
          ))}
          <Choice
            name="card"
            value="another"
            checked={chosen.cardId === null}
            onChange={() => pick("another")}
            title={t("checkout.card.another")}
            note={t("checkout.card.another.note")}
          />
        </ChoiceGroup>
      )}
      {chosen.cardId === null && !mustKeep && (
        <Checkbox name="keep-card" checked={chosen.keepCard} onChange={(event) => setKeep(event.target.checked)}>
          {t("checkout.card.keep")}
        </Checkbox>
      )}
      {inInstallments && <p className="small soft">{t("checkout.card.installments")}</p>}
    </>
  );
}

/** Dates and amounts of the installments (§9 "Installments"). */
export function CalendarLines({ calendar }: { calendar: Calendar }) {
  const t = useT();
  const formats = useFormats();
  return (
    <Lines
      lines={calendar.parts.map(({ position, collectedOn, amount }) => ({
        id: `${position}`,
        name: position === 1 && calendar.method === "CARD" ? t("checkout.installment.today") : formats.day(collectedOn),
        value: <Figures>{formats.money(amount)}</Figures>,
      }))}
    />
  );
}
