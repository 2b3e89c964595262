import type { Translate } from "../texts/texts.tsx";
import type { ChoiceFault } from "./article-selection.ts";

export const fieldKey = (id: string, again = false): string => (again ? `field-${id}-again` : `field-${id}`);

type FieldFaultFound = Extract<ChoiceFault, { at: "field" }>;

/** Error text of a field. */
export function fieldFaultText(t: Translate, { field, what }: FieldFaultFound): string {
  const { label, minLength, maxLength, type } = field;
  if (what === "required") {
    if (type === "checkbox") return t("catalogue.field.tick", { label });
    return t(type === "select" ? "catalogue.field.choose" : "catalogue.field.fill", { label });
  }
  if (what === "short") return t("catalogue.field.short", { label, count: minLength ?? 0 });
  if (what === "long") return t("catalogue.field.long", { label, count: maxLength ?? 0 });
  if (what === "different") return t("catalogue.field.different", { label });
  return t(
    `catalogue.field.malformed.${type === "email" || type === "phone" || type === "date" || type === "number" ? type : "other"}`,
    { label },
  );
}
