import { useState } from "react";
import { useT } from "../texts/texts.tsx";

/** State of the consent to later debits of a subscription; `problem`: the order was submitted without it. */
export function useConsent(before = false) {
  const t = useT();
  const [agreed, setAgreed] = useState(before);
  const [asked, setAsked] = useState(false);
  const problem =
    asked && !agreed ? { field: "renewal-consent", message: t("subscriptions.consent.missing") } : undefined;
  return {
    agreed,
    agree: setAgreed,
    problem,
    /** Returns whether consent is given; shows the problem when it is not. */
    check: (): boolean => {
      setAsked(true);
      return agreed;
    },
  };
}
export type Consent = ReturnType<typeof useConsent>;
