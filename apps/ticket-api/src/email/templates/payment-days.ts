import type { Block, EmailContext, PartDay } from "../email-contents.ts";

/** The days on which an order is paid, under their heading; nothing for one that is paid whole and at once. */
export const paidOn = (heading: string, parts: readonly PartDay[], { day, money }: EmailContext): Block[] =>
  parts.length === 0 ? [] : [heading, { rows: parts.map(({ on, amount }) => [day(on), money(amount)] as const) }];
