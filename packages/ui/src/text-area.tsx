import type { ComponentPropsWithRef } from "react";
import { describedBy, FieldFrame, type FieldWords } from "./field-frame.tsx";

type TextAreaProps = FieldWords &
  Omit<ComponentPropsWithRef<"textarea">, "className" | "style" | "id" | "name"> & { name: string; id?: string };

/** Several lines of text; written in the direction of their first letter. */
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
