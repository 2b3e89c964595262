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

/** A question that is answered by one of its chips; they wrap. `id` is that of the question. */
export function ChipQuestion({ id, question, children }: { id: string; question: string; children: ReactNode }) {
  return (
    <div className="stack" data-gap="s">
      <p id={id} className="small soft">
        {question}
      </p>
      <ul className="chips" data-wrap="" aria-labelledby={id}>
        {children}
      </ul>
    </div>
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
