import { PasswordField } from "@guichet/ui/forms/password-field.tsx";
import type { CheckedForm } from "../../forms/checked-form.tsx";
import { useT } from "../../texts/texts.tsx";

/** Field for the account's current password. */
export function OwnPassword({ form, label }: { form: CheckedForm; label: string }) {
  const t = useT();
  return (
    <PasswordField
      key={form.attempts}
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
