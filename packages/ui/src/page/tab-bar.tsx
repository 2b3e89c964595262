import type { ReactNode } from "react";
import { Count } from "../count.tsx";
import { TextLink } from "../link.tsx";

export type Tab = {
  href: string;
  label: string;
  icon: ReactNode;
  current?: boolean;
  /** A number on the icon, with its label ("2 titres"). */
  count?: { value: number; label: string };
};

/** Navigation of phones: two to four labelled tabs; hidden in checkout. */
export function TabBar({ label, tabs }: { label: string; tabs: Tab[] }) {
  return (
    <nav className="tab-bar" aria-label={label}>
      {tabs.map((tab) => (
        <TextLink className="tab" key={tab.href} href={tab.href} aria-current={tab.current ? "page" : undefined}>
          {tab.icon}
          {tab.label} {tab.count && <Count {...tab.count} />}
        </TextLink>
      ))}
    </nav>
  );
}
