import type { ReactNode } from "react";
import { AlertIcon } from "../icons.tsx";

export type FieldWords = {
  label: ReactNode;
  /** "facultatif" or "obligatoire", next to the label. */
  mark?: string | undefined;
  /** A format or example, above the field. */
  hint?: ReactNode;
  /** Message that explains what to do, between label and field. */
  error?: string | undefined;
};

/** Ids of hint and error of a field in reading order; undefined if it has neither. */
export function describedBy(id: string, { hint, error }: FieldWords): string | undefined {
  const ids = [hint ? `${id}-hint` : "", error ? `${id}-error` : ""].filter(Boolean);
  return ids.length > 0 ? ids.join(" ") : undefined;
}

/** Label, hint and error above a control, connected by `id`. `side`: content at the end of the label ("Oublié ?"). */
export function FieldFrame(props: FieldWords & { id: string; side?: ReactNode; children: ReactNode }) {
  const { id, label, mark, side, children } = props;
  return (
    <div className="field">
      <div className="label">
        <label htmlFor={id}>
          {label}
          {mark && <span className="label-mark"> ({mark})</span>}
        </label>
        {side}
      </div>
      <HintAndError id={id} hint={props.hint} error={props.error} />
      {children}
    </div>
  );
}

/** Hint, then error, of a field or group. */
export function HintAndError({ id, hint, error }: Pick<FieldWords, "hint" | "error"> & { id: string }) {
  return (
    <>
      {hint && (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && (
        <p className="field-error" id={`${id}-error`}>
          <AlertIcon size="s" />
          <span>{error}</span>
        </p>
      )}
    </>
  );
}
