import { PasswordField } from "@guichet/ui/forms/password-field.tsx";
import { useT } from "../../texts/texts.tsx";
import { NewPasswordField } from "./password-checklist.tsx";

interface NewPasswordTwiceProps {
  /** Of `useCheckedForm`: what is wrong with a field, and how often the form was sent back. */
  form: { tries: number; error(field: string): string | undefined };
  /** Whose it is, where that is somebody else than who types. */
  label?: string;
}

/** A new password, and once more (§5); both are empty again when the form comes back. */
export function NewPasswordTwice({ form, label }: NewPasswordTwiceProps) {
  const t = useT();
  return (
    <>
      <NewPasswordField
        key={`new ${form.tries}`}
        name="newPassword"
        label={label ?? t("identity.new-password")}
        error={form.error("newPassword")}
      />
      <PasswordField
        key={`again ${form.tries}`}
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
