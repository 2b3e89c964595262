import type { ComponentPropsWithRef, ReactNode } from "react";
import { HintAndError } from "./field-frame.tsx";

type CheckboxProps = Omit<ComponentPropsWithRef<"input">, "className" | "style" | "type" | "id" | "name"> & {
  name: string;
  id?: string;
  error?: string | undefined;
  children: ReactNode;
};

/** A checkbox with its sentence; links inside it stay links. */
export function Checkbox({ id, error, children, ...input }: CheckboxProps) {
  const key = id ?? input.name;
  return (
    <div>
      <HintAndError id={key} error={error} />
      <label className="check" htmlFor={key}>
        <input
          {...input}
          id={key}
          type="checkbox"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${key}-error` : undefined}
        />
        <span>{children}</span>
      </label>
    </div>
  );
}
