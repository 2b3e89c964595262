import { type ReactNode, useEffect, useRef, useState } from "react";
import { CloseIcon } from "./more-icons.tsx";
import { ToolButton } from "./tool.tsx";

export type DialogProps = {
  id: string;
  title: string;
  /** Names the cross. */
  close: string;
  /** Shown while true. Leave it out when a `DialogButton` opens the dialog. */
  open?: boolean;
  /** Esc, cross, ground or a button of a `method="dialog"` form closed it. */
  onClose?: () => void;
  /** Buttons at the foot. */
  foot?: ReactNode;
  children: ReactNode;
};

/** A question before all else. Native: traps and gives back the focus, closes with Esc; without script it stands open in the page. */
export function Dialog(props: DialogProps) {
  return <NativeDialog {...props} />;
}

/** The same at the end of the line, full height: cart, filters. */
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

/** Shows a dialog above the page, also one that the server sent open. */
export function showModal(dialog: HTMLDialogElement): void {
  if (dialog.matches(":modal")) return;
  dialog.removeAttribute("open");
  dialog.showModal();
}
