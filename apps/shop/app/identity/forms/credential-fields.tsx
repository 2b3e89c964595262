import { Field } from "@guichet/ui/field.tsx";
import { PasswordField } from "@guichet/ui/password-field.tsx";
import type { CheckedForm } from "../../forms/checked-form.tsx";
import { useT } from "../../texts/texts.tsx";

/** The e-mail address that somebody is known by. */
export function OwnEmail({ form, hint }: { form: CheckedForm; hint: string }) {
  const t = useT();
  return (
    <Field
      name="email"
      type="email"
      label={t("identity.email")}
      hint={hint}
      error={form.error("email")}
      defaultValue={form.value("email")}
      autoComplete="email"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={254}
      required
    />
  );
}

/** The password that opens the account now. */
export function OwnPassword({ form, label }: { form: CheckedForm; label: string }) {
  const t = useT();
  return (
    <PasswordField
      key={form.tries}
      name="currentPassword"
      label={label}
      error={form.error("currentPassword")}
      autoComplete="current-password"
      show={t("identity.password.show")}
      hide={t("identity.password.hide")}
      required
    />
  );
}
