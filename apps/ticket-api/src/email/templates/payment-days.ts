import type { InstallmentDay } from "../email-contents.ts";
import type { Block, EmailContext } from "../email-template.ts";

/** The payment days of an order, under their heading; empty for a single payment at once. */
export const paidOn = (
  heading: string,
  installments: readonly InstallmentDay[],
  { day, money }: EmailContext,
): Block[] =>
  installments.length === 0
    ? []
    : [heading, { rows: installments.map(({ on, amount }) => [day(on), money(amount)] as const) }];
