import type { Money } from "@guichet/contract/values.ts";
import { Button } from "@guichet/ui/button.tsx";
import { useFormats } from "../formats/formats.ts";
import { T, useT } from "../texts/texts.tsx";

interface OrderButtonProps {
  /** What the customer pays: the whole order, or its first installment. */
  amount: Money;
  placing: boolean;
}

/** The text of the button, whatever the payment method. */
export const orderWords = ({ amount }: Money) =>
  amount === 0 ? ("checkout.order-free" as const) : ("checkout.order-and-pay" as const);

/**
 * The button that orders with the obligation to pay. It reads the same for every payment method, with the amount; a free order
 * has its amount without the word for paying.
 */
export function OrderButton({ amount, placing }: OrderButtonProps) {
  const t = useT();
  const { money } = useFormats();
  return (
    <Button variant="main" big busy={placing && t("checkout.placing")}>
      <span>
        <T
          id={orderWords(amount)}
          values={{ amount: money(amount) }}
          components={{ sum: <bdi dir="ltr" className="figures" /> }}
        />
      </span>
    </Button>
  );
}
