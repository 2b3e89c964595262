import type { ComponentPropsWithRef } from "react";
import { UploadIcon } from "../more-icons.tsx";
import { describedBy, type FieldWords, HintAndError } from "./field-frame.tsx";

type FileFieldProps = FieldWords &
  Omit<ComponentPropsWithRef<"input">, "className" | "style" | "id" | "name" | "type"> & { name: string; id?: string };

/** A file input that also accepts dropped files; `hint` states formats and size. */
export function FileField({ label, mark, hint, error, id, ...input }: FileFieldProps) {
  const key = id ?? input.name;
  return (
    <div className="field">
      <label className="drop" htmlFor={key}>
        <UploadIcon />
        <span>
          <b>{label}</b>
          {mark && <span className="label-mark"> ({mark})</span>}
        </span>
        <HintAndError id={key} hint={hint} error={error} />
        <input
          {...input}
          id={key}
          className="input"
          type="file"
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(key, { label, hint, error })}
        />
      </label>
    </div>
  );
}
