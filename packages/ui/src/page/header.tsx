import type { ReactNode } from "react";
import { TextLink } from "../link.tsx";
import { ToolLink } from "../tool.tsx";

export type NavItem = { href: string; label: string; current?: boolean };

type HeaderProps = {
  brand: { href: string; name: string; logo?: ReactNode };
  /** Label of the navigation for screen readers. */
  label: string;
  nav?: NavItem[];
  /** Tools at the end of the line: language, theme, account, cart. */
  children?: ReactNode;
};

/** Header of every screen, with navigation from 768 px; below, the tab bar replaces it. */
export function Header({ brand, label, nav = [], children }: HeaderProps) {
  return (
    <header className="header">
      <div className="header-in">
        <TextLink className="brand" href={brand.href}>
          {brand.logo}
          <bdi>{brand.name}</bdi>
        </TextLink>
        {nav.length > 0 && (
          <nav className="header-nav" aria-label={label}>
            {nav.map((item) => (
              <ToolLink key={item.href} href={item.href} aria-current={item.current ? "page" : undefined}>
                {item.label}
              </ToolLink>
            ))}
          </nav>
        )}
        <div className="header-end">{children}</div>
      </div>
    </header>
  );
}
