import type { ComponentPropsWithRef } from "react";
import { ChevronDownIcon } from "../icons.tsx";
import { describedBy, FieldFrame, type FieldWords } from "./field-frame.tsx";

export type Option = { value: string; label: string; disabled?: boolean };

type SelectProps = FieldWords &
  Omit<ComponentPropsWithRef<"select">, "className" | "style" | "id" | "name" | "children"> & {
    name: string;
    id?: string;
    options: Option[];
  };

/** A native select. */
export function Select({ label, mark, hint, error, id, options, ...input }: SelectProps) {
  const key = id ?? input.name;
  const words = { label, mark, hint, error };
  return (
    <FieldFrame id={key} {...words}>
      <span className="select">
        <select
          {...input}
          id={key}
          className="input"
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(key, words)}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value} disabled={option.disabled}>
              {option.label}
            </option>
          ))}
        </select>
        <ChevronDownIcon size="s" />
      </span>
    </FieldFrame>
  );
}
