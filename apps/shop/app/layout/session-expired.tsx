import { Button } from "@guichet/ui/button.tsx";
import { Dialog } from "@guichet/ui/dialog.tsx";
import { LinkButton } from "@guichet/ui/link-button.tsx";
import { useState } from "react";
import { useLocation } from "react-router";
import { usePageContext } from "../page/page-context.tsx";
import { href, paths } from "../paths.ts";
import { useT } from "../texts/texts.tsx";

/** Dialog after the session expired: asks the user to sign in again (§8); cart and current page are preserved. */
export function SessionExpired() {
  const t = useT();
  const { expired } = usePageContext();
  const { pathname, search } = useLocation();
  // The dialog is shown on the page where the session expired and disappears on navigation.
  const [at, setAt] = useState<string | undefined>(pathname);
  const [flash, setNotified] = useState(expired);
  if (flash !== expired) {
    setNotified(expired);
    if (expired) setAt(pathname);
  }
  if (at !== pathname) return null;
  const close = () => setAt(undefined);
  // If a guard has redirected to sign-in, the sign-in page is behind the dialog.
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
