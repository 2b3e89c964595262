import { type Language, languages } from "@guichet/contract/languages.ts";
import type { BeaconAlert } from "@guichet/contract/maintenance.ts";
import type { ShownAlerts } from "../page/shown-alert.ts";
import type { RequestContext } from "../request-context/request-context.ts";
import { formatted } from "../texts/formatted.server.ts";
import { alertKey } from "./alert-key.server.ts";

export function alertsOf(ctx: RequestContext): ShownAlerts {
  const shown = (alert: BeaconAlert | null) => alert && { level: alert.level, ...alertWords(alert, ctx) };
  const general = ctx.alertFor(null);
  const order = shown(ctx.alertFor("ORDER"));
  const validation = shown(ctx.alertFor("VALIDATION"));
  return {
    ...(general && { general: { level: general.level, ...alertWords(general, ctx), key: keyOf(general) } }),
    ...(order && { ORDER: order }),
    ...(validation && { VALIDATION: validation }),
  };
}

const keyOf = ({ id, level, message, displayAfter }: BeaconAlert): string =>
  alertKey([id, level, message, displayAfter]);

/** Returns an alert's sanitised text: in the requested language, otherwise in one that the network offers, otherwise in any. */
export function alertWords(
  { message }: Pick<BeaconAlert, "message">,
  { language, network }: { language: Language; network?: { languages: readonly Language[] } | undefined },
): { html: string | null; lang?: Language } {
  if (message === undefined) return { html: null };
  if (typeof message === "string") return { html: formatted(message) || null };
  const found = [language, ...(network?.languages ?? []), ...languages].find((one) => message[one] !== undefined);
  const html = formatted((found && message[found]) ?? "") || null;
  return found === undefined || found === language ? { html } : { html, lang: found };
}
