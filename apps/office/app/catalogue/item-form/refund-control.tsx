import { RefundBasis } from "@guichet/contract/packs/refund-policy.ts";
import { Disclosure } from "@guichet/ui/disclosure.tsx";
import { Field } from "@guichet/ui/forms/field.tsx";
import { Select } from "@guichet/ui/forms/select.tsx";
import { TextArea } from "@guichet/ui/forms/text-area.tsx";
import { useT } from "../../shell/texts.tsx";
import { type ControlProps, useInputs } from "./form-values.ts";
import { Parts } from "./part-controls.tsx";
import { type RefundPart, refundChoices, refundParts } from "./refund-values.ts";
import { inputName } from "./typed-item.ts";

const amounts = ["fee", "feePercent", "refundPercent", "minimum"] as const;
const days = ["deadlineDays", "lockedFirstDays", "lockedLastDays"] as const;

/** What a customer gets for a returned ticket: the basis, its terms, and rare terms as JSON. */
export function RefundControl(props: ControlProps) {
  const t = useT();
  const { key } = props.field;
  const { one, error } = useInputs(key, props.form);
  const more = one("more");
  return (
    <Parts {...props}>
      <Select
        name={inputName(key, "basis")}
        label={t("catalogue.refund.basis")}
        error={error("basis")}
        defaultValue={one("basis")}
        options={[
          { value: "", label: t("catalogue.refund.basis.empty") },
          ...RefundBasis.options.map((value) => ({ value, label: t(`catalogue.refund.basis.${value}`) })),
        ]}
      />
      <div className="catalogue-row" data-for="terms">
        {amounts.map((part) => (
          <PartField key={part} {...props} part={part} />
        ))}
        <div data-for="trip">
          <PartField {...props} part="trip" />
        </div>
        {days.map((part) => (
          <PartField key={part} {...props} part={part} />
        ))}
        {(["countedFrom", "usedUntil"] as const).map((part) => (
          <Select
            key={part}
            name={inputName(key, part)}
            label={t(`catalogue.refund.${part}`)}
            error={error(part)}
            defaultValue={one(part)}
            options={[
              { value: "", label: t(`catalogue.refund.${part}.default`) },
              ...refundChoices[part].map((value) => ({ value, label: t(`catalogue.refund.${value}`) })),
            ]}
          />
        ))}
      </div>
      <Disclosure summary={t("catalogue.refund.more")} open={more !== "" || error("more") !== undefined}>
        <TextArea
          name={inputName(key, "more")}
          label={t("catalogue.refund.more.label")}
          hint={t("catalogue.refund.more.hint")}
          error={error("more")}
          defaultValue={more}
          rows={Math.min(16, Math.max(4, more.split("\n").length))}
          autoComplete="off"
          spellCheck={false}
          dir="ltr"
          data-code=""
        />
      </Disclosure>
    </Parts>
  );
}

function PartField({ field: { key }, form, part }: ControlProps & { part: RefundPart | "trip" }) {
  const t = useT();
  const { one, error } = useInputs(key, form);
  const is = part === "trip" ? "money" : refundParts[part];
  const unit = { money: form.context.currency, percent: "%", integer: undefined, one: undefined }[is];
  return (
    <Field
      name={inputName(key, part)}
      label={t(`catalogue.refund.${part}`)}
      error={error(part)}
      defaultValue={one(part)}
      side={unit && <span className="fine soft">{unit}</span>}
      inputMode={is === "integer" ? "numeric" : "decimal"}
      maxLength={14}
      autoComplete="off"
    />
  );
}
