import { ErrorSummary } from "@guichet/ui/forms/error-summary.tsx";
import { type FocusEvent, type InputEvent, type ReactNode, type SubmitEvent, useState } from "react";
import { useNavigation } from "react-router";
import { useT } from "../texts/texts.tsx";
import { type Fault, fieldOf, type SentBack, type Typed, typedOf } from "./form-values.ts";

export interface CheckedForm {
  /** To spread on the form: it checks itself, the browser's own bubbles are off. */
  props: {
    noValidate: true;
    onSubmit: (event: SubmitEvent<HTMLFormElement>) => void;
    onBlur: (event: FocusEvent<HTMLFormElement>) => void;
    onInput: (event: InputEvent<HTMLFormElement>) => void;
  };
  /** Stands first on the page and takes the focus when the form comes back. */
  summary: ReactNode;
  /** For `Title`: marks a page with errors. */
  faulty: string | undefined;
  /** The words beside a field; the same as in the summary. */
  error(field: string): string | undefined;
  /** What stood in the field when the form came back. */
  value(field: string): string | undefined;
  /** Grows with each time the form came back: the key of fields that start empty again. */
  tries: number;
  /** It is under way. */
  busy: boolean;
}

interface CheckedFormParts {
  /** The same rules as on the server: what is wrong with what is typed. */
  check: (typed: Typed) => readonly Fault[];
  words: (fault: Fault) => string;
  /** What the action answered. */
  answer: SentBack | undefined;
  /** Of several forms on a page: the value of `what` by which this one is known. */
  what?: string;
}

/**
 * A form with the same rules in the browser and on the server: checked when sent and when a field is left, an error goes
 * as soon as it is mended (WCAG 3.3.1, 3.3.3). Without script the server's answer shows the same.
 */
export function useCheckedForm({ check, words, answer, what }: CheckedFormParts): CheckedForm {
  const t = useT();
  const navigation = useNavigation();
  const [seen, setSeen] = useState(answer);
  const [tried, setTried] = useState({ faults: answer?.faults ?? [], tries: 0 });
  const [live, setLive] = useState<Readonly<Record<string, Fault | undefined>>>({});
  if (answer !== seen) {
    setSeen(answer);
    setTried({ faults: answer?.faults ?? [], tries: tried.tries + 1 });
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
        setTried({ faults, tries: tried.tries });
        setLive({});
      },
      onBlur(event) {
        const left = controlOf(event.target);
        if (!left || left.value === "") return;
        const field = fieldOf(left.name);
        // On the way to a button nothing may move, or the press misses it: sending checks everything anyway.
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
        key={JSON.stringify([tried.tries, tried.faults])}
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
    tries: tried.tries,
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
