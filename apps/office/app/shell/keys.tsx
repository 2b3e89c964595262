import { useEffect, useRef } from "react";
import { usePageContext } from "./page-context.tsx";

/**
 * Binds single keys, each to a visible control: `press` clicks the element with that id, or focuses it if it is a
 * field. The shortcuts are inactive inside fields, and everywhere if the user disabled them.
 */
export function useKeys(bound: Readonly<Record<string, string>>): void {
  const { keys } = usePageContext();
  const current = useRef(bound);
  current.current = bound;
  useEffect(() => {
    if (!keys) return;
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || isTyping(event.target)) return;
      const id = current.current[event.key.toLowerCase()];
      const element = id === undefined ? null : document.getElementById(id);
      if (element === null) return;
      event.preventDefault();
      if (isField(element)) element.focus();
      else element.click();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [keys]);
}

const isField = (target: EventTarget): boolean =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;

const isTyping = (target: EventTarget | null): boolean =>
  target !== null &&
  (isField(target) ||
    (target instanceof HTMLElement && (target.isContentEditable || target.closest("dialog") !== null)));

/** A key, shown next to the control that it activates. */
export function Key({ children }: { children: string }) {
  const { keys } = usePageContext();
  return keys ? (
    <span aria-hidden="true">
      <kbd className="key">{children}</kbd>
    </span>
  ) : null;
}
