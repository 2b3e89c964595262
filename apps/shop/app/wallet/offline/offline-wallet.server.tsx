import type { Ticket } from "@guichet/contract/wallet.ts";
import { lastRide, type Ride, rideOf } from "@guichet/rules/rides.ts";
import { allWords } from "@guichet/web/catalogues.ts";
import type { Frame } from "../../page/frame.tsx";
import type { RequestContext } from "../../request-context/request-context.ts";
import { translateWith } from "../../texts/texts.tsx";
import { barcodeOf } from "../barcode.server.ts";
import { byUse, isPresentable } from "../ticket-order.ts";
import { offlinePage } from "./offline-page.server.tsx";
import script from "./offline-script.js?raw";
import { OfflineTickets } from "./offline-tickets.tsx";

/** Maximum number of tickets on the page, so that it opens on an old phone. */
const ticketsMax = 40;

/**
 * Returns the signed-in user's usable tickets as one page, which the browser stores and shows offline: the list, and each
 * ticket on the full screen. It has no personal data except that of the tickets.
 */
export async function offlineWallet(ctx: RequestContext, frame: Frame): Promise<Response> {
  if (!ctx.session.open) return new Response(null, { status: 401 });
  const found = await ctx.call("getWallet", { type: "current", unstack: true });
  if (!found.ok) return new Response(null, { status: 503 });
  const t = translateWith(await allWords(ctx.language));
  const now = Date.parse(ctx.now());
  const tickets = found.value.stacks
    .flatMap(({ blueprint, tickets }) =>
      tickets.map((ticket) => storedTicket(ticket, rideOf(ticket, now, blueprint.transferMinutes))),
    )
    .toSorted((a, b) => byUse(a.ticket, b.ticket, now))
    .slice(0, ticketsMax);
  const last = lastRide(
    tickets.map(({ ticket }) => ticket),
    now,
  );
  return offlinePage(ctx, frame, {
    title: t("wallet.title"),
    body: <OfflineTickets tickets={tickets} now={now} />,
    ride: last && { ticketId: last.ticket.ticketId, until: last.ride.until, now },
    script,
  });
}

const storedTicket = (ticket: Ticket, ride: Ride | null) => ({
  ticket,
  ride,
  barcode: ticket.code !== null && isPresentable(ticket) ? barcodeOf(ticket.code) : null,
});
