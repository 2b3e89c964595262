import type { ComponentPropsWithRef, ReactNode } from "react";
import { type AnchorProps, TextLink } from "./link.tsx";

/** A row of chips, which scrolls horizontally on a phone. */
export function Chips({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul className="chips" aria-label={label}>
      {children}
    </ul>
  );
}

/** A filter as link; `current` marks the active one. */
export function ChipLink({ current, icon, children, ...rest }: AnchorProps & { current?: boolean; icon?: ReactNode }) {
  return (
    <li>
      <TextLink {...rest} className="chip" aria-current={current ? "true" : undefined}>
        {icon}
        {children}
      </TextLink>
    </li>
  );
}

type ChipButtonProps = Omit<ComponentPropsWithRef<"button">, "className" | "style"> & { icon?: ReactNode };

/** A chip that opens or applies something. */
export function ChipButton({ icon, children, type = "submit", ...rest }: ChipButtonProps) {
  return (
    <li>
      <button {...rest} type={type} className="chip">
        {icon}
        {children}
      </button>
    </li>
  );
}
