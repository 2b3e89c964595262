import type { User } from "@guichet/contract/accounts.ts";
import { accentCss } from "@guichet/ui/accent.ts";
import { themeOf } from "@guichet/web/frame.tsx";
import type { RouterContextProvider } from "react-router";
import { alertsOf } from "../maintenance/shown-alert.server.ts";
import type { PageContext } from "../page/page-context.tsx";
import { type RequestContext, requestContextOf } from "../request-context/request-context.ts";
import { formatted } from "../texts/formatted.server.ts";

export async function loadPageContext(context: Readonly<RouterContextProvider>): Promise<PageContext> {
  const ctx = requestContextOf(context);
  const { network } = ctx;
  const user = (await ctx.session.account())?.user;
  return {
    origin: ctx.url.origin,
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
    alerts: alertsOf(ctx),
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
          cardDigits: await cardDigitsOf(ctx, user),
          erasesAt: user.deletion?.erasesAt ?? null,
        }
      : null,
    theme: themeOf(ctx.cookies.get("theme")),
    expired: ctx.session.takeExpired(),
  };
}

/** Returns the last digits of the transport card that opened the session; other sessions make no request. */
async function cardDigitsOf(ctx: RequestContext, { identities }: User): Promise<string | null> {
  if (!identities.some(({ providerId }) => providerId === "card")) return null;
  const cards = await ctx.call("getMedias", {});
  return (cards.ok && cards.value.medias[0]?.number) || "";
}
