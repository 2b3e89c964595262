import type { ErrorCode } from "@guichet/contract/error-codes.ts";
import { cardNumberTypedMaxLength } from "@guichet/contract/limits/transport-card-limits.ts";
import { BlankCardFault } from "@guichet/contract/office/cards/card-stock.ts";
import type { ErrorDetails } from "@guichet/contract/result.ts";
import { Field } from "@guichet/ui/forms/field.tsx";
import { type Translate, useT } from "../shell/texts.tsx";

/** A card to make, with the person who gets it. */
export interface CardToMake {
  /** Of the line, or of the card that is replaced. */
  key: string;
  traveller: string | null;
}

/** Numbers of blank cards that were typed or read, by the key of the card to make. */
export type TypedCards = Readonly<Record<string, string>>;

/** What was typed, and what the Ticket API found wrong with it. */
export interface CardsRefused {
  typed: TypedCards;
  code: ErrorCode;
  details: ErrorDetails;
}

const prefix = "blank-card-";

/** The numbers of blank cards in a form, without empty ones. */
export function typedCardsIn(form: FormData): TypedCards {
  const typed = [...form].flatMap(([name, value]) =>
    name.startsWith(prefix) && typeof value === "string" && value.trim() !== ""
      ? [[name.slice(prefix.length), value.trim()] as const]
      : [],
  );
  return Object.fromEntries(typed);
}

/** What is wrong with the number of a blank card, in words; undefined: the refusal is about something else. */
export function blankCardText(t: Translate, code: ErrorCode, details: ErrorDetails): string | undefined {
  if (details.field !== "cardNumber") return undefined;
  if (code === "FIELD_REQUIRED") return t("transport-cards.blank.missing");
  const fault = BlankCardFault.safeParse(details.reason).data;
  return fault && t(`transport-cards.blank.wrong.${fault}`, { number: `${details.number ?? ""}` });
}

/** One field per card to make. A scanner types a number and presses Enter: the browser then goes to the next empty field. */
export function BlankCardFields({
  id,
  cards,
  refused,
}: {
  id: string;
  cards: readonly CardToMake[];
  refused: CardsRefused | undefined;
}) {
  const t = useT();
  const wrong = refused && blankCardText(t, refused.code, refused.details);
  return cards.map(({ key, traveller }, place) => (
    <Field
      key={key}
      id={place === 0 ? id : `${id}-${key}`}
      name={`${prefix}${key}`}
      label={
        traveller === null ? t("transport-cards.blank.number") : t("transport-cards.blank.number.for", { traveller })
      }
      hint={place === 0 ? t("transport-cards.blank.number.hint") : undefined}
      error={refused?.details.card === key ? wrong : undefined}
      defaultValue={refused?.typed[key] ?? ""}
      maxLength={cardNumberTypedMaxLength}
      inputMode="numeric"
      dir="ltr"
      autoComplete="off"
      spellCheck={false}
      required
    />
  ));
}
