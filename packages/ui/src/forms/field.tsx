import type { ComponentPropsWithRef, ReactNode } from "react";
import { describedBy, FieldFrame, type FieldWords } from "./field-frame.tsx";

type FieldProps = FieldWords &
  Omit<ComponentPropsWithRef<"input">, "className" | "style" | "id" | "name"> & {
    name: string;
    id?: string;
    side?: ReactNode;
    /** A button at the end of the line, e.g. "Appliquer". */
    action?: ReactNode;
  };

const readFromTheLeft = new Set(["email", "tel", "url"]);

/** A single-line text field. E-mail, telephone and URL are written from left to right in every language. */
export function Field({ label, mark, hint, error, side, action, id, dir, ...input }: FieldProps) {
  const key = id ?? input.name;
  const words = { label, mark, hint, error };
  const control = (
    <input
      type="text"
      {...input}
      id={key}
      className="input"
      dir={dir ?? (readFromTheLeft.has(input.type ?? "text") ? "ltr" : undefined)}
      aria-invalid={error ? true : undefined}
      aria-describedby={describedBy(key, words)}
    />
  );
  return (
    <FieldFrame id={key} side={side} {...words}>
      {action ? (
        <div className="field-row">
          {control}
          {action}
        </div>
      ) : (
        control
      )}
    </FieldFrame>
  );
}
