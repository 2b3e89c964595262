import type { ComponentPropsWithRef } from "react";
import { describedBy, FieldFrame, type FieldWords } from "./field-frame.tsx";

type TextAreaProps = FieldWords &
  Omit<ComponentPropsWithRef<"textarea">, "className" | "style" | "id" | "name"> & { name: string; id?: string };

/** A multi-line text field, written in the direction of its first letter. */
export function TextArea({ label, mark, hint, error, id, ...input }: TextAreaProps) {
  const key = id ?? input.name;
  const words = { label, mark, hint, error };
  return (
    <FieldFrame id={key} {...words}>
      <textarea
        dir="auto"
        {...input}
        id={key}
        className="input"
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(key, words)}
      />
    </FieldFrame>
  );
}

/**
 * When React takes over a page, it sets each text area to its initial text, and what was typed until then is lost; it does so with no
 * other field. This ignores that one assignment. It runs once, before React does.
 */
function keepTyped(area: HTMLTextAreaElement): void {
  if (area.defaultValue === "") return;
  Object.defineProperty(area, "value", {
    configurable: true,
    get: () => Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value")?.get?.call(area),
    set: () => Reflect.deleteProperty(area, "value"),
  });
}

if (typeof document !== "undefined") for (const area of document.querySelectorAll("textarea")) keepTyped(area);
