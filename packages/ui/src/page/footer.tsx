import type { ReactNode } from "react";
import { TextLink } from "../link.tsx";

type FooterProps = { links: { href: string; label: string }[]; children?: ReactNode };

/** Help and legal links, the same in the same order on every screen (WCAG 3.2.6). */
export function Footer({ links, children }: FooterProps) {
  return (
    <footer className="footer">
      <div className="footer-in">
        {links.map((link) => (
          <TextLink key={link.href} href={link.href}>
            {link.label}
          </TextLink>
        ))}
        {children && <div className="footer-note">{children}</div>}
      </div>
    </footer>
  );
}
