import type { ItemField, Support } from "@guichet/contract/catalogue.ts";
import type { CartLine } from "@guichet/rules/cart.ts";
import { dayIn } from "@guichet/rules/dates/days.ts";
import { readConfirmedField } from "@guichet/rules/fields.ts";
import type { BirthDateFault } from "../identity/forms/visitor-birth-date.tsx";
import type { OfferedCard } from "../transport-cards/transport-card-choice.tsx";
import type { ChosenJourney, OfferedJourney } from "../travel/journey-offer.ts";
import type { OfferedStart } from "./offered-start.ts";

/** What a customer has chosen of an article so far; what the form holds. */
export interface Choice {
  travellerId: string | null;
  support: Support | null;
  /** The proposed day, week or month, by its first day. */
  day: string | null;
  /** DAY_PIVOT: the quarter of an hour. */
  startingAt: string | null;
  /** The transport card that was picked, where there are several. */
  mediaId: string | null;
  /** From where to where, for articles that are sold so; the day is only looked at. */
  journey: ChosenJourney | null;
  optionId: string | null;
  quantity: number;
  fields: Readonly<Record<string, string>>;
  /** Fields that are typed twice. */
  again: Readonly<Record<string, string>>;
}

/** What a choice is made from. */
export interface Offered {
  id: string;
  min: number;
  fields: readonly ItemField[];
  supports: readonly Support[];
  start: OfferedStart | "none" | null;
  /** null: nobody is signed in, the line has no traveller yet. */
  travellers: readonly OfferedTraveller[] | null;
  mayHoldOnPhone: boolean;
  journey: OfferedJourney | null;
  /** Transport cards that may be loaded now; null: nobody is signed in, or the article stands on none. */
  cards: readonly OfferedCard[] | null;
}

/** An article and a traveller: how old they are when it begins (decision 099), and what keeps it from them. */
export interface Suitability {
  /** null: unknown, or hidden by the network. */
  age: number | null;
  reason: "age" | "birth-date" | "status" | "deactivated" | null;
}

/** A traveller, as the article suits them from the first day that is proposed; computed by the server, which keeps the page light. */
export interface OfferedTraveller extends Suitability {
  userId: string;
  /** The later days on which they have another age. */
  onDay: Readonly<Record<string, Suitability>>;
}

/** How an article that begins as chosen suits a traveller. */
export const suitability = (traveller: Omit<OfferedTraveller, "userId">, day: string | null): Suitability =>
  traveller.onDay[day ?? ""] ?? traveller;

/** What is wrong with a choice: where the words lead, and what they are. */
export type ChoiceFault =
  | {
      at: "traveller" | "support" | "card" | "start";
      code:
        | "TRAVELLER_REQUIRED"
        | "TRAVELLER_NOT_ELIGIBLE"
        | "CARD_REQUIRED"
        | "START_REQUIRED"
        | "START_NOT_COMPUTABLE"
        | "SUPPORT_NOT_OFFERED";
    }
  | BirthDateFault
  | { at: "origin" | "destination"; code: "ITEM_FIELD_REQUIRED" }
  | { at: "field"; field: ItemField; again: boolean; what: FieldFault };
export type FieldFault = "required" | "short" | "long" | "different" | "malformed";

/** What is chosen when the page opens: the traveller who suits, the phone where it may be, the earliest start. */
export function firstChoice({ min, supports, start, travellers, mayHoldOnPhone, journey }: Offered): Choice {
  const open = openSupports(supports, mayHoldOnPhone);
  const proposal = start === null || start === "none" ? undefined : start.proposals[0];
  return {
    travellerId: travellers?.find((one) => suitability(one, proposal?.day ?? null).reason === null)?.userId ?? null,
    support: open.includes("DEMATERIALIZED") ? "DEMATERIALIZED" : (open[0] ?? null),
    day: proposal?.day ?? null,
    startingAt: start === null || start === "none" ? null : (start.slots[0]?.startingAt ?? null),
    mediaId: null,
    journey: journey?.chosen ?? null,
    optionId: null,
    quantity: min,
    fields: {},
    again: {},
  };
}

/** The choice that a line of the cart was; what is no longer offered is left open. */
export function choiceOf(line: CartLine, offered: Offered, timeZone: string): Choice {
  const { start, travellers } = offered;
  const proposals = start === null || start === "none" ? [] : start.proposals;
  const startDay = line.startingAt === null ? null : dayIn(line.startingAt, timeZone);
  const proposal = proposals.find(({ day, startMonth }) =>
    line.startMonth === null ? day === startDay : startMonth === line.startMonth,
  );
  const suits = travellers?.some(
    (one) => one.userId === line.profileId && suitability(one, proposal?.day ?? null).reason === null,
  );
  const { origin = "", destination = "" } = line.fields;
  return {
    ...firstChoice(offered),
    journey: offered.journey && { ...offered.journey.chosen, origin, destination },
    travellerId: suits ? line.profileId : null,
    support: openSupports(offered.supports, offered.mayHoldOnPhone).includes(line.support) ? line.support : null,
    day: proposal?.day ?? null,
    startingAt: proposal ? line.startingAt : null,
    mediaId: line.mediaId,
    optionId: line.optionId,
    quantity: line.quantity,
    fields: line.fields,
    again: line.fields,
  };
}

export const openSupports = (supports: readonly Support[], mayHoldOnPhone: boolean): readonly Support[] =>
  supports.filter((support) => support !== "DEMATERIALIZED" || mayHoldOnPhone);

/** The transport cards that this choice may be loaded on: its traveller's. */
export const cardsFor = (
  { travellerId, support }: Choice,
  { cards }: Pick<Offered, "cards">,
): readonly OfferedCard[] =>
  support === "MEDIA" ? (cards ?? []).filter((card) => card.travellerId === travellerId) : [];

/** The card that it is loaded on: the one picked, else the traveller's first. */
export function cardOf(choice: Choice, offered: Pick<Offered, "cards">): OfferedCard | undefined {
  const cards = cardsFor(choice, offered);
  return cards.find(({ id }) => id === choice.mediaId) ?? cards[0];
}

/** Everything that is missing or wrong, in the order of the page (§5); empty: it can go into the cart. */
export function choiceFaults(choice: Choice, offered: Offered): ChoiceFault[] {
  const { travellers, start, fields } = offered;
  const faults: ChoiceFault[] = [];
  const traveller = travellers?.find(({ userId }) => userId === choice.travellerId);
  if (travellers !== null && traveller === undefined) faults.push({ at: "traveller", code: "TRAVELLER_REQUIRED" });
  // Another start may be another age.
  else if (traveller && suitability(traveller, choice.day).reason !== null)
    faults.push({ at: "traveller", code: "TRAVELLER_NOT_ELIGIBLE" });
  if (choice.support === null) faults.push({ at: "support", code: "SUPPORT_NOT_OFFERED" });
  if (choice.support === "MEDIA" && offered.cards !== null && !cardOf(choice, offered)) {
    faults.push({ at: "card", code: "CARD_REQUIRED" });
  }
  if (start === "none") faults.push({ at: "start", code: "START_NOT_COMPUTABLE" });
  else if (start !== null && startOf(choice, start) === null) faults.push({ at: "start", code: "START_REQUIRED" });
  if (choice.journey?.origin === "") faults.push({ at: "origin", code: "ITEM_FIELD_REQUIRED" });
  if (choice.journey?.destination === "") faults.push({ at: "destination", code: "ITEM_FIELD_REQUIRED" });
  return [...faults, ...fields.flatMap((field) => fieldFault(field, choice) ?? [])];
}

function fieldFault(field: ItemField, { fields, again }: Choice): ChoiceFault | undefined {
  const read = readConfirmedField(field, fields[field.id], again[field.id]);
  if (read.ok) return undefined;
  const { details = {} } = read;
  const what = (): FieldFault => {
    if (read.code === "ITEM_FIELD_REQUIRED") return "required";
    if ("minLength" in details) return "short";
    if ("maxLength" in details) return "long";
    return "confirmation" in details ? "different" : "malformed";
  };
  return { at: "field", field, again: "confirmation" in details, what: what() };
}

/** The start as a line carries it: an instant, or a month; null while none is chosen. */
export function startOf(
  { day, startingAt }: Pick<Choice, "day" | "startingAt">,
  { pivotType, proposals }: OfferedStart,
): Pick<CartLine, "startingAt" | "startMonth"> | null {
  const proposal = proposals.find((one) => one.day === day);
  if (proposal === undefined) return null;
  if (pivotType === "MONTH_PIVOT") return { startingAt: null, startMonth: proposal.startMonth };
  if (pivotType === "WEEK_PIVOT") return { startingAt: proposal.startingAt, startMonth: null };
  return startingAt === null ? null : { startingAt, startMonth: null };
}

const endsOf = (journey: ChosenJourney | null): Record<string, string> =>
  journey === null ? {} : { origin: journey.origin, destination: journey.destination };

/** The line that a choice without faults becomes. */
export function lineOf(choice: Choice, offered: Offered): Omit<CartLine, "id"> | null {
  const { support } = choice;
  const { start } = offered;
  const chosen =
    start === null ? { startingAt: null, startMonth: null } : start === "none" ? null : startOf(choice, start);
  if (support === null || chosen === null) return null;
  const fields = offered.fields.flatMap(({ id }) => {
    const value = choice.fields[id]?.trim() ?? "";
    return value === "" ? [] : [[id, value] as const];
  });
  return {
    shopItemId: offered.id,
    quantity: choice.quantity,
    profileId: choice.travellerId,
    support,
    optionId: choice.optionId,
    mediaId: cardOf(choice, offered)?.id ?? null,
    ...chosen,
    fields: { ...Object.fromEntries(fields), ...endsOf(choice.journey) },
  };
}
