import type { OrderLine } from "@guichet/contract/cart.ts";
import { Support } from "@guichet/contract/catalogue.ts";
import { cartLineQuantityMax, cartLinesMax } from "@guichet/contract/limits/cart-limits.ts";
import { RequestInstant } from "@guichet/contract/values.ts";

/** A line of a sale that is being put together. */
export interface SaleLine {
  productId: string;
  support: Support;
  quantity: number;
  startingAt: string | null;
  options: readonly string[];
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
  };
}

/** The sale as the query of an address. */
export function queryOf({ key, lines, travellerId, cardId }: SaleDraft): URLSearchParams {
  return new URLSearchParams([
    ...(key === null ? [] : [["sale", key]]),
    ...lines.map((line) => ["line", textOf(line)]),
    ...(travellerId === null ? [] : [["traveller", travellerId]]),
    ...(cardId === null ? [] : [["card", cardId]]),
  ]);
}

const textOf = ({ productId, support, quantity, startingAt, options }: SaleLine): string =>
  [productId, support, quantity, startingAt ?? "", ...options].join("~");

function lineIn(text: string): SaleLine | undefined {
  const [productId = "", support, quantity = "", startingAt = "", ...options] = text.split("~");
  const known = Support.safeParse(support).data;
  const count = quantityIn(quantity);
  if (!isId(productId) || known === undefined || count === undefined || !options.every(isId)) return undefined;
  if (startingAt !== "" && !RequestInstant.safeParse(startingAt).success) return undefined;
  return { productId, support: known, quantity: count, startingAt: startingAt || null, options };
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

/** The lines of the call; `fields` has the values of each line's fields. */
export const orderLines = (lines: readonly SaleLine[], fields: readonly Record<string, string>[] = []): OrderLine[] =>
  lines.map(({ productId, support, quantity, startingAt, options }, index) => ({
    ...{ productId, support, quantity },
    ...(startingAt === null ? {} : { startingAt }),
    ...(options.length === 0 ? {} : { optionLines: options.map((id) => ({ productId: id, quantity: 1 })) }),
    ...(fields[index] && Object.keys(fields[index]).length > 0 ? { fields: fields[index] } : {}),
  }));
