import { adultAgeYears } from "@guichet/contract/limits/account-limits.ts";
import { Checkbox } from "@guichet/ui/forms/checkbox.tsx";
import { TextLink } from "@guichet/ui/link.tsx";
import type { CheckedForm } from "../../forms/checked-form.tsx";
import { href } from "../../paths.ts";
import { T, useT } from "../../texts/texts.tsx";
import type { ExpressOffer } from "./express-offer.server.ts";

/** Terms and majority: a sentence above the button that accepts them, or the boxes that the network requires (decision 129). */
export function ExpressConsent({ offer, form }: { offer: ExpressOffer; form: CheckedForm }) {
  const t = useT();
  const { consent, asksMajority } = offer;
  const links = {
    terms: <TextLink href={href("termsOfUse")} />,
    privacy: <TextLink href={href("privacyPolicy")} />,
  };
  if (consent === "button") {
    return (
      <p className="small">
        {asksMajority ? (
          <T id="checkout.express.consent-majority" values={{ age: adultAgeYears }} components={links} />
        ) : (
          <T id="checkout.express.consent" components={links} />
        )}
      </p>
    );
  }
  return (
    <div>
      <Checkbox name="terms" error={form.error("terms")} defaultChecked={form.value("terms") !== undefined}>
        <T id="checkout.express.terms" components={links} />
      </Checkbox>
      {asksMajority && (
        <Checkbox name="majority" error={form.error("majority")} defaultChecked={form.value("majority") !== undefined}>
          {t("checkout.express.majority", { age: adultAgeYears })}
        </Checkbox>
      )}
    </div>
  );
}
