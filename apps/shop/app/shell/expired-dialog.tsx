import { Dialog } from "@guichet/ui/dialog.tsx";
import { LinkButton } from "@guichet/ui/link-button.tsx";
import { href } from "../paths.ts";
import { useT } from "./texts.tsx";

interface ExpiredDialogProps {
  /** Where to go on after the sign-in. */
  next: string;
  onClose: () => void;
}

export function ExpiredDialog({ next, onClose }: ExpiredDialogProps) {
  const t = useT();
  return (
    <Dialog
      id="session-expired"
      title={t("shell.expired.title")}
      close={t("shell.close")}
      open
      onClose={onClose}
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
