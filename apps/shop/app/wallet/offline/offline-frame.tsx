import { countdown } from "@guichet/rules/rides.ts";
import { BasketIcon, ClockIcon, DocumentIcon, PassIcon, TicketIcon } from "@guichet/ui/icons.tsx";
import { Header } from "@guichet/ui/page/header.tsx";
import { SkipLink } from "@guichet/ui/page/skip-link.tsx";
import { TabBar } from "@guichet/ui/page/tab-bar.tsx";
import { VisuallyHidden } from "@guichet/ui/visually-hidden.tsx";
import type { ReactNode } from "react";
import { useFormats } from "../../formats/formats.ts";
import { useLanguagePrefix } from "../../page/frame.tsx";
import { usePageContext } from "../../page/page-context.tsx";
import { href } from "../../paths.ts";
import { useT } from "../../texts/texts.tsx";

/** Header with the brand and tab bar around a page without network; its links are plain. */
export function OfflineFrame({ current, children }: { current?: "wallet"; children: ReactNode }) {
  const t = useT();
  const prefixed = useLanguagePrefix();
  const { network } = usePageContext();
  const places = [
    { href: prefixed(href("home")), label: t("shell.shop"), icon: <TicketIcon /> },
    { href: prefixed(href("cart")), label: t("shell.cart"), icon: <BasketIcon /> },
    { href: prefixed(href("wallet")), label: t("shell.tickets"), icon: <PassIcon />, current: current === "wallet" },
    { href: prefixed(href("documents")), label: t("shell.documents"), icon: <DocumentIcon /> },
  ];
  return (
    <div className="shell">
      <SkipLink label={t("shell.skip")} />
      <Header
        brand={{ href: prefixed(href("home")), name: network.name, logo: <img src={network.logoUrl} alt="" /> }}
        label={t("shell.navigation")}
        nav={places.map(({ icon: _, ...place }) => place)}
      >
        <OfflinePill />
      </Header>
      {children}
      <TabBar label={t("shell.tabs")} tabs={places} />
    </div>
  );
}

/** The running ride in the header, as on every page. */
function OfflinePill() {
  const t = useT();
  const formats = useFormats();
  const { ride } = usePageContext();
  if (ride === null) return null;
  return (
    <a className="ride-pill-target" href={`#ticket-${ride.ticketId}`} data-ride={ride.until}>
      <VisuallyHidden>{t("shell.ride", { time: formats.time(new Date(ride.until).toISOString()) })} </VisuallyHidden>
      <span className="ride-pill">
        <ClockIcon size="s" />
        <bdi dir="ltr" data-countdown={ride.until}>
          {countdown(ride.until - ride.now)}
        </bdi>
      </span>
    </a>
  );
}
