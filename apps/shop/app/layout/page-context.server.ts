import type { User } from "@guichet/contract/accounts.ts";
import { accentCss } from "@guichet/ui/accent.ts";
import { themeOf } from "@guichet/web/frame.tsx";
import type { RouterContextProvider } from "react-router";
import { alertsOf } from "../maintenance/shown-alert.server.ts";
import type { Shell } from "../page/page-context.tsx";
import { type Visit, visitOf } from "../request-context/request-context.ts";
import { formatted } from "../texts/formatted.server.ts";

export async function loadShell(context: Readonly<RouterContextProvider>): Promise<Shell> {
  const visit = visitOf(context);
  const { network } = visit;
  const user = (await visit.session.account())?.user;
  return {
    origin: visit.url.origin,
    network: {
      id: network.id,
      name: network.name,
      currency: network.currency,
      languages: network.languages,
      timeZone: network.timeZone,
      switches: network.switches,
      specific: network.specific,
      contact: network.contact,
      guestMaxAmount: network.guestMaxAmount,
      addressSearch: network.addressSearch,
      logoUrl: `/network/logo.svg?v=${encodeURIComponent(network.version)}`,
      accessibility: network.accessibility.state,
      version: network.version,
    },
    accentCss: accentCss(network.accent),
    bannerHtml: network.banner === null ? null : formatted(network.banner),
    dataProtectionHtml: network.dataProtection === null ? null : formatted(network.dataProtection),
    alerts: alertsOf(visit),
    user: user
      ? {
          userId: user.userId,
          firstName: user.userName,
          lastName: user.userLastname,
          birthday: user.userBirthday,
          isGuest: user.authAsGuest,
          isVerified: user.isVerified,
          isComplete: user.isComplete,
          isParent: user.isParent,
          cardDigits: await cardDigitsOf(visit, user),
          erasesAt: user.deletion?.erasesAt ?? null,
        }
      : null,
    theme: themeOf(visit.cookies.get("theme")),
    expired: visit.session.takeExpired(),
  };
}

/** A session that a transport card opened says so; others do not ask. */
async function cardDigitsOf(visit: Visit, { identities }: User): Promise<string | null> {
  if (!identities.some(({ providerId }) => providerId === "card")) return null;
  const cards = await visit.call("getMedias", {});
  return (cards.ok && cards.value.medias[0]?.number) || "";
}
