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
