import type { DraftItemKind } from "@guichet/contract/office/catalogue/catalogue-drafts.ts";
import { useFormats } from "../../shell/page-context.tsx";
import { useT } from "../../shell/texts.tsx";
import type { FieldKey, ItemField } from "./item-fields.ts";
import { type ItemFault, inputName } from "./typed-item.ts";
import { type FormContext, type Typed, typedMoney } from "./typed-values.ts";
import type { Choices } from "./value-words.tsx";

/** A form as it is shown: what is typed, and what is wrong of it. */
export interface ShownForm {
  kind: DraftItemKind;
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
export function useInputs(key: FieldKey, { typed, faults, context }: ShownForm) {
  const words = useFaultWords(context.currency);
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

/** The languages in which a text of a field is typed: those of the network, its default first, and those that it has besides. */
export function languagesOf(
  key: FieldKey,
  { context: { languages }, typed }: Pick<ShownForm, "context" | "typed">,
): string[] {
  const besides = Object.keys(typed)
    .filter((name) => name.startsWith(`${key}.`))
    .map((name) => name.slice(key.length + 1))
    .filter((code) => /^[a-z]{2}$/.test(code) && !languages.some((language) => language === code));
  return [...languages, ...besides];
}

/** An amount as an example, in minor units. */
const exampleAmount = 1250;

/** What is wrong, and how to put it right. */
export function useFaultWords(currency: string): (fault: ItemFault) => string {
  const t = useT();
  const formats = useFormats();
  return ({ why, limit }) => {
    const number = { limit: formats.number(limit ?? 0) };
    if (why === "min") return t("catalogue.wrong.min", number);
    if (why === "money") return t("catalogue.wrong.money", { example: typedMoney(exampleAmount, currency) });
    if (why === "percent") return t("catalogue.wrong.percent", { example: formats.number(5.5) });
    return why === "max" ? t("catalogue.wrong.max", number) : t(`catalogue.wrong.${why}`);
  };
}
