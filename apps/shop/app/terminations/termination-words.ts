import {
  contractNameMaxLength,
  contractNumberMaxLength,
  terminationReasonMaxLength,
} from "@guichet/contract/limits/termination-limits.ts";
import { chosenEndMonthsMax } from "@guichet/rules/renewals.ts";
import type { Fault } from "../forms/form-values.ts";
import { formText } from "../identity/forms/form-texts.ts";
import type { Translate } from "../texts/texts.tsx";

/** The text of an error of the termination forms. */
export function terminationFault(t: Translate, fault: Fault): string {
  switch (fault.code) {
    case "NUMBER_REQUIRED":
      return t("terminations.number.missing");
    case "CONTRACT_REQUIRED":
      return t("terminations.contract.missing");
    case "CHOICE_REQUIRED":
      return t("terminations.own.missing");
    case "END_ON_PAST":
      return t("terminations.end-on.past");
    case "END_ON_FAR":
      return t("terminations.end-on.far", { months: chosenEndMonthsMax });
    case "NUMBER_TOO_LONG":
      return t("terminations.too-long", { max: contractNumberMaxLength });
    case "CONTRACT_TOO_LONG":
      return t("terminations.too-long", { max: contractNameMaxLength });
    case "REASON_TOO_LONG":
      return t("terminations.too-long", { max: terminationReasonMaxLength });
    default:
      return formText(t, fault);
  }
}
