import type { Ticket, Vignette } from "@guichet/contract/wallet.ts";
import { data, redirect } from "react-router";
import { href } from "../paths.ts";
import { idIn } from "../request-context/account-file.server.ts";
import type { RequestContext } from "../request-context/request-context.ts";
import { subscriptionOfOrder } from "../subscriptions/subscriptions.server.ts";
import { barcodeOf } from "./barcode.server.ts";
import { isRunning } from "./ticket-words.ts";

export type ShownStack = { count: number; ticket: Ticket };
/** A recipient of a ticket: another traveller, or a transport card. */
export type Receiver = { value: string; name: string; kind: "traveller" | "card" };

const ranks: Partial<Record<Ticket["state"], number>> = { active: 0, pending: 1, blocked: 2 };
const rank = ({ state }: Ticket): number => ranks[state] ?? 3;

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
  const stacks = found.value.stacks.flatMap(({ count, tickets: [ticket] }): ShownStack[] =>
    ticket === undefined ? [] : [{ count, ticket: { ...ticket, code: null } }],
  );
  stacks.sort((a, b) => rank(a.ticket) - rank(b.ticket));
  return { view: "all", stacks, past, each, vignette, now: Date.parse(ctx.now()) } as const;
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
  const there = href("wallet", undefined, { ticket: ticketId });
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
    refused: query.has("refused"),
    flash: query.get("flash"),
    position,
    subscription: await subscriptionOfOrder(ctx, ticket.orderId),
  } as const;
}

/** Whether to ask for the location of a use. The user is asked once; after consent it is sent automatically. */
async function positionAsked(ctx: RequestContext, useId: string) {
  if (!/^[\w-]{1,64}$/.test(useId)) return null;
  const kept = await ctx.call("getGeolocation", {});
  return kept.ok ? { useId, agreed: kept.value.agreed } : null;
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
