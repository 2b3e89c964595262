import type { ReactNode } from "react";
import { ChevronDownIcon } from "./icons.tsx";

type DisclosureProps = {
  summary: ReactNode;
  open?: boolean;
  /** Disclosures of one name: opening one closes the others. */
  name?: string;
  onOpen?: () => void;
  children: ReactNode;
};

/** More, for those who want it: native, works without script. */
export function Disclosure({ summary, open, name, onOpen, children }: DisclosureProps) {
  return (
    <details
      className="disclosure"
      open={open}
      name={name}
      onToggle={onOpen && (({ currentTarget }) => currentTarget.open && onOpen())}
    >
      <summary>
        <span>{summary}</span>
        <ChevronDownIcon size="s" />
      </summary>
      <div className="disclosure-body">{children}</div>
    </details>
  );
}
