import { type ComponentPropsWithRef, type ReactNode, useState } from "react";
import { useHydrated } from "../hydrated.ts";
import { EyeIcon, EyeOffIcon } from "../more-icons.tsx";
import { ToolButton } from "../tool.tsx";
import { describedBy, FieldFrame, type FieldWords } from "./field-frame.tsx";

type PasswordFieldProps = FieldWords &
  Omit<ComponentPropsWithRef<"input">, "className" | "style" | "id" | "name" | "type"> & {
    name: string;
    id?: string;
    side?: ReactNode;
    autoComplete: "current-password" | "new-password";
    /** Labels of the button that shows the password. */
    show: string;
    hide: string;
  };

/** A password field that can show its content; paste and password managers work (WCAG 3.3.8). */
export function PasswordField({ label, mark, hint, error, side, id, show, hide, ...input }: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  const hydrated = useHydrated();
  const key = id ?? input.name;
  const words = { label, mark, hint, error };
  return (
    <FieldFrame id={key} side={side} {...words}>
      <div className="password">
        <input
          {...input}
          id={key}
          className="input"
          type={shown ? "text" : "password"}
          spellCheck={false}
          autoCapitalize="none"
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(key, words)}
        />
        {hydrated && (
          <ToolButton
            type="button"
            aria-label={shown ? hide : show}
            aria-controls={key}
            icon={shown ? <EyeOffIcon size="s" /> : <EyeIcon size="s" />}
            onClick={() => setShown(!shown)}
          />
        )}
      </div>
    </FieldFrame>
  );
}
