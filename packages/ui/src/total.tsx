import { Price } from "./price.tsx";

type TotalProps = { label: string } & ({ amount: string } | { /** Text while the amount is unknown. */ words: string });

/** The total under a double rule; its changes are announced. */
export function Total({ label, ...sum }: TotalProps) {
  return (
    <div className="total" role="status" aria-atomic="true">
      <p>{label}</p>
      {"words" in sum ? <p className="total-words">{sum.words}</p> : <Price amount={sum.amount} />}
    </div>
  );
}
