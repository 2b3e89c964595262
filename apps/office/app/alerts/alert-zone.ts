import { languages } from "@guichet/contract/languages.ts";
import type { RequestContext } from "../shell/request-context.ts";

/** Languages and time zone of a network, for an action. Where the user works no more, whose call the Ticket API refuses, they do not matter. */
export async function alertZoneOf(ctx: Pick<RequestContext, "staff">, network: string) {
  const { networks } = await ctx.staff();
  return networks.find(({ id }) => id === network) ?? { languages: [...languages], timeZone: "UTC" };
}
