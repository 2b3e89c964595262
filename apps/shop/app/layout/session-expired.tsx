import { Button } from "@guichet/ui/button.tsx";
import { Dialog } from "@guichet/ui/dialog.tsx";
import { LinkButton } from "@guichet/ui/link-button.tsx";
import { useState } from "react";
import { useLocation } from "react-router";
import { usePageContext } from "../page/page-context.tsx";
import { href, paths } from "../paths.ts";
import { useT } from "../texts/texts.tsx";

/** The session ended by itself: says so and asks to sign in again (§8); cart and place are kept. */
export function SessionExpired() {
  const t = useT();
  const { expired } = usePageContext();
  const { pathname, search } = useLocation();
  // Stands where the session ended, and is gone once the visitor goes on.
  const [at, setAt] = useState<string | undefined>(pathname);
  const [flash, setNotified] = useState(expired);
  if (flash !== expired) {
    setNotified(expired);
    if (expired) setAt(pathname);
  }
  if (at !== pathname) return null;
  const close = () => setAt(undefined);
  // Where a guard led to the sign-in, that is the page behind the dialog.
  const isSignIn = pathname.startsWith(paths.auth);
  return (
    <Dialog
      id="session-expired"
      title={t("shell.expired.title")}
      close={t("shell.close")}
      open
      onClose={close}
      foot={
        isSignIn ? (
          <Button type="button" variant="main" onClick={close}>
            {t("shell.expired.sign-in")}
          </Button>
        ) : (
          <LinkButton variant="main" href={href("auth", undefined, { next: pathname + search })}>
            {t("shell.expired.sign-in")}
          </LinkButton>
        )
      }
    >
      <p>{t("shell.expired.text")}</p>
    </Dialog>
  );
}
