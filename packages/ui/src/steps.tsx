import type { ReactNode } from "react";
import { TextLink } from "./link.tsx";
import { VisuallyHidden } from "./visually-hidden.tsx";

type StepsProps = {
  label: string;
  stops: { name: string; href?: string }[];
  /** Index of the current stop; those before it are done. */
  current: number;
  /** Text for screen readers after a completed stop: "fait". */
  passed: string;
};

/** Progress through the steps of a process, as a line with stops. Completed stops can be links. */
export function Steps({ label, stops, current, passed }: StepsProps) {
  return (
    <ol className="steps" aria-label={label}>
      {stops.map((stop, index) => (
        <li
          className="step"
          key={stop.name}
          data-passed={index < current ? "" : undefined}
          aria-current={index === current ? "step" : undefined}
        >
          <span className="step-name">
            {stop.href && index < current ? <TextLink href={stop.href}>{stop.name}</TextLink> : stop.name}
          </span>
          {index < current && <VisuallyHidden>, {passed}</VisuallyHidden>}
        </li>
      ))}
    </ol>
  );
}

export type Stop = { id: string; name: ReactNode; note?: ReactNode; state: "passed" | "here" | "ahead" };

/** A history with upcoming events, from top to bottom. */
export function History({ label, stops, passed }: { label: string; stops: Stop[]; passed: string }) {
  return (
    <ol className="steps" data-down="" aria-label={label}>
      {stops.map((stop) => (
        <li
          className="step"
          key={stop.id}
          data-passed={stop.state === "passed" ? "" : undefined}
          aria-current={stop.state === "here" ? "step" : undefined}
        >
          <div>
            <span className="step-name">
              {stop.name}
              {stop.state === "passed" && <VisuallyHidden>, {passed}</VisuallyHidden>}
            </span>
            {stop.note && <span className="step-note">{stop.note}</span>}
          </div>
        </li>
      ))}
    </ol>
  );
}
