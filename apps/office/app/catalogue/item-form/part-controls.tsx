import { Field } from "@guichet/ui/forms/field.tsx";
import { HintAndError } from "@guichet/ui/forms/field-frame.tsx";
import { Select } from "@guichet/ui/forms/select.tsx";
import { useFormats } from "../../shell/page-context.tsx";
import { useT } from "../../shell/texts.tsx";
import { type ControlProps, languagesOf, useInputs } from "./form-values.ts";
import { type FieldKey, pivotTypes } from "./item-fields.ts";
import { useOptionWords } from "./option-words.ts";
import { inputName } from "./typed-item.ts";
import { durationUnits, validityKinds } from "./typed-rows.ts";

/** A fieldset with the inputs of one value. */
export function Parts({ field: { key }, label, hint, mark, children }: ControlProps & { children: React.ReactNode }) {
  return (
    <fieldset id={key} tabIndex={-1} className="catalogue-parts">
      <legend>
        {label}
        {mark && <span className="label-mark small"> ({mark})</span>}
      </legend>
      <HintAndError id={key} hint={hint} />
      <div className="catalogue-row">{children}</div>
    </fieldset>
  );
}

type PartProps = Pick<ControlProps, "form"> & { name: FieldKey };

/** A number with its unit. */
function LengthInputs({ name, form }: PartProps) {
  const t = useT();
  const { unit } = useOptionWords();
  const { one, error } = useInputs(name, form);
  return (
    <>
      <Field
        name={inputName(name, "count")}
        label={t("catalogue.duration")}
        error={error("count")}
        defaultValue={one("count")}
        autoComplete="off"
        maxLength={20}
      />
      <Select
        name={inputName(name, "unit")}
        label={t("catalogue.unit")}
        defaultValue={one("unit") || "days"}
        options={durationUnits.map((value) => ({ value, label: unit(value) }))}
      />
    </>
  );
}

export function DurationControl(props: ControlProps) {
  return (
    <Parts {...props}>
      <LengthInputs name={props.field.key} form={props.form} />
    </Parts>
  );
}

/** From when a ticket is valid and how long, or a period of every year: the other inputs are hidden. */
export function ValidityControl(props: ControlProps) {
  const t = useT();
  const { key } = props.field;
  const { one } = useInputs(key, props.form);
  return (
    <Parts {...props}>
      <Select
        name={inputName(key, "kind")}
        label={t("catalogue.validity.kind")}
        defaultValue={one("kind") || "first-use"}
        options={validityKinds.map((value) => ({ value, label: t(`catalogue.validity.${value}`) }))}
      />
      <div className="catalogue-row" data-for="length">
        <LengthInputs name={key} form={props.form} />
      </div>
      <div className="catalogue-row" data-for="period">
        <YearDayInputs name={key} form={props.form} end="from" />
        <YearDayInputs name={key} form={props.form} end="to" />
      </div>
    </Parts>
  );
}

const months = Array.from({ length: 12 }, (_, at) => `${at + 1}`.padStart(2, "0"));

function YearDayInputs({ name, form, end }: PartProps & { end: "from" | "to" }) {
  const t = useT();
  const formats = useFormats();
  const { one, error } = useInputs(name, form);
  return (
    <>
      <Field
        name={inputName(name, `${end}-day`)}
        label={t(`catalogue.validity.${end}-day`)}
        error={error(`${end}-day`)}
        defaultValue={one(`${end}-day`)}
        inputMode="numeric"
        maxLength={2}
        autoComplete="off"
      />
      <Select
        name={inputName(name, `${end}-month`)}
        label={t(`catalogue.validity.${end}-month`)}
        defaultValue={one(`${end}-month`) || "01"}
        options={months.map((value) => ({ value, label: formats.monthName(value) }))}
      />
    </>
  );
}

/** Which starts a customer chooses from. */
export function PivotControl(props: ControlProps) {
  const t = useT();
  const { pivotType } = useOptionWords();
  const { key } = props.field;
  const { one, error } = useInputs(key, props.form);
  return (
    <Parts {...props}>
      <Select
        name={inputName(key, "type")}
        label={t("catalogue.pivot.type")}
        defaultValue={one("type")}
        options={[
          { value: "", label: t("catalogue.pivot.none") },
          ...pivotTypes.map((value) => ({ value, label: pivotType(value) })),
        ]}
      />
      {(["value", "proposals"] as const).map((part) => (
        <Field
          key={part}
          name={inputName(key, part)}
          label={t(`catalogue.pivot.${part}`)}
          error={error(part)}
          defaultValue={one(part)}
          inputMode="numeric"
          maxLength={5}
          autoComplete="off"
        />
      ))}
    </Parts>
  );
}

/** The figure on a ticket: a number, and its unit in each language. */
export function FigureControl(props: ControlProps) {
  const t = useT();
  const formats = useFormats();
  const { key } = props.field;
  const { one, error } = useInputs(key, props.form);
  return (
    <Parts {...props}>
      <Field
        name={inputName(key, "value")}
        label={t("catalogue.figure.value")}
        error={error("value")}
        defaultValue={one("value")}
        maxLength={6}
        autoComplete="off"
      />
      {languagesOf(key, props.form).map((language) => (
        <Field
          key={language}
          name={inputName(key, language)}
          label={t("catalogue.figure.unit", { language: formats.language(language) })}
          error={error(language)}
          defaultValue={one(language)}
          lang={language}
          dir="auto"
          autoComplete="off"
        />
      ))}
    </Parts>
  );
}
