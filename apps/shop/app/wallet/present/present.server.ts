import type { Ticket } from "@guichet/contract/wallet.ts";
import { rideOf } from "@guichet/rules/rides.ts";
import { data, redirect } from "react-router";
import { href } from "../../paths.ts";
import { idIn } from "../../request-context/account-file.server.ts";
import type { RequestContext } from "../../request-context/request-context.ts";
import { barcodeOf } from "../barcode.server.ts";
import { positionAsked } from "../position.server.ts";
import { noteRide } from "../ride.server.ts";
import { byUse, isPresentable, nameOf } from "../ticket-order.ts";

/** A ticket that can be presented now, as the pager names it. */
export interface FamilyTicket {
  ticketId: string;
  name: string;
  traveller: string | null;
}

/** Loads one ticket for the full screen, with the others of the family that can be presented now. */
export async function readPresented(ctx: RequestContext, url: string) {
  const ticketId = idIn(url, "ticket");
  const query = new URL(url).searchParams;
  const [found, held] = await Promise.all([
    ctx.call("tickets", { ticketId }),
    ctx.call("getWallet", { type: "current", unstack: true }),
  ]);
  const ticket = found.ok ? found.value.items[0] : undefined;
  if (ticket === undefined) throw data(null, { status: 404 });
  if (ticket.code === null) throw redirect(href("wallet", undefined, { ticket: ticketId }));
  const now = Date.parse(ctx.now());
  const stacks = held.ok ? held.value.stacks : [];
  const model = stacks.find(({ blueprint }) => blueprint.productId === ticket.productId)?.blueprint;
  const all = stacks.flatMap((stack) => stack.tickets);
  if (held.ok) noteRide(ctx, all);
  const used = query.get("used");
  return {
    view: "present",
    ticket: { ...ticket, code: null } satisfies Ticket,
    barcode: barcodeOf(ticket.code),
    ride: rideOf(ticket, now, model?.transferMinutes),
    family: familyOf(all, now),
    now,
    flash: query.get("flash"),
    position: used === null ? null : await positionAsked(ctx, used),
  } as const;
}

const familyOf = (tickets: readonly Ticket[], now: number): FamilyTicket[] =>
  tickets
    .filter((ticket) => isPresentable(ticket))
    .toSorted((a, b) => byUse(a, b, now))
    .map((ticket) => ({ ticketId: ticket.ticketId, name: ticket.name, traveller: nameOf(ticket) ?? null }));
