import { Field } from "@guichet/ui/forms/field.tsx";
import type { ReactNode } from "react";
import type { CheckedForm } from "../../forms/checked-form.tsx";
import { useT } from "../../texts/texts.tsx";

interface EmailFieldProps {
  form: CheckedForm;
  name?: string;
  label?: string;
  hint?: ReactNode;
  /** Initial value. */
  known?: string;
  /** `username` marks the address as the sign-in name for password managers. */
  autoComplete?: "email" | "username";
}

/** E-mail field of a checked form. */
export function EmailField({ form, name = "email", label, hint, known, autoComplete = "email" }: EmailFieldProps) {
  const t = useT();
  return (
    <Field
      name={name}
      type="email"
      label={label ?? t("identity.email")}
      hint={hint}
      error={form.error(name)}
      defaultValue={form.value(name) ?? known}
      autoComplete={autoComplete}
      autoCapitalize="none"
      spellCheck={false}
      maxLength={254}
      required
    />
  );
}
