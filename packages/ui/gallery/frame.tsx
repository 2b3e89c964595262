import type { ReactNode } from "react";
import { Count } from "../src/count.tsx";
import { Dropdown } from "../src/forms/dropdown.tsx";
import { BasketIcon, DocumentIcon, GlobeIcon, MoonIcon, PersonIcon, TicketIcon } from "../src/icons.tsx";
import { AlertBand } from "../src/page/alert-band.tsx";
import { Footer } from "../src/page/footer.tsx";
import { Header } from "../src/page/header.tsx";
import { SkipLink } from "../src/page/skip-link.tsx";
import { TabBar } from "../src/page/tab-bar.tsx";
import { ToolButton, ToolLink } from "../src/tool.tsx";
import type { Words } from "./words.ts";

type FrameProps = {
  words: Words;
  here: "shop" | "cart" | "mine";
  alert?: boolean;
  checkout?: boolean;
  children: ReactNode;
};

/** Header, navigation and footer of a gallery page. */
export function Frame({ words, here, alert, checkout, children }: FrameProps) {
  const count = { value: 2, label: words.count };
  return (
    <>
      <SkipLink label={words.skip} />
      <Header
        brand={{ href: "#", name: words.brand, logo: <Waves /> }}
        label={words.main}
        nav={[
          { href: "#shop", label: words.shop, current: here === "shop" },
          { href: "#mine", label: words.mine, current: here === "mine" },
          { href: "#documents", label: words.documents },
        ]}
      >
        <Dropdown icon={<GlobeIcon size="s" />} label={words.language} quiet>
          <ToolLink href="#fr" lang="fr" hrefLang="fr" aria-current="true">
            Français
          </ToolLink>
          <ToolLink href="#en" lang="en" hrefLang="en">
            English
          </ToolLink>
          <ToolLink href="#ar" lang="ar" hrefLang="ar">
            العربية
          </ToolLink>
        </Dropdown>
        <ToolButton aria-label={words.theme} icon={<MoonIcon size="s" />} />
        <ToolLink href="#account" aria-label={words.account} icon={<PersonIcon />} />
        <span className="from-tablet">
          <ToolLink href="#cart" icon={<BasketIcon />} aria-current={here === "cart" ? "page" : undefined}>
            {words.cart}
            <Count {...count} />
          </ToolLink>
        </span>
      </Header>
      {alert && (
        <AlertBand label={words.alertName}>
          <p>
            <b>{words.alert}</b> <span className="from-tablet">{words.alertMore}</span>
          </p>
        </AlertBand>
      )}
      {children}
      <Footer
        links={[
          { href: "#help", label: words.help },
          { href: "#terms", label: words.terms },
          { href: "#privacy", label: words.privacy },
        ]}
      />
      {!checkout && (
        <TabBar
          label={words.tabs}
          tabs={[
            { href: "#shop", label: words.shop, icon: <TicketIcon />, current: here === "shop" },
            { href: "#cart", label: words.cart, icon: <BasketIcon />, current: here === "cart", count },
            { href: "#documents", label: words.documents, icon: <DocumentIcon />, current: here === "mine" },
          ]}
        />
      )}
    </>
  );
}

function Waves() {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" fill="none" stroke="currentColor" strokeWidth="3" strokeLinecap="round">
      <path d="M4 9q6-5 12 0t12 0M4 17q6-5 12 0t12 0M10 25q3-2.500 6 0t6 0" />
    </svg>
  );
}
