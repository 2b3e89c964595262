import type { ReactNode } from "react";
import { ChevronDownIcon } from "./icons.tsx";

type DisclosureProps = {
  summary: ReactNode;
  open?: boolean;
  /** Of disclosures with the same name, only one is open. */
  name?: string;
  onOpen?: () => void;
  children: ReactNode;
};

/** Additional content that can be expanded: native, works without script. */
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
