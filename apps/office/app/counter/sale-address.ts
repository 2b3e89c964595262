import type { OrderLine } from "@guichet/contract/cart.ts";
import { Support } from "@guichet/contract/catalogue.ts";
import {
  cartLineQuantityMax,
  cartLinesMax,
  voucherMaxLength,
  vouchersPerOrderMax,
} from "@guichet/contract/limits/cart-limits.ts";
import { furtherPeopleMax } from "@guichet/contract/limits/counter-limits.ts";
import { RequestInstant } from "@guichet/contract/values.ts";

/** A line of a sale that is being put together. */
export interface SaleLine {
  productId: string;
  support: Support;
  quantity: number;
  startingAt: string | null;
  options: readonly string[];
  /** Another traveller than the sale's: of the customer's account by id, or a further person without one by number. */
  traveller: string | null;
  /** Their transport card by its id, or `new`. */
  cardId: string | null;
}

/**
 * A sale that is being put together. It is in the address, so that a reload keeps it, and a sale has one key however often its
 * page is opened. Nothing in it says who the customer is but their id.
 */
export interface SaleDraft {
  key: string | null;
  lines: readonly SaleLine[];
  travellerId: string | null;
  /** A transport card by its id, or `new`: the one that this sale makes. */
  cardId: string | null;
  vouchers: readonly string[];
}

/** The number of the first person of a sale to somebody without an account. */
export const firstPerson = "1";

/** The people of a sale to somebody without an account, by number; `with-next`: with one who has no line yet. */
export function peopleOf({ lines }: Pick<SaleDraft, "lines">, which: "with-next" | "present" = "present"): string[] {
  const numbers = new Set([1, ...lines.flatMap(({ traveller }) => personIn(traveller) ?? [])]);
  const next = Array.from({ length: furtherPeopleMax + 1 }, (_, place) => place + 1).find((one) => !numbers.has(one));
  if (which === "with-next" && next !== undefined) numbers.add(next);
  return [...numbers].sort((one, other) => one - other).map(String);
}

/** The number of a further person; undefined: none. */
function personIn(text: string | null): number | undefined {
  const number = text !== null && /^\d{1,2}$/u.test(text) ? Number(text) : 0;
  return number >= 2 && number <= furtherPeopleMax + 1 ? number : undefined;
}

const isId = (text: string): boolean => /^[\w-]{1,64}$/u.test(text);
const idIn = (text: string | null): string | null => (text !== null && isId(text) ? text : null);

/** Reads the sale in an address; what is no line of a sale is left out. */
export function draftIn(query: URLSearchParams): SaleDraft {
  const key = query.get("sale") ?? "";
  return {
    key: /^[\w-]{8,64}$/u.test(key) ? key : null,
    lines: query
      .getAll("line")
      .flatMap((text) => lineIn(text) ?? [])
      .slice(0, cartLinesMax),
    travellerId: idIn(query.get("traveller")),
    cardId: idIn(query.get("card")),
    vouchers: [...new Set(query.getAll("voucher").flatMap((text) => voucherIn(text) ?? []))].slice(
      0,
      vouchersPerOrderMax,
    ),
  };
}

/** The sale as the query of an address. */
export function queryOf({ key, lines, travellerId, cardId, vouchers }: SaleDraft): URLSearchParams {
  return new URLSearchParams([
    ...(key === null ? [] : [["sale", key]]),
    ...lines.map((line) => ["line", textOf(line)]),
    ...(travellerId === null ? [] : [["traveller", travellerId]]),
    ...(cardId === null ? [] : [["card", cardId]]),
    ...vouchers.map((code) => ["voucher", code]),
  ]);
}

/** The code of a voucher as typed; undefined: none. */
export function voucherIn(text: string): string | undefined {
  const code = text.trim().toUpperCase();
  return code === "" || code.length > voucherMaxLength ? undefined : code;
}

const travellerMark = "@";
const cardMark = "!";

const textOf = ({ productId, support, quantity, startingAt, options, traveller, cardId }: SaleLine): string =>
  [
    ...[productId, support, quantity, startingAt ?? "", ...options],
    ...(traveller === null ? [] : [`${travellerMark}${traveller}`]),
    ...(cardId === null ? [] : [`${cardMark}${cardId}`]),
  ].join("~");

function lineIn(text: string): SaleLine | undefined {
  const [productId = "", support, quantity = "", startingAt = "", ...more] = text.split("~");
  const marked = (mark: string) => idIn(more.find((part) => part.startsWith(mark))?.slice(mark.length) ?? null);
  const options = more.filter((part) => !part.startsWith(travellerMark) && !part.startsWith(cardMark));
  const known = Support.safeParse(support).data;
  const count = quantityIn(quantity);
  if (!isId(productId) || known === undefined || count === undefined || !options.every(isId)) return undefined;
  if (startingAt !== "" && !RequestInstant.safeParse(startingAt).success) return undefined;
  const person = { traveller: marked(travellerMark), cardId: marked(cardMark) };
  return { productId, support: known, quantity: count, startingAt: startingAt || null, options, ...person };
}

/** A quantity as typed; undefined: none. */
export function quantityIn(text: string): number | undefined {
  const quantity = /^\d{1,3}$/u.test(text) ? Number(text) : 0;
  return quantity >= 1 && quantity <= cartLineQuantityMax ? quantity : undefined;
}

/** Adds a line; the same article in the same way is more pieces of one line. */
export function withLine(draft: SaleDraft, added: SaleLine, newKey: () => string): SaleDraft {
  const isSame = (line: SaleLine) => textOf({ ...line, quantity: 0 }) === textOf({ ...added, quantity: 0 });
  const lines = draft.lines.some(isSame)
    ? draft.lines.map((line) =>
        isSame(line) ? { ...line, quantity: Math.min(line.quantity + added.quantity, cartLineQuantityMax) } : line,
      )
    : [...draft.lines, added].slice(0, cartLinesMax);
  return { ...draft, key: draft.key ?? newKey(), lines };
}

export const withoutLine = (draft: SaleDraft, index: number): SaleDraft => ({
  ...draft,
  lines: draft.lines.filter((_, place) => place !== index),
});

/** The sale for another customer: their account has other travellers and cards. */
export const withCustomer = (draft: SaleDraft, travellerId: string | null): SaleDraft => ({
  ...{ ...draft, travellerId, cardId: null },
  lines: draft.lines.map((line) => ({ ...line, traveller: null, cardId: null })),
});

/** A line for somebody else, with their card; null: for the traveller of the sale. */
export const forTraveller = (
  draft: SaleDraft,
  index: number,
  { traveller, cardId }: Pick<SaleLine, "traveller" | "cardId">,
): SaleDraft => ({
  ...draft,
  lines: draft.lines.map((line, place) =>
    place === index
      ? { ...line, traveller, cardId: traveller === null || traveller !== line.traveller ? null : cardId }
      : line,
  ),
});

/** The further people without an account, each with the lines that are theirs. */
export const othersOf = (draft: SaleDraft): { person: string; lines: number[] }[] =>
  draft.travellerId !== null
    ? []
    : peopleOf(draft)
        .filter((person) => person !== firstPerson)
        .map((person) => ({
          person,
          lines: draft.lines.flatMap(({ traveller }, index) => (traveller === person ? [index] : [])),
        }));

/** The lines of the call; `fields` has the values of each line's fields. */
export const orderLines = (
  { lines, travellerId }: Pick<SaleDraft, "lines" | "travellerId">,
  fields: readonly Record<string, string>[] = [],
): OrderLine[] =>
  lines.map(({ productId, support, quantity, startingAt, options, traveller, cardId }, index) => ({
    ...{ productId, support, quantity },
    ...(traveller === null || travellerId === null ? {} : { customerId: traveller }),
    ...(cardId === null ? {} : { mediaId: cardId }),
    ...(startingAt === null ? {} : { startingAt }),
    ...(options.length === 0 ? {} : { optionLines: options.map((id) => ({ productId: id, quantity: 1 })) }),
    ...(fields[index] && Object.keys(fields[index]).length > 0 ? { fields: fields[index] } : {}),
  }));
