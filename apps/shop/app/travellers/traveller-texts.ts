import type { Fault } from "../forms/form-values.ts";
import { formText } from "../identity/forms/form-texts.ts";
import type { Translate } from "../texts/texts.tsx";

/** Words a fault of a traveller's form: it is not about who sits at the keyboard. */
export function travellerText(t: Translate, fault: Fault): string {
  if (fault.code === "FIRST_NAME_REQUIRED") return t("travellers.error.first-name");
  return fault.code === "LAST_NAME_REQUIRED" ? t("travellers.error.last-name") : formText(t, fault);
}
