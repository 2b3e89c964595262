import { cardNumberMaxLength, cardNumberMinLength } from "@guichet/contract/limits/transport-card-limits.ts";
import type { BlankCardFault } from "@guichet/contract/office/cards/card-stock.ts";
import { err, ok, type Result } from "@guichet/contract/result.ts";
import { addDays, dayIn } from "@guichet/rules/dates/days.ts";
import { dayBegins } from "@guichet/rules/dates/instants.ts";
import { isLuhnNumber, normaliseCardNumber } from "@guichet/rules/transport-cards.ts";
import type { Tx } from "../database/database.ts";
import type { Dependencies } from "../dependencies.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import { hasCardStock, stockedCards, takeBlankCard } from "../transport-card-records/blank-card-handover-store.ts";
import { heldNumbers } from "../transport-card-records/blank-card-store.ts";

/** A card to make: its place in the answer, and the number that was typed or read. */
export interface CardToTake {
  key: string;
  number: string | undefined;
}

/** A blank card that was taken out of the stock: its number, and when it expires (null: never). */
export interface TakenCard {
  number: string;
  expiresAt: string | null;
}

export type TakeCode = "FIELD_REQUIRED" | "FIELD_INVALID";
/** The field of a refusal; its details say which card it is, what was typed, and why. */
export const cardNumberField = "cardNumber";

/**
 * Takes blank cards out of the stock, in the transaction that makes cards of them. A network without a stock takes none: the
 * register numbers its cards. A refusal says which number is wrong, and why.
 */
export async function takeBlankCards(
  tx: Tx,
  deps: Dependencies,
  network: LoadedNetwork,
  cards: readonly CardToTake[],
): Promise<Result<ReadonlyMap<string, TakenCard>, TakeCode>> {
  const taken = new Map<string, TakenCard>();
  const hasStock = cards.length > 0 && (await hasCardStock(tx, network.id));
  if (!hasStock && cards.every(({ number }) => number === undefined)) return ok(taken);
  const typed: { key: string; written: string; number: string }[] = [];
  for (const { key, number: written } of cards) {
    if (written === undefined) return err("FIELD_REQUIRED", { field: cardNumberField, card: key });
    typed.push({ key, written, number: normaliseCardNumber(written) });
  }
  // In one order for everybody who takes several cards.
  typed.sort((one, other) => (one.number < other.number ? -1 : 1));
  for (const [index, { key, written, number }] of typed.entries()) {
    const isRepeated = typed[index - 1]?.number === number;
    const found: TakenCard | BlankCardFault = isRepeated ? "repeated" : await takeOne(tx, deps, network, number);
    if (typeof found === "string")
      return err("FIELD_INVALID", { field: cardNumberField, card: key, number: written, reason: found });
    taken.set(key, found);
  }
  return ok(taken);
}

async function takeOne(
  tx: Tx,
  { clock }: Dependencies,
  { id: networkId, definition: { timeZone, cards } }: LoadedNetwork,
  number: string,
): Promise<TakenCard | BlankCardFault> {
  const at = clock.iso();
  const today = dayIn(at, timeZone);
  if (!numberForm.test(number)) return "number";
  const taken = await takeBlankCard(tx, { networkId, number, today, at });
  if (taken !== undefined) {
    const { expiresOn } = taken;
    return { number, expiresAt: expiresOn === null ? null : dayBegins(addDays(expiresOn, 1), timeZone).toISOString() };
  }
  const [known] = await stockedCards(tx, { networkId, number, today, limit: 1 });
  if (known === undefined && (await heldNumbers(tx, networkId, [number])).size > 0) return "handed";
  if (known === undefined) return cards.luhn && !isLuhnNumber(number) ? "number" : "unknown";
  // A free card that cannot be taken has the number of a card that somebody holds.
  return known.state === "free" ? "handed" : known.state;
}

const numberForm = new RegExp(`^\\d{${cardNumberMinLength},${cardNumberMaxLength}}$`);

/** Number and expiry of a card to issue: a blank card expires with its own last day at the latest; null: never. */
export function cardOf(
  blank: TakenCard | undefined,
  expiresAt: string | null,
): { number?: string; expiresAt: string | null } {
  if (blank === undefined) return { expiresAt };
  const earlier = [expiresAt, blank.expiresAt].filter((end) => end !== null).sort()[0];
  return { number: blank.number, expiresAt: earlier ?? null };
}
