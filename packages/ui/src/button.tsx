import type { ComponentPropsWithRef, MouseEvent, ReactNode } from "react";
import { LiveRegion } from "./page/live-region.tsx";
import { ProgressBar } from "./progress-bar.tsx";

export type ButtonVariant = {
  /** `main`: once per screen; `quiet`: cancel; `danger`: deletes; `state`: FranceConnect. */
  variant?: "plain" | "main" | "quiet" | "danger" | "state" | undefined;
  /** Full width and 56 px high: the final action of a screen. */
  big?: boolean | undefined;
  icon?: ReactNode;
  /** Content at the end of the line, e.g. the amount on a pay button. */
  end?: ReactNode;
};

type ButtonProps = Omit<ComponentPropsWithRef<"button">, "className" | "style"> &
  ButtonVariant & {
    /**
     * Text while the action is in progress: it replaces the button's text, is announced, and prevents a second press.
     * Pass `false` before, so that the live region already exists.
     */
    busy?: string | false;
  };

/** A button of type `submit` by default; it works in a form without script. */
export function Button({ variant, big, icon, end, busy, children, type = "submit", onClick, ...rest }: ButtonProps) {
  const press = busy ? (event: MouseEvent) => event.preventDefault() : onClick;
  return (
    <>
      <button
        {...rest}
        type={type}
        onClick={press}
        aria-disabled={busy ? true : rest["aria-disabled"]}
        {...buttonAttributes({ variant, big, end: end ?? (busy || undefined) })}
      >
        {busy ? (
          <>
            <span>{busy}</span>
            <ProgressBar decorative />
          </>
        ) : (
          <ButtonText icon={icon} end={end}>
            {children}
          </ButtonText>
        )}
      </button>
      {busy !== undefined && <LiveRegion>{busy || null}</LiveRegion>}
    </>
  );
}

/** Content of a button or link button. */
export function ButtonText({ icon, end, children }: { icon?: ReactNode; end?: ReactNode; children?: ReactNode }) {
  if (end === undefined) {
    return (
      <>
        {icon}
        {children}
      </>
    );
  }
  return (
    <>
      <span>
        {icon}
        {children}
      </span>
      <span className="figures">{end}</span>
    </>
  );
}

/** Attributes that style a button or link. */
export function buttonAttributes({ variant, big, end }: Pick<ButtonVariant, "variant" | "big" | "end">) {
  return {
    className: "button",
    "data-variant": variant === "plain" ? undefined : variant,
    "data-big": big ? "" : undefined,
    "data-ends": end === undefined ? undefined : "",
  };
}
