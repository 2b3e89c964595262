import { Field } from "@guichet/ui/forms/field.tsx";
import { useT } from "../shell/texts.tsx";

interface CodeFieldProps {
  label: string;
  error?: string | undefined;
}

/** Field for the six digits of an authenticator app, marked up for phone keyboards and autofill (WCAG 3.3.8). */
export function CodeField({ label, error }: CodeFieldProps) {
  return (
    <Field
      label={label}
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={12}
      dir="ltr"
      required
      error={error}
    />
  );
}

/** Field for a recovery code, in its printed format. */
export function RecoveryCodeField({ error }: Pick<CodeFieldProps, "error">) {
  const t = useT();
  return (
    <Field
      label={t("staff.factor.recovery")}
      hint={t("staff.factor.recovery.hint")}
      name="recoveryCode"
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      maxLength={40}
      dir="ltr"
      required
      error={error}
    />
  );
}
