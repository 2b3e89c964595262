import type { Ticket } from "@guichet/contract/wallet.ts";
import { lastRide } from "@guichet/rules/rides.ts";
import type { ShownRide } from "../page/page-context.tsx";
import type { RequestContext } from "../request-context/request-context.ts";

const none = "none";

/**
 * The running ride of the signed-in account, for the header of every page. A short-lived cookie holds the response, so that
 * the Ticket API is not asked for each page. A failure hides the ride, and breaks no page.
 */
export async function currentRide(ctx: RequestContext): Promise<ShownRide | null> {
  const now = Date.parse(ctx.now());
  const noted = ctx.cookies.get("ride");
  if (noted !== undefined) return readRide(noted, now);
  // A request from another site does not bring the cookie.
  if (ctx.site === "other") return null;
  try {
    const held = await ctx.call("tickets", {});
    return held.ok ? noteRide(ctx, held.value.items) : null;
  } catch (failure) {
    // A redirect after the session has ended; anything else is a failure of the Ticket API.
    if (failure instanceof Response) throw failure;
    return null;
  }
}

/** Stores the ride among the account's tickets for the header, and returns it. */
export function noteRide(ctx: RequestContext, tickets: readonly Ticket[]): ShownRide | null {
  const now = Date.parse(ctx.now());
  const last = lastRide(tickets, now);
  // Signing out in the same request has cleared the cookie.
  if (ctx.session.open) ctx.cookies.set("ride", last === null ? none : `${last.ride.until}.${last.ticket.ticketId}`);
  return last && { ticketId: last.ticket.ticketId, until: last.ride.until, now };
}

function readRide(noted: string, now: number): ShownRide | null {
  const [, until = "", ticketId = ""] = /^(\d{13})\.([\w-]{1,64})$/.exec(noted) ?? [];
  return ticketId !== "" && Number(until) > now ? { ticketId, until: Number(until), now } : null;
}
