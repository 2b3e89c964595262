import type { Money } from "@guichet/contract/values.ts";
import { useFormats } from "./formats.ts";

/** An amount that reads the same way in every writing direction. */
export function Amount({ money }: { money: Money }) {
  return (
    <bdi dir="ltr" className="figures">
      {useFormats().money(money)}
    </bdi>
  );
}
