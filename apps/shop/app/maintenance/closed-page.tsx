import { closedPollMs } from "@guichet/contract/limits/maintenance-limits.ts";
import { LinkButton } from "@guichet/ui/link-button.tsx";
import { Footer } from "@guichet/ui/page/footer.tsx";
import { LiveRegion } from "@guichet/ui/page/live-region.tsx";
import { Page } from "@guichet/ui/page/page.tsx";
import { Sheet } from "@guichet/ui/sheet.tsx";
import { InlineStyle } from "@guichet/web/inline.tsx";
import { useEffect, useState } from "react";
import { useLocation } from "react-router";
import { useFrame, useLanguagePrefix } from "../page/frame.tsx";
import { Title } from "../page/title.tsx";
import { href, paths } from "../paths.ts";
import type { Closed } from "../request-context/closed-shop.ts";
import { Formatted } from "../texts/formatted.tsx";
import { useT } from "../texts/texts.tsx";
import { ClosedTicket } from "./closed-ticket.tsx";

/** Page shown at any address while the shop is closed; when it reopens, the requested address is loaded again. */
export function ClosedPage({ closed }: { closed: Closed }) {
  const t = useT();
  const { nonce } = useFrame();
  const { pathname, search } = useLocation();
  const back = pathname === paths.maintenance ? href("home") : pathname + search;
  const isOpen = useReopening(back);
  const { html, lang, accentCss } = closed;
  const links = [
    { href: href("terminate"), label: t("shell.terminate") },
    { href: href("termsOfUse"), label: t("shell.terms") },
    { href: href("privacyPolicy"), label: t("shell.privacy") },
    { href: href("legalNotices"), label: t("shell.legal") },
    { href: href("accessibility"), label: t("maintenance.accessibility") },
  ];
  return (
    <div className="shell">
      {accentCss !== null && <InlineStyle nonce={nonce} content={accentCss} />}
      <Page narrow>
        <Title>{t("maintenance.title")}</Title>
        <ClosedTicket {...closed} actions={<LinkButton href={back}>{t("maintenance.again")}</LinkButton>} />
        {html !== null && (
          <Sheet>
            <Formatted html={html} lang={lang} />
          </Sheet>
        )}
        <LiveRegion>{isOpen ? t("maintenance.open") : null}</LiveRegion>
      </Page>
      <Footer links={links} />
    </div>
  );
}

/** Polls the address until it is available again, then loads it. */
function useReopening(back: string): boolean {
  const address = useLanguagePrefix()(back);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const look = async () => {
      const status = await fetch(address, { method: "HEAD", cache: "no-store" }).then(
        (answer) => answer.status,
        () => 503,
      );
      if (status === 503) return;
      // Another poll would restart the navigation while a slow page is still loading.
      clearInterval(timer);
      setOpen(true);
      location.replace(address);
    };
    const timer = setInterval(() => void look(), closedPollMs);
    return () => clearInterval(timer);
  }, [address]);
  return isOpen;
}
