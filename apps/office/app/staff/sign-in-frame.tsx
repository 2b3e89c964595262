import { ToolButton } from "@guichet/ui/tool.tsx";
import type { ReactNode } from "react";
import { Form } from "react-router";
import { href } from "../paths.ts";
import { Preferences } from "../shell/preferences.tsx";
import { useT } from "../shell/texts.tsx";

/** Frame of the sign-in and its steps. `signOut`: shows the sign-out button, once a user has signed in. */
export function SignInFrame({ signOut = false, children }: { signOut?: boolean; children: ReactNode }) {
  const t = useT();
  return (
    <div className="office" data-outside="">
      <header className="office-head">
        <strong>{t("shell.office")}</strong>
        <span className="office-head-end">
          <Preferences />
          {signOut && (
            <Form method="post" action={href("signOut")}>
              <ToolButton>{t("shell.sign-out")}</ToolButton>
            </Form>
          )}
        </span>
      </header>
      {children}
    </div>
  );
}
