import type { Money } from "@guichet/contract/values.ts";
import { useFormats } from "./formats.ts";

/** Amount that reads the same in left-to-right and right-to-left text. */
export function Amount({ money }: { money: Money }) {
  return (
    <bdi dir="ltr" className="figures">
      {useFormats().money(money)}
    </bdi>
  );
}
