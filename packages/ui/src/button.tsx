import type { ComponentPropsWithRef, MouseEvent, ReactNode } from "react";
import { LiveRegion } from "./live-region.tsx";
import { ProgressBar } from "./progress-bar.tsx";

export type ButtonVariant = {
  /** `main` once per screen, `quiet` for the way out, `state` for FranceConnect. */
  variant?: "plain" | "main" | "quiet" | "state" | undefined;
  /** Full width and 56 px: the last action of a screen. */
  big?: boolean | undefined;
  icon?: ReactNode;
  /** Stands at the far end, as the amount on a pay button. */
  end?: ReactNode;
};

type ButtonProps = Omit<ComponentPropsWithRef<"button">, "className" | "style"> &
  ButtonVariant & {
    /**
     * What is under way, once pressed: the words replace the button's and are read out, and it cannot be pressed twice.
     * Pass `false` before, so that the announcing region is already there.
     */
    busy?: string | false;
  };

/** A button; submits unless told otherwise, and works in a form without script. */
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

/** What stands on a button or link-button. */
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

/** The attributes that give a button or link its look. */
export function buttonAttributes({ variant, big, end }: Pick<ButtonVariant, "variant" | "big" | "end">) {
  return {
    className: "button",
    "data-variant": variant === "plain" ? undefined : variant,
    "data-big": big ? "" : undefined,
    "data-ends": end === undefined ? undefined : "",
  };
}
