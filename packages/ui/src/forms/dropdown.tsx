import { type KeyboardEvent, type ReactNode, type SyntheticEvent, useEffect, useRef } from "react";
import { VisuallyHidden } from "../visually-hidden.tsx";

type DropdownProps = {
  icon: ReactNode;
  label: string;
  /** Whether only the icon is visible; the label is for screen readers. */
  quiet?: boolean;
  /** Links and buttons, as `ToolLink` and `ToolButton`. */
  children: ReactNode;
};

/** A menu of links behind a header button: language, theme, account. Native; script only adds Esc and closing by an outside click. */
export function Dropdown({ icon, label, quiet, children }: DropdownProps) {
  const details = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const closeOutside = (event: PointerEvent) => {
      const element = details.current;
      if (element?.open && event.target instanceof Node && !element.contains(event.target)) element.open = false;
    };
    document.addEventListener("pointerdown", closeOutside);
    return () => document.removeEventListener("pointerdown", closeOutside);
  }, []);
  const closeOnEscape = (event: KeyboardEvent<HTMLDetailsElement>) => {
    if (event.key === "Escape") close(event);
  };
  return (
    <details className="dropdown" ref={details} onKeyDown={closeOnEscape}>
      <summary className="tool">
        {icon}
        {quiet ? <VisuallyHidden>{label}</VisuallyHidden> : label}
      </summary>
      <div className="dropdown-body">{children}</div>
    </details>
  );
}

function close({ currentTarget }: SyntheticEvent<HTMLDetailsElement>): void {
  if (!currentTarget.open) return;
  currentTarget.open = false;
  currentTarget.querySelector("summary")?.focus();
}
