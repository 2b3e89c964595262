import {
  cardBatchNameMaxLength,
  cardNumberMaxLength,
  cardNumberMinLength,
  chipNumberMaxLength,
  chipNumberMinLength,
} from "@guichet/contract/limits/transport-card-limits.ts";
import type { CardFileFault } from "@guichet/contract/office/cards/card-stock.ts";
import { Day } from "@guichet/contract/values.ts";
import { isLuhnNumber, normaliseCardNumber } from "@guichet/rules/transport-cards.ts";
import type { BlankCard } from "../transport-card-records/blank-card-store.ts";
import { type CardLine, type Columns, fault } from "./card-file.ts";
import { turns } from "./turns.ts";

type Column = "number" | "chip" | "batch" | "expires";

/** The columns of a file of blank cards, by their names in English and French. */
export const blankCardColumns: Columns<Column> = {
  number: ["number", "card number", "card", "numero", "numero de carte", "carte"],
  chip: ["chip", "chip number", "serial", "serial number", "uid", "puce", "numero de puce", "numero de serie"],
  batch: ["batch", "batch name", "lot", "nom du lot"],
  expires: ["expires", "expires on", "expiry", "valid until", "expiration", "expire le", "date de fin"],
};

/** A card of a file, with its line; null: the file does not say. */
export interface ReadCard extends Omit<BlankCard, "batch"> {
  line: number;
  batch: string | null;
}

const numberForm = new RegExp(`^\\d{${cardNumberMinLength},${cardNumberMaxLength}}$`);
const chipForm = new RegExp(`^[0-9A-Z]{${chipNumberMinLength},${chipNumberMaxLength}}$`);

/** Reads the cards of a file's lines, each with every fault that it has by itself or with an earlier line. */
export async function readBlankCards(
  lines: readonly CardLine<Column>[],
  isLuhn: boolean,
): Promise<{ cards: ReadCard[]; faults: CardFileFault[] }> {
  const turn = turns();
  const faults: CardFileFault[] = [];
  const cards: ReadCard[] = [];
  const lineOfNumber = new Map<string, number>();
  const lineOfChip = new Map<string, number>();
  let length: number | undefined;
  for (const { line, fields } of lines) {
    if (turn.isOver()) await turn.next();
    const number = normaliseCardNumber(fields.number);
    const chip = fields.chip.replaceAll(/[\s:-]/g, "").toUpperCase() || null;
    const expiresOn = dayIn(fields.expires);
    const wrong = [...numberFaults(line, fields.number, number, isLuhn)];
    // A spreadsheet takes zeros away at the beginning of a number.
    if (wrong.length === 0) length ??= number.length;
    if (wrong.length === 0 && number.length !== length)
      wrong.push(fault(line, "number-length", fields.number, `${length}`));
    if (chip !== null && !chipForm.test(chip)) wrong.push(fault(line, "chip", fields.chip));
    if (fields.batch.length > cardBatchNameMaxLength || /\p{Cc}/u.test(fields.batch))
      wrong.push(fault(line, "batch", fields.batch));
    if (expiresOn === undefined) wrong.push(fault(line, "expiry", fields.expires));
    const [sameNumber, sameChip] = [lineOfNumber.get(number), chip === null ? undefined : lineOfChip.get(chip)];
    if (sameNumber !== undefined) wrong.push(fault(line, "number-repeated", fields.number, `${sameNumber}`));
    else if (sameChip !== undefined) wrong.push(fault(line, "chip-repeated", fields.chip, `${sameChip}`));
    if (sameNumber === undefined) lineOfNumber.set(number, line);
    if (chip !== null && sameChip === undefined) lineOfChip.set(chip, line);
    for (const one of wrong) faults.push(one);
    if (wrong.length === 0) {
      cards.push({ line, number, chip, batch: fields.batch || null, expiresOn: expiresOn ?? null });
    }
  }
  return { cards, faults };
}

/** What is wrong with a card's number: its form, or its check digit where the network uses one. */
export function numberFaults(line: number, written: string, number: string, isLuhn: boolean): CardFileFault[] {
  // Two numbers in one cell are no longer number.
  if (!numberForm.test(number) || /\p{Cc}/u.test(written.trim())) return [fault(line, "number", written)];
  return isLuhn && !isLuhnNumber(number) ? [fault(line, "check-digit", written)] : [];
}

/** A day as `2031-12-31` or `31/12/2031`; null: empty, undefined: no such day. */
function dayIn(text: string): string | null | undefined {
  if (text === "") return null;
  const [, day, month, year] = /^(\d{1,2})[/.](\d{1,2})[/.](\d{4})$/.exec(text) ?? [];
  const iso = day && month ? `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}` : text;
  return Day.safeParse(iso).data;
}
