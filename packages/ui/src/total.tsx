import { Price } from "./price.tsx";

/** The sum, under a double rule; every change of it is read out. */
export function Total({ label, amount }: { label: string; amount: string }) {
  return (
    <div className="total" role="status" aria-atomic="true">
      <p>{label}</p>
      <Price amount={amount} />
    </div>
  );
}
