import { type ReactNode, useRef, useState } from "react";
import { useHydrated } from "../hydrated.ts";
import { AlertIcon } from "../icons.tsx";
import type { Tone } from "../ink.ts";
import { CloseIcon } from "../more-icons.tsx";
import { ToolButton } from "../tool.tsx";

type AlertBandProps = {
  label: string;
  /** `bad`: red; `plain`: neutral; otherwise and for `wait`: yellow, the only use of this colour in the shop. */
  tone?: Tone | "plain";
  icon?: ReactNode;
  /** For a long text: on phones it is cut to one line, followed by this link, until it is opened. */
  more?: { id: string; label: string } | undefined;
  /** Makes the alert dismissible. `alertKey`: marks the element, so that a style rule can hide it before the first paint. */
  dismiss?: { alertKey: string; label: string; onDismiss: () => void } | undefined;
  children: ReactNode;
};

/** An alert below the header. */
export function AlertBand({ label, tone, icon = <AlertIcon />, more, dismiss, children }: AlertBandProps) {
  return (
    <aside className="alert-band" data-tone={tone} data-alert={dismiss?.alertKey} aria-label={label}>
      <div className="alert-band-in">
        {icon}
        {more ? <CutText {...more}>{children}</CutText> : <div className="alert-band-text">{children}</div>}
        {dismiss && <Dismiss {...dismiss} />}
      </div>
    </aside>
  );
}

/** The link leads to its text, which the style sheet then shows whole, so it works without script too. */
function CutText({ id, label, children }: { id: string; label: string; children: ReactNode }) {
  const [isWhole, setWhole] = useState(false);
  const text = useRef<HTMLDivElement>(null);
  return (
    <>
      <div ref={text} className="alert-band-text" id={id} data-cut={isWhole ? undefined : ""} tabIndex={-1}>
        {children}
      </div>
      {!isWhole && (
        <a
          className="alert-band-more"
          href={`#${id}`}
          onClick={(event) => {
            event.preventDefault();
            setWhole(true);
            text.current?.focus({ preventScroll: true });
          }}
        >
          {label}
        </a>
      )}
    </>
  );
}

/** Its space is reserved before script runs, so that the text does not move. */
function Dismiss({ label, onDismiss }: { label: string; onDismiss: () => void }) {
  const isReady = useHydrated();
  return (
    <span className="alert-band-dismiss" data-ready={isReady ? "" : undefined}>
      <ToolButton type="button" aria-label={label} icon={<CloseIcon />} onClick={onDismiss} />
    </span>
  );
}
