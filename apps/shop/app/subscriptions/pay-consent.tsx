import type { PaymentMethod, Period } from "@guichet/contract/catalogue.ts";
import type { Money } from "@guichet/contract/values.ts";
import { Checkbox } from "@guichet/ui/forms/checkbox.tsx";
import { TextLink } from "@guichet/ui/link.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { useFormats } from "../formats/formats.ts";
import { href } from "../paths.ts";
import { T, useT } from "../texts/texts.tsx";
import type { Consent } from "./use-consent.ts";

/** Consent next to the order button: each further period is charged, with its amount (consumer code L221-14, PSD2). */
export function PayConsent({ consent, interval, amount }: { consent: Consent; interval: Period; amount: Money }) {
  const t = useT();
  const { money } = useFormats();
  return (
    <Checkbox
      name="renewal-consent"
      checked={consent.agreed}
      onChange={(event) => consent.agree(event.target.checked)}
      error={consent.problem?.message}
    >
      {t(`subscriptions.consent.${interval}`, { amount: money(amount) })}
    </Checkbox>
  );
}

/** Notice of the payment method saved for renewals. */
export function SavedForRenewals({ method }: { method: PaymentMethod }) {
  const t = useT();
  return (
    <p className="small">{t(method === "TRANSFER" ? "subscriptions.saved.account" : "subscriptions.saved.card")}</p>
  );
}

/** Notice that a free first period still needs a card for the following ones. */
export function SavedMethodNeeded() {
  return (
    <Notice tone="wait">
      <T
        id="subscriptions.saved.needed"
        components={{ account: <TextLink href={`${href("account")}#payment-methods`} /> }}
      />
    </Notice>
  );
}
