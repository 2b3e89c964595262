import { Field } from "@guichet/ui/forms/field.tsx";
import { useT } from "../shell/texts.tsx";

interface CodeFieldProps {
  label: string;
  error?: string | undefined;
}

/** Six digits of an app; the keyboard of a phone and its filling in of codes know what it is (WCAG 3.3.8). */
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

/** One of the recovery codes, as it is printed. */
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
