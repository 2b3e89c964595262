import { passwordMinLength } from "@guichet/contract/limits/sign-in-limits.ts";
import { passwordChecklist, passwordDemands } from "@guichet/rules/persons/passwords.ts";
import { PasswordField } from "@guichet/ui/forms/password-field.tsx";
import { CheckIcon } from "@guichet/ui/icons.tsx";
import { LiveRegion } from "@guichet/ui/page/live-region.tsx";
import { VisuallyHidden } from "@guichet/ui/visually-hidden.tsx";
import { useState } from "react";
import { useT } from "../../texts/texts.tsx";
import "./password-checklist.css";

interface NewPasswordFieldProps {
  name: string;
  label: string;
  error: string | undefined;
}

/** Password field with the list of requirements (§5), updated during input; screen readers announce how many remain. */
export function NewPasswordField({ name, label, error }: NewPasswordFieldProps) {
  const t = useT();
  const [typed, setTyped] = useState("");
  const met = passwordChecklist(typed);
  const left = passwordDemands.filter((demand) => !met[demand]).length;
  return (
    <div className="new-password">
      <PasswordField
        name={name}
        label={label}
        error={error}
        autoComplete="new-password"
        show={t("identity.password.show")}
        hide={t("identity.password.hide")}
        required
        maxLength={512}
        onChange={(event) => setTyped(event.target.value)}
        hint={<VisuallyHidden>{t("identity.password.rule", { length: passwordMinLength })}</VisuallyHidden>}
      />
      <ul className="password-checklist" aria-label={t("identity.password.checklist")}>
        {passwordDemands.map((demand) => (
          <li key={demand} data-met={met[demand] ? "" : undefined}>
            <span className="password-mark">{met[demand] && <CheckIcon size="s" />}</span>
            <span>
              {t(`identity.password.${demand}`, { length: passwordMinLength })}
              {met[demand] && <VisuallyHidden> {t("identity.password.met")}</VisuallyHidden>}
            </span>
          </li>
        ))}
      </ul>
      <LiveRegion>{typed === "" ? null : t("identity.password.left", { count: left })}</LiveRegion>
    </div>
  );
}
