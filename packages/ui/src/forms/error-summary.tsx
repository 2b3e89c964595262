import { useEffect, useRef } from "react";
import { AlertIcon } from "../icons.tsx";

export type FieldError = {
  /** Id of the field to link to. */
  field?: string | undefined;
  /** The same message as at the field. */
  message: string;
};

type ErrorSummaryProps = { title: string; errors: FieldError[]; id?: string };

/**
 * Lists the errors at the top of a form; receives the focus when it appears and whenever its messages change (WCAG 3.3.1).
 * Renders nothing without errors.
 */
export function ErrorSummary({ title, errors, id = "errors" }: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null);
  const words = errors.map((error) => error.message).join("\n");
  useEffect(() => {
    if (words) box.current?.focus();
  }, [words]);
  if (errors.length === 0) return null;
  return (
    // biome-ignore lint/a11y/noAutofocus: without script the summary still has to receive the focus of the reloaded page
    <div className="notice" data-tone="bad" role="alert" tabIndex={-1} id={id} ref={box} autoFocus>
      <AlertIcon />
      <div>
        <h2 className="notice-title">{title}</h2>
        <ul>
          {errors.map((error) => (
            <li key={`${error.field}${error.message}`}>
              {error.field ? <a href={`#${error.field}`}>{error.message}</a> : error.message}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
