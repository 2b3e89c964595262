import { Price } from "./price.tsx";

type TotalProps = { label: string } & (
  | { amount: string }
  | { /** What stands where no amount is known yet. */ words: string }
);

/** The sum, under a double rule; every change of it is read out. */
export function Total({ label, ...sum }: TotalProps) {
  return (
    <div className="total" role="status" aria-atomic="true">
      <p>{label}</p>
      {"words" in sum ? <p className="total-words">{sum.words}</p> : <Price amount={sum.amount} />}
    </div>
  );
}
