import type { Money } from "@guichet/contract/values.ts";
import { useFormats } from "../shell/page-context.tsx";

export interface Repriced {
  live: Money;
  draft: Money;
}

/** What the draft changes of a sum, in minor units. */
export const differenceOf = ({ live, draft }: Repriced): number => draft.amount - live.amount;

/** The difference with its sign: `+3,50 €`. */
export function useDifference(): (sum: Repriced) => string {
  const formats = useFormats();
  return (sum) => {
    const amount = differenceOf(sum);
    return `${amount > 0 ? "+" : ""}${formats.money({ amount, currency: sum.live.currency })}`;
  };
}
