import { Period } from "@guichet/contract/catalogue.ts";
import { Checkbox } from "@guichet/ui/forms/checkbox.tsx";
import { Field } from "@guichet/ui/forms/field.tsx";
import { HintAndError } from "@guichet/ui/forms/field-frame.tsx";
import { Select } from "@guichet/ui/forms/select.tsx";
import { useT } from "../../shell/texts.tsx";
import { chosenFirst } from "./chosen-first.ts";
import { type ControlProps, useInputs } from "./form-values.ts";
import { paymentMethods } from "./item-fields.ts";
import { useOptionWords } from "./option-words.ts";
import { inputName } from "./typed-item.ts";

/** Empty rows at the end, to fill in. */
const emptyRows = { products: 2, payments: 1 };

/** The rows up to the last one in which something is typed, and empty ones to fill in. */
const rows = (typed: readonly string[], emptyCount: number): number[] =>
  Array.from({ length: typed.findLastIndex((value) => value !== "") + 1 + emptyCount }, (_, row) => row);

/** What an article consists of: one row for each product; an emptied row is taken away. */
export function ProductRows({ field: { key }, form, label, hint }: ControlProps) {
  const t = useT();
  const { all, one, error } = useInputs(key, form);
  return (
    <fieldset id={key} tabIndex={-1} className="catalogue-parts">
      <legend>{label}</legend>
      <HintAndError id={key} hint={hint} error={error("id.0")} />
      {rows(all("id"), emptyRows.products).map((row) => (
        <div key={row} className="catalogue-row">
          <Field
            id={inputName(key, `id.${row}`)}
            name={inputName(key, "id")}
            label={t("catalogue.products.id", { row: `${row + 1}` })}
            defaultValue={one("id", row)}
            maxLength={64}
            autoComplete="off"
          />
          <Select
            id={inputName(key, `dematerialized.${row}`)}
            name={inputName(key, "dematerialized")}
            label={t("catalogue.products.way", { row: `${row + 1}` })}
            defaultValue={one("dematerialized", row) || "true"}
            options={[
              { value: "true", label: t("catalogue.products.dematerialized") },
              { value: "false", label: t("catalogue.products.physical") },
            ]}
          />
        </div>
      ))}
    </fieldset>
  );
}

/** How an article is paid: at once or in installments, by which methods. */
export function PaymentRows({ field: { key }, form, label, hint, mark }: ControlProps) {
  const { all } = useInputs(key, form);
  return (
    <fieldset id={key} tabIndex={-1} className="catalogue-parts">
      <legend>
        {label}
        {mark && <span className="label-mark small"> ({mark})</span>}
      </legend>
      <HintAndError id={key} hint={hint} />
      {rows(all("installments"), emptyRows.payments).map((row) => (
        <PaymentRow key={row} row={row} name={key} form={form} />
      ))}
    </fieldset>
  );
}

function PaymentRow({
  row,
  name,
  form,
}: Pick<ControlProps, "form"> & { row: number; name: ControlProps["field"]["key"] }) {
  const t = useT();
  const { method, period } = useOptionWords();
  const { all, one, error } = useInputs(name, form);
  const id = (part: string) => inputName(name, `${part}.${row}`);
  return (
    <fieldset className="catalogue-payment">
      <legend className="small">{t("catalogue.payment.row", { row: `${row + 1}` })}</legend>
      <div className="catalogue-row">
        <Field
          id={id("installments")}
          name={inputName(name, "installments")}
          label={t("catalogue.payment.installments")}
          error={error(`installments.${row}`)}
          defaultValue={one("installments", row)}
          inputMode="numeric"
          maxLength={2}
          autoComplete="off"
        />
        <Select
          id={id("period")}
          name={inputName(name, "period")}
          label={t("catalogue.payment.period")}
          defaultValue={one("period", row) || "P1M"}
          options={Period.options.map((value) => ({ value, label: period(value) }))}
        />
        <Select
          id={id("subscription")}
          name={inputName(name, "subscription")}
          label={t("catalogue.payment.renewal")}
          defaultValue={one("subscription", row) || "false"}
          options={[
            { value: "false", label: t("catalogue.no") },
            { value: "true", label: t("catalogue.yes") },
          ]}
        />
      </div>
      <div id={id("methods")} tabIndex={-1}>
        <HintAndError id={id("methods")} error={error(`methods.${row}`)} />
        <div className="catalogue-choices">
          {chosenFirst(paymentMethods, all(`methods.${row}`)).map((value) => (
            <Checkbox
              key={value}
              id={`${id("methods")}-${value}`}
              name={id("methods")}
              value={value}
              defaultChecked={all(`methods.${row}`).includes(value)}
            >
              {method(value)}
            </Checkbox>
          ))}
        </div>
      </div>
    </fieldset>
  );
}
