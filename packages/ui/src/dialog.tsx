import { type ReactNode, useEffect, useRef, useState } from "react";
import { CloseIcon } from "./more-icons.tsx";
import { ToolButton } from "./tool.tsx";

export type DialogProps = {
  id: string;
  title: string;
  /** Label of the close button. */
  close: string;
  /** Whether it is shown. Omit it if a `DialogButton` opens the dialog. */
  open?: boolean;
  /** Called when Esc, the close button, the backdrop or a button of a `method="dialog"` form closed it. */
  onClose?: () => void;
  /** Buttons in the footer. */
  foot?: ReactNode;
  children: ReactNode;
};

/** A modal dialog. Native: traps and restores the focus, closes with Esc; without script it is open in the page. */
export function Dialog(props: DialogProps) {
  return <NativeDialog {...props} />;
}

/** A full-height dialog at the end of the line: cart, filters. */
export function Drawer(props: DialogProps) {
  return <NativeDialog {...props} side />;
}

function NativeDialog({ id, title, close, open, onClose, foot, children, side }: DialogProps & { side?: boolean }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [openWithoutScript] = useState(open);
  useEffect(() => {
    const element = dialog.current;
    if (!element || open === undefined) return;
    if (open) showModal(element);
    if (!open && element.open) element.close();
  }, [open]);
  return (
    <dialog
      ref={dialog}
      className="dialog"
      id={id}
      data-side={side ? "" : undefined}
      aria-labelledby={`${id}-title`}
      open={openWithoutScript}
      onClose={onClose}
      {...{ closedby: "any" }}
    >
      <form method="dialog" className="dialog-head">
        <h2 id={`${id}-title`}>{title}</h2>
        <ToolButton aria-label={close} icon={<CloseIcon />} />
      </form>
      <div className="dialog-body">{children}</div>
      {foot && <div className="dialog-foot">{foot}</div>}
    </dialog>
  );
}

/** Shows a dialog modally, even one rendered open by the server. */
export function showModal(dialog: HTMLDialogElement): void {
  if (dialog.matches(":modal")) return;
  dialog.removeAttribute("open");
  dialog.showModal();
}
