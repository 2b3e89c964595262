import type { ItemField } from "@guichet/contract/catalogue.ts";
import { Checkbox } from "@guichet/ui/forms/checkbox.tsx";
import { Field } from "@guichet/ui/forms/field.tsx";
import { Select } from "@guichet/ui/forms/select.tsx";
import { useT } from "../texts/texts.tsx";
import type { Choice } from "./article-selection.ts";
import { fieldKey } from "./field-faults.ts";

interface ItemFieldsProps {
  fields: readonly ItemField[];
  choice: Choice;
  errorFor: (key: string) => string | undefined;
  change: (part: Partial<Choice>) => void;
}

/** Fields that the operator defines for this article. */
export function ItemFields({ fields, choice, errorFor, change }: ItemFieldsProps) {
  const t = useT();
  return (
    <fieldset id="fields" tabIndex={-1}>
      <legend>{t("catalogue.fields")}</legend>
      <div className="stack">
        {fields.map((field) => (
          <ItemFieldInput key={field.id} field={field} choice={choice} errorFor={errorFor} change={change} />
        ))}
      </div>
    </fieldset>
  );
}

const inputTypes = { text: "text", number: "text", date: "date", email: "email", phone: "tel" } as const;
const inputModes = { text: undefined, number: "decimal", date: undefined, email: "email", phone: "tel" } as const;
const tokens = { text: undefined, number: undefined, date: undefined, email: "email", phone: "tel" } as const;

function ItemFieldInput({ field, choice, errorFor, change }: Omit<ItemFieldsProps, "fields"> & { field: ItemField }) {
  const t = useT();
  const { id, type, label, hint, required, confirm } = field;
  const key = fieldKey(id);
  const value = choice.fields[id] ?? "";
  const set = (next: string) => change({ fields: { ...choice.fields, [id]: next } });
  const mark = required ? undefined : t("catalogue.field.optional");
  const words = { label, mark, hint: hint ?? undefined, error: errorFor(key) };
  if (type === "checkbox") {
    return (
      <Checkbox
        name={key}
        error={words.error}
        checked={value === "true"}
        onChange={({ currentTarget: { checked } }) => set(checked ? "true" : "")}
      >
        {label}
      </Checkbox>
    );
  }
  if (type === "select") {
    const options = [{ value: "", label: t("catalogue.start.choose") }, ...field.choices];
    return (
      <Select
        name={key}
        {...words}
        required={required}
        value={value}
        onChange={({ currentTarget }) => set(currentTarget.value)}
        options={options}
      />
    );
  }
  const input = { type: inputTypes[type], inputMode: inputModes[type], autoComplete: tokens[type] ?? "off", required };
  return (
    <>
      <Field
        name={key}
        {...words}
        {...input}
        value={value}
        onChange={({ currentTarget }) => set(currentTarget.value)}
      />
      {confirm && (
        <Field
          name={fieldKey(id, true)}
          {...input}
          label={t("catalogue.field.again", { label })}
          error={errorFor(fieldKey(id, true))}
          value={choice.again[id] ?? ""}
          onChange={({ currentTarget }) => change({ again: { ...choice.again, [id]: currentTarget.value } })}
        />
      )}
    </>
  );
}
