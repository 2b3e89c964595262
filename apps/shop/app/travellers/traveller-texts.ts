import type { Fault } from "../forms/form-values.ts";
import { formText } from "../identity/forms/form-texts.ts";
import type { Translate } from "../texts/texts.tsx";

/** Returns the text for an error in a traveller's form, which is not about the signed-in user. */
export function travellerText(t: Translate, fault: Fault): string {
  if (fault.code === "FIRST_NAME_REQUIRED") return t("travellers.error.first-name");
  return fault.code === "LAST_NAME_REQUIRED" ? t("travellers.error.last-name") : formText(t, fault);
}
