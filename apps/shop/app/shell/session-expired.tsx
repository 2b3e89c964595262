import { Dialog } from "@guichet/ui/dialog.tsx";
import { LinkButton } from "@guichet/ui/link-button.tsx";
import { useState } from "react";
import { useLocation } from "react-router";
import { href } from "../paths.ts";
import { useShell } from "./shell.tsx";
import { useT } from "./texts.tsx";

/** The session ended by itself: says so and asks to sign in again (§8); cart and place are kept. */
export function SessionExpired() {
  const t = useT();
  const { expired } = useShell();
  const { pathname, search } = useLocation();
  // Stands where the session ended, and is gone once the visitor goes on.
  const [at, setAt] = useState(expired ? pathname : undefined);
  const [told, setTold] = useState(expired);
  if (told !== expired) {
    setTold(expired);
    if (expired) setAt(pathname);
  }
  if (at !== pathname) return null;
  const next = pathname.startsWith("/auth") ? (new URLSearchParams(search).get("next") ?? "/") : pathname + search;
  return (
    <Dialog
      id="session-expired"
      title={t("shell.expired.title")}
      close={t("shell.close")}
      open
      onClose={() => setAt(undefined)}
      foot={
        <LinkButton look="main" href={href("auth", undefined, { next })}>
          {t("shell.expired.sign-in")}
        </LinkButton>
      }
    >
      <p>{t("shell.expired.text")}</p>
    </Dialog>
  );
}
