import { useState } from "react";
import { useT } from "../texts/texts.tsx";

/** That what a subscription takes later is agreed to; `problem`: the order was sent without. */
export function useConsent() {
  const t = useT();
  const [agreed, setAgreed] = useState(false);
  const [asked, setAsked] = useState(false);
  const problem =
    asked && !agreed ? { field: "renewal-consent", message: t("subscriptions.consent.missing") } : undefined;
  return {
    agreed,
    agree: setAgreed,
    problem,
    /** Is it agreed to? When not, that is said. */
    check: (): boolean => {
      setAsked(true);
      return agreed;
    },
  };
}
export type Consent = ReturnType<typeof useConsent>;
