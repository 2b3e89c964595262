import type { Ticket, TicketStack, Vignette } from "@guichet/contract/wallet.ts";
import { type Ride, rideOf } from "@guichet/rules/rides.ts";
import { data, redirect } from "react-router";
import { href } from "../paths.ts";
import { idIn } from "../request-context/account-file.server.ts";
import type { RequestContext } from "../request-context/request-context.ts";
import { subscriptionOfOrder } from "../subscriptions/subscriptions.server.ts";
import { barcodeOf } from "./barcode.server.ts";
import { positionAsked } from "./position.server.ts";
import { noteRide } from "./ride.server.ts";
import { byUse, isPresentable } from "./ticket-order.ts";
import { isRunning } from "./ticket-words.ts";
import { walletLinksOf, wasNotAdded } from "./wallet-apps.server.ts";

/** A ticket in the list: how many like it there are, whether it can be presented now, and its validated time. */
export type ShownStack = { count: number; ticket: Ticket; isPresentable: boolean; ride: Ride | null };
/** A recipient of a ticket: another traveller, or a transport card. */
export type Receiver = { value: string; name: string; kind: "traveller" | "card" };

/** A vignette's code from an address opened by a phone's camera; `place` is null where it belongs to another network. */
export type ReadVignette = { payload: string; place: Vignette | null };

const payloadMax = 500;

async function vignetteIn(ctx: RequestContext, query: URLSearchParams): Promise<ReadVignette | null> {
  const payload = query.get("vignette")?.slice(0, payloadMax);
  if (payload === undefined) return null;
  const read = await ctx.call("decodeVignette", { encodedPayload: payload });
  return { payload, place: read.ok ? read.value.vignette : null };
}

/** Loads all usable tickets, or with `show=past` the others; `each`: not stacked. */
export async function readWallet(ctx: RequestContext, query: URLSearchParams) {
  const past = query.get("show") === "past";
  const each = query.has("each");
  const [found, vignette] = await Promise.all([
    ctx.call("getWallet", { type: past ? "past" : "current", unstack: each }),
    vignetteIn(ctx, query),
  ]);
  if (!found.ok) throw data(null, { status: 503 });
  const now = Date.parse(ctx.now());
  if (!past)
    noteRide(
      ctx,
      found.value.stacks.flatMap(({ tickets }) => tickets),
    );
  const stacks = found.value.stacks.flatMap((stack) => shownOf(stack, now));
  stacks.sort((a, b) => byUse(a.ticket, b.ticket, now));
  return { view: "all", stacks, past, each, vignette, now } as const;
}

/** The entries of a stack: each ticket with a running ride alone, the others together. */
function shownOf({ blueprint, count, tickets }: TicketStack, now: number): ShownStack[] {
  const entry = (ticket: Ticket, among: number): ShownStack => ({
    count: among,
    ticket: { ...ticket, code: null },
    isPresentable: isPresentable(ticket),
    ride: rideOf(ticket, now, blueprint.transferMinutes),
  });
  const riding = tickets.filter((ticket) => rideOf(ticket, now) !== null);
  const other = tickets.find((ticket) => !riding.includes(ticket));
  return [...riding.map((ticket) => entry(ticket, 1)), ...(other ? [entry(other, count - riding.length)] : [])];
}

/** Loads one ticket to show, or with `use` or `give` to confirm its use or transfer. */
export async function readTicket(ctx: RequestContext, url: string) {
  const query = new URL(url).searchParams;
  const ticketId = idIn(url, "ticket");
  const found = await ctx.call("tickets", { ticketId });
  const flash = found.ok ? found.value.items[0] : undefined;
  if (flash === undefined) throw data(null, { status: 404 });
  // A traveller's own sign-in cannot transfer the account's tickets (§6).
  const isHolder = (await ctx.session.holder())?.isParent ?? false;
  const ticket = { ...flash, isTransferable: flash.isTransferable && isHolder };
  const now = Date.parse(ctx.now());
  const key = crypto.randomUUID();
  const there = href("wallet", undefined, { ticket: ticketId, ...(ticket.code === null ? {} : { present: "1" }) });
  if (query.has("use")) {
    const running = isRunning(ticket, now);
    if (ticket.punch === null && !running) throw redirect(there);
    return { view: "use", ticket, running, key, vignette: await vignetteIn(ctx, query) } as const;
  }
  if (query.has("give")) {
    if (!ticket.isTransferable) throw redirect(there);
    return { view: "give", ticket, key, receivers: await receiversOf(ctx, ticket) } as const;
  }
  const used = query.get("used");
  const position = used === null ? null : await positionAsked(ctx, used);
  return {
    view: "one",
    ticket,
    barcode: ticket.code === null ? null : barcodeOf(ticket.code),
    now,
    refused: query.has("refused") && !wasNotAdded(query),
    notAdded: wasNotAdded(query),
    walletLinks: walletLinksOf(ctx, ticket),
    flash: query.get("flash"),
    position,
    subscription: await subscriptionOfOrder(ctx, ticket.orderId),
  } as const;
}

async function receiversOf(ctx: RequestContext, ticket: Ticket): Promise<Receiver[]> {
  const [account, held] = await Promise.all([ctx.session.account(), ctx.call("getMedias", {})]);
  const travellers = (account?.profiles ?? [])
    .filter(({ userId, userStatus }) => userStatus === "active" && userId !== ticket.traveller?.userId)
    .map(({ userId, userName, userLastname }): Receiver => {
      return { value: `traveller:${userId}`, name: `${userName} ${userLastname}`.trim(), kind: "traveller" };
    });
  const cards = (held.ok ? held.value.medias : [])
    .filter(({ state, incident }) => state === "active" && incident === null)
    .map(({ id, number }): Receiver => ({ value: `card:${id}`, name: `•••• ${number.slice(-4)}`, kind: "card" }));
  return [...travellers, ...cards];
}
