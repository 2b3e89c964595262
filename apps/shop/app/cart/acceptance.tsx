import { adultAgeYears } from "@guichet/contract/limits/account-limits.ts";
import { Checkbox } from "@guichet/ui/forms/checkbox.tsx";
import { TextLink } from "@guichet/ui/link.tsx";
import { href } from "../paths.ts";
import { T, useT } from "../texts/texts.tsx";
import { cart, useCart } from "./cart-state.ts";

interface AcceptanceProps {
  /** Whether the customer must certify their age, because no birth date proves it. */
  askMajority: boolean;
  errors: { terms?: string | undefined; majority?: string | undefined };
}

/** Checkboxes that the customer must accept before ordering (§5). */
export function Acceptance({ askMajority, errors }: AcceptanceProps) {
  const t = useT();
  const { termsAccepted, over18Accepted } = useCart();
  return (
    <div>
      <Checkbox
        name="terms"
        error={errors.terms}
        checked={termsAccepted}
        onChange={({ currentTarget: { checked } }) => cart.accept({ termsAccepted: checked })}
      >
        <T
          id="cart.accept.terms"
          components={{
            terms: <TextLink href={href("termsOfUse")} />,
            privacy: <TextLink href={href("privacyPolicy")} />,
          }}
        />
      </Checkbox>
      {askMajority && (
        <Checkbox
          name="majority"
          error={errors.majority}
          checked={over18Accepted}
          onChange={({ currentTarget: { checked } }) => cart.accept({ over18Accepted: checked })}
        >
          {t("cart.accept.majority", { age: adultAgeYears })}
        </Checkbox>
      )}
    </div>
  );
}
