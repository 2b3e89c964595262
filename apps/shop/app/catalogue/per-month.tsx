import type { MonthlyPrice } from "@guichet/rules/catalogue/monthly-price.ts";
import { useFormats } from "../formats/formats.ts";
import { T } from "../texts/texts.tsx";

/** Price by month beside the total of an article that is valid for many: "soit 23,50 € par mois sur 12 mois". */
export function PerMonth({ monthly: { price, months } }: { monthly: MonthlyPrice }) {
  const { money } = useFormats();
  return (
    <T
      id="catalogue.per-month"
      values={{ amount: money(price), months }}
      components={{ sum: <bdi dir="ltr" className="figures" /> }}
    />
  );
}
