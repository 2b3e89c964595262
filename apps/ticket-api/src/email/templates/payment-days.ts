import type { Block, EmailContext, PartDay } from "../email-contents.ts";

/** The payment days of an order, under their heading; empty for a single payment at once. */
export const paidOn = (heading: string, parts: readonly PartDay[], { day, money }: EmailContext): Block[] =>
  parts.length === 0 ? [] : [heading, { rows: parts.map(({ on, amount }) => [day(on), money(amount)] as const) }];
