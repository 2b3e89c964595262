import { ErrorSummary } from "@guichet/ui/forms/error-summary.tsx";
import { type FocusEvent, type InputEvent, type ReactNode, type SubmitEvent, useState } from "react";
import { useNavigation } from "react-router";
import { useT } from "../texts/texts.tsx";
import { type Fault, fieldOf, type SentBack, type Typed, typedOf } from "./form-values.ts";

export interface CheckedForm {
  /** Props for the form element; they disable the browser's built-in validation messages. */
  props: {
    noValidate: true;
    onSubmit: (event: SubmitEvent<HTMLFormElement>) => void;
    onBlur: (event: FocusEvent<HTMLFormElement>) => void;
    onInput: (event: InputEvent<HTMLFormElement>) => void;
  };
  /** Error summary at the top of the page; receives focus when the server returns the form with errors. */
  summary: ReactNode;
  /** Prop for `Title` that marks a page with errors. */
  faulty: string | undefined;
  /** Error message of a field, identical to the one in the summary. */
  error(field: string): string | undefined;
  /** The value submitted for the field. */
  value(field: string): string | undefined;
  /** Number of times the form was returned; key of fields that are cleared each time. */
  attempts: number;
  /** True while the form is being submitted. */
  busy: boolean;
}

interface CheckedFormParts {
  /** Validation shared with the server: returns the errors in the entered values. */
  check: (typed: Typed) => readonly Fault[];
  words: (fault: Fault) => string;
  /** Response of the action. */
  answer: SentBack | undefined;
  /** Value of `what` that identifies this form among several on a page. */
  what?: string;
}

/**
 * Form with the same validation in the browser and on the server. It validates on submit and when a field loses focus; an error
 * disappears as soon as it is corrected (WCAG 3.3.1, 3.3.3). Without script the server's response shows the same errors.
 */
export function useCheckedForm({ check, words, answer, what }: CheckedFormParts): CheckedForm {
  const t = useT();
  const navigation = useNavigation();
  const [seen, setSeen] = useState(answer);
  const [tried, setTried] = useState({ faults: answer?.faults ?? [], attempts: 0 });
  const [live, setLive] = useState<Readonly<Record<string, Fault | undefined>>>({});
  if (answer !== seen) {
    setSeen(answer);
    setTried({ faults: answer?.faults ?? [], attempts: tried.attempts + 1 });
    setLive({});
  }

  const faultOf = (field: string): Fault | undefined =>
    Object.hasOwn(live, field) ? live[field] : tried.faults.find((fault) => fault.field === field);
  const look = (form: HTMLFormElement, field: string) => {
    const fault = check(typedOf(new FormData(form))).find((found) => found.field === field);
    setLive((before) => ({ ...before, [field]: fault }));
  };

  return {
    props: {
      noValidate: true,
      onSubmit(event) {
        const faults = [...check(typedOf(new FormData(event.currentTarget)))];
        if (faults.length === 0) return;
        event.preventDefault();
        setTried({ faults, attempts: tried.attempts });
        setLive({});
      },
      onBlur(event) {
        const left = controlOf(event.target);
        if (!left || left.value === "") return;
        const field = fieldOf(left.name);
        // When focus moves to a button, a layout shift could make the click miss it; submitting validates everything anyway.
        const next = controlOf(event.relatedTarget);
        if (!next || fieldOf(next.name) === field) return;
        look(event.currentTarget, field);
      },
      onInput(event) {
        const control = controlOf(event.target);
        if (control && faultOf(fieldOf(control.name))) look(event.currentTarget, fieldOf(control.name));
      },
    },
    summary: (
      <ErrorSummary
        key={JSON.stringify([tried.attempts, tried.faults])}
        title={t("shell.form.problem")}
        errors={tried.faults.map((fault) => ({ field: fault.field, message: words(fault) }))}
      />
    ),
    faulty: tried.faults.length > 0 ? t("shell.form.faulty") : undefined,
    error(field) {
      const fault = faultOf(field);
      return fault && words(fault);
    },
    value: (field) => answer?.typed[field],
    attempts: tried.attempts,
    busy: navigation.state !== "idle" && navigation.formMethod === "POST" && isOurs(navigation.formData, what),
  };
}

const isOurs = (going: FormData | undefined, what: string | undefined): boolean =>
  what === undefined || going?.get("what") === what;

function controlOf(target: EventTarget | null): { name: string; value: string } | undefined {
  const isControl =
    target instanceof HTMLInputElement || target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement;
  return isControl ? target : undefined;
}
