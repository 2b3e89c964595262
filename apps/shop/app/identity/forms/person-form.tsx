import { DateOfBirthField } from "@guichet/ui/forms/date-of-birth-field.tsx";
import { Field } from "@guichet/ui/forms/field.tsx";
import { Stack } from "@guichet/ui/page/page.tsx";
import type { CheckedForm } from "../../forms/checked-form.tsx";
import type { Typed } from "../../forms/form-values.ts";
import { usePageContext } from "../../page/page-context.tsx";
import { useT } from "../../texts/texts.tsx";

interface PersonFieldsProps {
  form: CheckedForm;
  start?: Typed | undefined;
  /** The form describes a person other than the user: autofill is off and the birth date is required. */
  isOther?: boolean;
}

/** First and last name, side by side from tablet width. `start`: initial values. */
export function NameFields({ form, start = {}, isOther = false }: PersonFieldsProps) {
  const t = useT();
  return (
    <Stack two>
      <Field
        name="firstName"
        label={t("identity.first-name")}
        error={form.error("firstName")}
        defaultValue={form.value("firstName") ?? start.firstName}
        autoComplete={isOther ? "off" : "given-name"}
        dir="auto"
        maxLength={200}
        required
      />
      <Field
        name="lastName"
        label={t("identity.last-name")}
        error={form.error("lastName")}
        defaultValue={form.value("lastName") ?? start.lastName}
        autoComplete={isOther ? "off" : "family-name"}
        dir="auto"
        maxLength={200}
        required
      />
    </Stack>
  );
}

/** Birth date field: optional for the holder, omitted if the network hides it. */
export function BirthDateField({ form, start = {}, isOther = false }: PersonFieldsProps) {
  const t = useT();
  const { hideBirthDate } = usePageContext().network.specific;
  if (hideBirthDate) return null;
  const part = (name: "day" | "month" | "year") => form.value(`birthDate-${name}`) ?? start[`birthDate-${name}`] ?? "";
  return (
    <DateOfBirthField
      name="birthDate"
      label={t("identity.birth-date")}
      mark={isOther ? undefined : t("identity.optional")}
      autoComplete={isOther ? "off" : "bday"}
      hint={t("identity.birth-date.hint")}
      error={form.error("birthDate")}
      labels={{ day: t("identity.day"), month: t("identity.month"), year: t("identity.year") }}
      values={{ day: part("day"), month: part("month"), year: part("year") }}
    />
  );
}
