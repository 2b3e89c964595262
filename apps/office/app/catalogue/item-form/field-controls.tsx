import { Disclosure } from "@guichet/ui/disclosure.tsx";
import { Checkbox } from "@guichet/ui/forms/checkbox.tsx";
import { Choice } from "@guichet/ui/forms/choice.tsx";
import { ChoiceGroup } from "@guichet/ui/forms/choice-group.tsx";
import { Field } from "@guichet/ui/forms/field.tsx";
import { describedBy, HintAndError } from "@guichet/ui/forms/field-frame.tsx";
import { Select } from "@guichet/ui/forms/select.tsx";
import { TextArea } from "@guichet/ui/forms/text-area.tsx";
import type { ReactNode } from "react";
import { useFormats } from "../../shell/page-context.tsx";
import { useT } from "../../shell/texts.tsx";
import { chosenFirst } from "./chosen-first.ts";
import { ColourControl } from "./colour-control.tsx";
import { type ControlProps, languagesOf, useInputs } from "./form-values.ts";
import { useOptionWords } from "./option-words.ts";
import { DurationControl, FigureControl, PivotControl, ValidityControl } from "./part-controls.tsx";
import { RefundControl } from "./refund-control.tsx";
import { PaymentRows, ProductRows } from "./row-controls.tsx";
import { inputName } from "./typed-item.ts";

/** The control of a field. */
export function FieldControl(props: ControlProps): ReactNode {
  const { control } = props.field;
  switch (control.is) {
    case "texts":
      return <TextsControl {...props} lines={control.lines} />;
    case "search-words":
      return <TextsControl {...props} lines={2} />;
    case "words":
      return <LinesControl {...props} lines={2} />;
    case "json":
      return <LinesControl {...props} lines={4} isCode />;
    case "boolean":
      return <BooleanControl {...props} />;
    case "one":
      return <OptionControl {...props} options={control.of} />;
    case "one-item":
      return <ItemControl {...props} choices={props.form.choices[control.of]} />;
    case "many":
      return <OptionsControl {...props} options={control.of} />;
    case "many-items":
      return <ItemsControl {...props} choices={props.form.choices[control.of]} />;
    case "duration":
      return <DurationControl {...props} />;
    case "validity":
      return <ValidityControl {...props} />;
    case "pivot":
      return <PivotControl {...props} />;
    case "figure":
      return <FigureControl {...props} />;
    case "refund":
      return <RefundControl {...props} />;
    case "products":
      return <ProductRows {...props} />;
    case "payment-options":
      return <PaymentRows {...props} />;
    case "colour":
      return <ColourControl {...props} />;
    default:
      return <LineControl {...props} />;
  }
}

/** One line: a word, a number, an amount, a time. */
function LineControl({ field: { key, control }, form, label, hint, mark }: ControlProps) {
  const { one, error } = useInputs(key, form);
  const isNumber = control.is === "integer" || control.is === "percent" || control.is === "money";
  const isFixed = control.is === "text" && control.id === true && !form.isNew;
  return (
    <>
      <Field
        name={key}
        label={label}
        mark={mark}
        hint={hint}
        error={error()}
        defaultValue={one()}
        autoComplete="off"
        {...(isNumber && { inputMode: control.is === "integer" ? "numeric" : "decimal" })}
        {...(control.is === "money" && { side: <span className="fine soft">{form.context.currency}</span> })}
        {...(control.is === "percent" && { side: <span className="fine soft">%</span> })}
        {...(control.is === "instant" && { type: "datetime-local", ...(one().length > minutesLength && { step: 1 }) })}
        {...(control.is === "day" && { type: "date" })}
        {...(isFixed && { readOnly: true })}
      />
      {control.is === "instant" && <input type="hidden" name={inputName(key, "was")} value={one("was")} />}
    </>
  );
}

/** The length of `2026-11-22T09:00`; a longer time has seconds, which the browser then lets one change. */
const minutesLength = 16;

/** A text in each language of the network, and in those that it has besides: those but the default one can be opened. */
function TextsControl({
  field: { key },
  form,
  label,
  hint,
  mark,
  lines,
}: ControlProps & { lines: number | undefined }) {
  const t = useT();
  const formats = useFormats();
  const { one, error } = useInputs(key, form);
  const [main = "", ...others] = languagesOf(key, form);
  const filled = others.filter((language) => one(language) !== "").length;
  const input = (language: string) => {
    const text = {
      ...{ name: inputName(key, language), lang: language, dir: "auto", label: formats.language(language) },
      ...{ error: error(language), defaultValue: one(language), autoComplete: "off" },
    };
    // An input of one line would take line breaks away.
    const written = one(language).split("\n").length;
    return lines === undefined && written === 1 ? (
      <Field key={language} {...text} />
    ) : (
      <TextArea key={language} {...text} rows={lines ?? written} />
    );
  };
  return (
    <fieldset className="catalogue-languages">
      <legend>
        {label}
        {mark && <span className="label-mark small"> ({mark})</span>}
      </legend>
      <HintAndError id={key} hint={hint} />
      {input(main)}
      {others.length > 0 && (
        <Disclosure
          summary={t("catalogue.languages", { filled: formats.number(filled), all: formats.number(others.length) })}
          open={others.some((language) => error(language) !== undefined)}
        >
          <div className="catalogue-languages">{others.map(input)}</div>
        </Disclosure>
      )}
    </fieldset>
  );
}

function LinesControl({
  field: { key },
  form,
  label,
  hint,
  lines,
  isCode,
}: ControlProps & { lines: number; isCode?: true }) {
  const { one, error } = useInputs(key, form);
  const text = one();
  return (
    <TextArea
      name={key}
      label={label}
      hint={hint}
      error={error()}
      defaultValue={text}
      rows={Math.min(16, Math.max(lines, text.split("\n").length))}
      autoComplete="off"
      {...(isCode && { spellCheck: false, dir: "ltr", "data-code": "" })}
    />
  );
}

function BooleanControl({ field: { key }, form, label, hint }: ControlProps) {
  const { one, error } = useInputs(key, form);
  return (
    <Checkbox name={key} value="true" defaultChecked={one() === "true"} error={error()}>
      {label}
      {hint && <span className="act-note fine">{hint}</span>}
    </Checkbox>
  );
}

function OptionControl({
  field: { key },
  form,
  label,
  hint,
  mark,
  options,
}: ControlProps & { options: readonly string[] }) {
  const t = useT();
  const { option } = useOptionWords();
  const { one, error } = useInputs(key, form);
  const known = options.map((value) => ({ value, label: option(key, value) }));
  // A type has a default, a state is one of its three; everything else may be left open.
  const none = key === "type" || key === "state" ? [] : [{ value: "", label: t("catalogue.choose.none") }];
  return (
    <Select
      name={key}
      label={label}
      hint={hint}
      mark={mark}
      error={error()}
      defaultValue={one()}
      options={[...none, ...known]}
    />
  );
}

interface Named {
  id: string;
  name: string;
}

/** The choices with those that were chosen before and are gone. */
const withChosen = (choices: readonly Named[], chosen: readonly string[]): Named[] => [
  ...chosen.filter((id) => id !== "" && !choices.some((one) => one.id === id)).map((id) => ({ id, name: id })),
  ...choices,
];

function ItemControl({
  field: { key },
  form,
  label,
  hint,
  mark,
  choices,
}: ControlProps & { choices: readonly Named[] }) {
  const t = useT();
  const { one, error } = useInputs(key, form);
  const options = withChosen(choices, [one()]).map(({ id, name }) => ({ value: id, label: name }));
  return (
    <Select
      name={key}
      label={label}
      hint={hint}
      mark={mark}
      error={error()}
      defaultValue={one()}
      options={[{ value: "", label: t("catalogue.choose.none") }, ...options]}
    />
  );
}

function OptionsControl({
  field: { key },
  form,
  label,
  hint,
  mark,
  options,
}: ControlProps & { options: readonly string[] }) {
  const { option } = useOptionWords();
  const { all, error } = useInputs(key, form);
  return (
    <ChoiceGroup id={key} label={label} hint={hint} mark={mark} error={error()}>
      {chosenFirst(options, all()).map((value) => (
        <Choice
          key={value}
          type="checkbox"
          name={key}
          value={value}
          defaultChecked={all().includes(value)}
          title={option(key, value)}
        />
      ))}
    </ChoiceGroup>
  );
}

/** Items to choose, the chosen ones first and in their sequence, which is kept. */
function ItemsControl({ field: { key }, form, label, hint, choices }: ControlProps & { choices: readonly Named[] }) {
  const t = useT();
  const { all, error } = useInputs(key, form);
  const chosen = all();
  const known = withChosen(choices, chosen).filter(
    ({ id }) => key !== "options" || !(form.typed.id ?? []).includes(id),
  );
  const ids = known.map(({ id }) => id);
  const sorted = chosenFirst(ids, chosen).flatMap((id) => known.filter((one) => one.id === id));
  return (
    <fieldset id={key} tabIndex={-1} aria-describedby={describedBy(key, { label, hint, error: error() })}>
      <legend>{label}</legend>
      <HintAndError id={key} hint={hint} error={error()} />
      {sorted.length === 0 && <p className="soft small">{t("catalogue.choose.empty")}</p>}
      <div className="catalogue-choices">
        {sorted.map(({ id, name }) => (
          <Checkbox key={id} id={`${key}-${id}`} name={key} value={id} defaultChecked={chosen.includes(id)}>
            <bdi>{name}</bdi>
          </Checkbox>
        ))}
      </div>
    </fieldset>
  );
}
