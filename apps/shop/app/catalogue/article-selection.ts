import type { ItemField, Support } from "@guichet/contract/catalogue.ts";
import type { CartLine } from "@guichet/rules/cart.ts";
import { dayIn } from "@guichet/rules/dates/days.ts";
import { readConfirmedField } from "@guichet/rules/fields.ts";
import type { BirthDateFault } from "../identity/forms/visitor-birth-date.tsx";
import type { OfferedCard } from "../transport-cards/transport-card-choice.tsx";
import type { ChosenJourney, OfferedJourney } from "../travel/journey-offer.ts";
import type { OfferedStart } from "./offered-start.ts";

/** State of the article's form: what the customer has selected so far. */
export interface Choice {
  travellerId: string | null;
  support: Support | null;
  /** First day of the selected day, week or month. */
  day: string | null;
  /** DAY_PIVOT: the selected quarter-hour slot. */
  startingAt: string | null;
  /** Id of the selected transport card, if there are several. */
  mediaId: string | null;
  /** Origin and destination, for articles sold by journey; the day only selects the departures to show. */
  journey: ChosenJourney | null;
  optionId: string | null;
  quantity: number;
  fields: Readonly<Record<string, string>>;
  /** Repeated values of fields that must be typed twice. */
  again: Readonly<Record<string, string>>;
}

/** Options offered to the customer for an article. */
export interface Offered {
  id: string;
  min: number;
  fields: readonly ItemField[];
  supports: readonly Support[];
  start: OfferedStart | "none" | null;
  /** null: nobody is signed in, so the line has no traveller yet. */
  travellers: readonly OfferedTraveller[] | null;
  mayHoldOnPhone: boolean;
  journey: OfferedJourney | null;
  /** Transport cards that can be loaded now; null: nobody is signed in, or the article is not loaded on cards. */
  cards: readonly OfferedCard[] | null;
}

/** Eligibility of a traveller for an article: the age at its start (decision 099), and the reason for ineligibility. */
export interface Suitability {
  /** Age in years; null: unknown, or hidden by the network. */
  age: number | null;
  reason: "age" | "birth-date" | "status" | "deactivated" | null;
}

/** Traveller with their eligibility on the first proposed day. The server computes it, to keep the page's script small. */
export interface OfferedTraveller extends Suitability {
  userId: string;
  /** Eligibility on the later days on which the traveller's age differs. */
  onDay: Readonly<Record<string, Suitability>>;
  /** The article's status is proved in the cart; absent: the traveller has it, or it is not asked for. */
  provesStatus?: boolean;
}

/** Returns a traveller's eligibility for the selected start. */
export const suitability = (traveller: Omit<OfferedTraveller, "userId">, day: string | null): Suitability =>
  traveller.onDay[day ?? ""] ?? traveller;

/** Fault in a selection: the field to which its message links, and the error code. */
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

/** Returns the initial selection: the first eligible traveller with nothing to prove or the only one, the phone if allowed, the earliest start. */
export function firstChoice({ min, supports, start, travellers, mayHoldOnPhone, journey }: Offered): Choice {
  const open = openSupports(supports, mayHoldOnPhone);
  const proposal = start === null || start === "none" ? undefined : start.proposals[0];
  return {
    travellerId: firstTraveller(travellers ?? [], proposal?.day ?? null)?.userId ?? null,
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

function firstTraveller(travellers: readonly OfferedTraveller[], day: string | null): OfferedTraveller | undefined {
  const eligible = travellers.filter((one) => suitability(one, day).reason === null);
  return eligible.find(({ provesStatus }) => !provesStatus) ?? (travellers.length === 1 ? eligible[0] : undefined);
}

/** Converts a cart line back to a selection; values that are no longer offered are left empty. */
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

/** Transport cards on which this selection can be loaded: those of its traveller. */
export const cardsFor = (
  { travellerId, support }: Choice,
  { cards }: Pick<Offered, "cards">,
): readonly OfferedCard[] =>
  support === "MEDIA" ? (cards ?? []).filter((card) => card.travellerId === travellerId) : [];

/** Returns the card to load: the selected one, else the traveller's first. */
export function cardOf(choice: Choice, offered: Pick<Offered, "cards">): OfferedCard | undefined {
  const cards = cardsFor(choice, offered);
  return cards.find(({ id }) => id === choice.mediaId) ?? cards[0];
}

/** Lists missing and invalid selections in page order (§5); empty: the selection can be added to the cart. */
export function choiceFaults(choice: Choice, offered: Offered): ChoiceFault[] {
  const { travellers, start, fields } = offered;
  const faults: ChoiceFault[] = [];
  const traveller = travellers?.find(({ userId }) => userId === choice.travellerId);
  if (travellers !== null && traveller === undefined) faults.push({ at: "traveller", code: "TRAVELLER_REQUIRED" });
  // The traveller's age may differ at another start.
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

/** Converts the selected start to a line's instant or month; null until a start is selected. */
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

/** Converts a selection without faults to a cart line. */
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
