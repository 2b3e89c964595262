import type { MouseEvent, ReactNode } from "react";
import { Button, type ButtonVariant } from "./button.tsx";
import { showModal } from "./dialog.tsx";

type DialogButtonProps = ButtonVariant & { opens: string; children: ReactNode };

/** Opens the dialog with the id `opens`, by the platform's command attributes where supported, otherwise by script. */
export function DialogButton({ opens, children, ...variant }: DialogButtonProps) {
  const open = (event: MouseEvent) => {
    const dialog = document.getElementById(opens);
    if (!(dialog instanceof HTMLDialogElement)) return;
    event.preventDefault();
    showModal(dialog);
  };
  return (
    <Button
      {...variant}
      type="button"
      onClick={open}
      aria-haspopup="dialog"
      {...{ command: "show-modal", commandfor: opens }}
    >
      {children}
    </Button>
  );
}
