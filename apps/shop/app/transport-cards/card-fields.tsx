import { DateOfBirthField } from "@guichet/ui/forms/date-of-birth-field.tsx";
import { Field } from "@guichet/ui/forms/field.tsx";
import type { CheckedForm } from "../forms/checked-form.tsx";
import { useT } from "../texts/texts.tsx";

/** Fields for the card number and the bearer's birth date, which is required even where the network hides birth dates. */
export function CardFields({ form }: { form: CheckedForm }) {
  const t = useT();
  const part = (name: "day" | "month" | "year") => form.value(`birthDate-${name}`) ?? "";
  return (
    <>
      <Field
        name="mediaNumber"
        label={t("transport-cards.number")}
        hint={t("transport-cards.number.hint")}
        error={form.error("mediaNumber")}
        defaultValue={form.value("mediaNumber")}
        inputMode="numeric"
        autoComplete="off"
        spellCheck={false}
        dir="ltr"
        maxLength={60}
        required
      />
      <DateOfBirthField
        name="birthDate"
        label={t("transport-cards.birth-date")}
        hint={t("transport-cards.birth-date.hint")}
        error={form.error("birthDate")}
        labels={{ day: t("transport-cards.day"), month: t("transport-cards.month"), year: t("transport-cards.year") }}
        values={{ day: part("day"), month: part("month"), year: part("year") }}
        autoComplete="off"
        required
      />
    </>
  );
}
