import type { RequestContext } from "../shell/request-context.ts";

/** The time zone of a network, for an action. Where the user works no more, whose call the Ticket API refuses, it does not matter. */
export async function actionTimeZone(ctx: Pick<RequestContext, "staff">, network: string): Promise<string> {
  const { networks } = await ctx.staff();
  return networks.find(({ id }) => id === network)?.timeZone ?? "UTC";
}
