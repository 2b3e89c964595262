import type { User } from "@guichet/contract/accounts.ts";
import { themeOf } from "@guichet/web/frame.tsx";
import type { RouterContextProvider } from "react-router";
import { alertKey } from "../maintenance/alert-key.server.ts";
import { alertsOf } from "../maintenance/shown-alert.server.ts";
import { networkContext } from "../page/network-context.ts";
import type { PageContext } from "../page/page-context.tsx";
import { pagePreview } from "../preview/page-preview.server.ts";
import { type RequestContext, requestContextOf } from "../request-context/request-context.ts";
import { formatted } from "../texts/formatted.server.ts";
import { currentRide } from "../wallet/ride.server.ts";

export async function loadPageContext(context: Readonly<RouterContextProvider>): Promise<PageContext> {
  const ctx = requestContextOf(context);
  const network = await ctx.shownNetwork();
  const user = (await ctx.session.account())?.user;
  const preview = await pagePreview(ctx);
  return {
    origin: ctx.url.origin,
    ...networkContext(network),
    banner: network.banner === null ? null : { html: formatted(network.banner), key: alertKey(network.banner) },
    dataProtectionHtml: network.dataProtection === null ? null : formatted(network.dataProtection),
    alerts: alertsOf(ctx),
    ...(preview === null ? {} : { preview }),
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
    ride: user && !user.authAsGuest ? await currentRide(ctx) : null,
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
