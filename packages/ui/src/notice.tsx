import type { ReactNode } from "react";
import { AlertIcon, CheckIcon, ClockIcon, InfoIcon } from "./icons.tsx";
import type { Tone } from "./ink.ts";

type NoticeProps = {
  tone?: Tone;
  icon?: ReactNode;
  title?: ReactNode;
  children?: ReactNode;
  /** Announced when it appears after an action: `status` politely, `alert` immediately. */
  role?: "status" | "alert";
};

/** A message of one or two sentences, with the action that it requires. */
export function Notice({ tone, icon, title, children, role }: NoticeProps) {
  return (
    <div className="notice" data-tone={tone} role={role}>
      {icon ?? iconOf(tone)}
      <div>
        {title && <p className="notice-title">{title}</p>}
        {children && <div>{children}</div>}
      </div>
    </div>
  );
}

function iconOf(tone: Tone | undefined) {
  if (tone === "ok") return <CheckIcon />;
  if (tone === "wait") return <ClockIcon />;
  if (tone === "bad") return <AlertIcon />;
  return <InfoIcon />;
}
