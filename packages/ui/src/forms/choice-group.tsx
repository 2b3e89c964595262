import type { ReactNode } from "react";
import { describedBy, type FieldWords, HintAndError } from "./field-frame.tsx";

type ChoiceGroupProps = FieldWords & {
  /** Target of the error summary. */
  id: string;
  /** `cards`: one below the other; `slots`: in a grid. */
  layout?: "cards" | "slots";
  /** Whether the title of the page is already the question. */
  quietLabel?: boolean;
  children: ReactNode;
};

/** A group of choices for one question. */
export function ChoiceGroup({
  id,
  label,
  mark,
  hint,
  error,
  layout = "cards",
  quietLabel,
  children,
}: ChoiceGroupProps) {
  return (
    <fieldset id={id} tabIndex={-1} aria-describedby={describedBy(id, { label, hint, error })}>
      <legend className={quietLabel ? "visually-hidden" : undefined}>
        {label}
        {mark && <span className="label-mark small"> ({mark})</span>}
      </legend>
      <div className="stack" data-gap="m">
        <HintAndError id={id} hint={hint} error={error} />
        <div className={layout === "slots" ? "slots" : "choices"}>{children}</div>
      </div>
    </fieldset>
  );
}
