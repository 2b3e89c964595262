import type { CatalogueItemKind } from "@guichet/contract/office/catalogue/catalogue-drafts.ts";
import { useFormats } from "../../shell/page-context.tsx";
import { useT } from "../../shell/texts.tsx";
import type { FieldKey, ItemField } from "./item-fields.ts";
import { type ItemFault, inputName } from "./typed-item.ts";
import type { FormContext, Typed } from "./typed-values.ts";
import type { Choices } from "./value-words.tsx";

/** A form as it is shown: what is typed, and what is wrong of it. */
export interface ShownForm {
  kind: CatalogueItemKind;
  /** Whether the item has no id yet. */
  isNew: boolean;
  isEditable: boolean;
  typed: Typed;
  faults: readonly ItemFault[];
  context: FormContext;
  choices: Choices;
}

export interface ControlProps {
  field: ItemField & { key: FieldKey };
  form: ShownForm;
  label: string;
  hint: string | undefined;
  mark: string | undefined;
}

/** The values of the inputs of a field, and the words of what is wrong. */
export function useInputs(key: FieldKey, { typed, faults }: ShownForm) {
  const words = useFaultWords();
  const all = (suffix = "") => typed[inputName(key, suffix)] ?? [];
  return {
    all,
    one: (suffix = "", row = 0) => all(suffix)[row] ?? "",
    error: (suffix = "") => {
      const fault = faults.find(({ input }) => input === inputName(key, suffix));
      return fault === undefined ? undefined : words(fault);
    },
  };
}

/** What is wrong, and how to put it right. */
export function useFaultWords(): (fault: ItemFault) => string {
  const t = useT();
  const formats = useFormats();
  return ({ why, limit }) => {
    const number = { limit: formats.number(limit ?? 0) };
    if (why === "min") return t("catalogue.wrong.min", number);
    if (why === "money") return t("catalogue.wrong.money", { example: formats.number(12.5) });
    if (why === "percent") return t("catalogue.wrong.percent", { example: formats.number(5.5) });
    return why === "max" ? t("catalogue.wrong.max", number) : t(`catalogue.wrong.${why}`);
  };
}
