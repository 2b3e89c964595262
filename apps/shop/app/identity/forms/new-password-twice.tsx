import { PasswordField } from "@guichet/ui/forms/password-field.tsx";
import { useT } from "../../texts/texts.tsx";
import { NewPasswordField } from "./password-checklist.tsx";

interface NewPasswordTwiceProps {
  /** Part of `useCheckedForm`: field errors and the number of times the form was returned. */
  form: { attempts: number; error(field: string): string | undefined };
  /** Label that names the owner of the password if another person enters it. */
  label?: string;
}

/** New password and its confirmation (§5); both are cleared when the form is returned. */
export function NewPasswordTwice({ form, label }: NewPasswordTwiceProps) {
  const t = useT();
  return (
    <>
      <NewPasswordField
        key={`new ${form.attempts}`}
        name="newPassword"
        label={label ?? t("identity.new-password")}
        error={form.error("newPassword")}
      />
      <PasswordField
        key={`again ${form.attempts}`}
        name="newPasswordAgain"
        label={t("identity.new-password-again")}
        error={form.error("newPasswordAgain")}
        autoComplete="new-password"
        show={t("identity.password.show")}
        hide={t("identity.password.hide")}
        required
      />
    </>
  );
}
