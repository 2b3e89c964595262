import { closedRetrySeconds } from "@guichet/contract/limits/maintenance-limits.ts";
import { defaultTimeZone } from "@guichet/contract/limits/travel-limits.ts";
import type { BeaconAlert } from "@guichet/contract/maintenance.ts";
import type { Network } from "@guichet/contract/networks.ts";
import { accentCss } from "@guichet/ui/accent.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import { alertWords } from "../app/maintenance/shown-alert.server.ts";
import type { Frame } from "../app/page/frame.tsx";
import { href, type RouteName } from "../app/paths.ts";
import type { Closed } from "../app/request-context/closed-shop.ts";

const openPlaces: readonly RouteName[] = ["terminate", "legalNotices", "privacyPolicy", "termsOfUse", "accessibility"];
/** Pages that must always be available by law, among them the termination of contracts (decision 135), and the theme setting that they use. */
const openPaths: ReadonlySet<string> = new Set([...openPlaces.map((name) => href(name as "home")), "/theme"]);

/** Whether a path stays available while the shop is closed. `path`: without the language prefix. */
export const staysOpen = (path: string): boolean => openPaths.has(path);

/** The text of the maintenance page. */
export function closedBy(alert: BeaconAlert, { language }: Frame, network: Network | undefined): Closed {
  return {
    end: alert.estimatedEnd ?? alert.displayBefore,
    ...alertWords(alert, { language, network }),
    timeZone: network?.timeZone ?? defaultTimeZone,
    name: network?.name ?? null,
    email: network?.contact.email ?? null,
    accentCss: network === undefined ? null : accentCss(network.accent),
  };
}

/** Seconds after which a retry makes sense. `now` in milliseconds. */
export function retryAfter({ end }: Closed, now: number): number {
  const seconds = end === null ? closedRetrySeconds : Math.ceil((Date.parse(end) - now) / 1_000);
  return seconds > 0 ? seconds : closedRetrySeconds;
}

/** Whether the caller accepts JSON but not HTML. */
export function readsJson({ headers }: FastifyRequest): boolean {
  const accept = headers.accept ?? "";
  return accept.includes("application/json") && !accept.includes("text/html");
}

/** Sends the maintenance response in the envelope of the Ticket API, for API clients and scripts of an open page. */
export function sendClosedJson(reply: FastifyReply, { end }: Closed) {
  const error = { code: "UNAVAILABLE", message: "The shop is closed for maintenance.", details: { estimatedEnd: end } };
  return reply.code(503).header("cache-control", "no-store").send({ status: "ko", error });
}
