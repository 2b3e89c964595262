import { useEffect, useRef } from "react";
import { usePageContext } from "./page-context.tsx";

/**
 * Keys without modifier, each doing what a visible control does: `press` clicks the element of that id, or gives it the
 * focus where it is a field. They act outside of fields only, and not at all where the person switched them off.
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

/** A key, as it stands on the screen beside what it does. */
export function Key({ children }: { children: string }) {
  const { keys } = usePageContext();
  return keys ? (
    <span aria-hidden="true">
      <kbd className="key">{children}</kbd>
    </span>
  ) : null;
}
