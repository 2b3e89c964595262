import type { Language } from "@guichet/contract/locales.ts";
import type { Ticket, TicketStack, Wallet } from "@guichet/contract/wallet.ts";
import { ticketStateAt } from "@guichet/rules/punching.ts";
import type { Dependencies } from "../dependencies.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import type { UserSession } from "../sessions/session-store.ts";
import { findTickets } from "./find-tickets.ts";
import { ticketReaderOf } from "./ticket-reader.ts";
import type { WalletTicket } from "./ticket-store.ts";
import { ticketDesign, ticketView } from "./ticket-view.ts";

const walletMax = 500;

interface WalletContext {
  deps: Dependencies;
  network: LoadedNetwork;
  session: UserSession;
  language: Language;
}

interface WalletOptions {
  type?: "current" | "past" | "all" | undefined;
  unstack?: boolean | undefined;
  display?: "full" | "summary" | undefined;
}

/** Reads the tickets that a session may see, in stacks of equal ones, the newest 500 (§7 `Account/getWallet`). */
export async function readWallet(
  { deps, network, session, language }: WalletContext,
  { type = "current", unstack = false, display = "full" }: WalletOptions = {},
  scope = ticketReaderOf(session),
): Promise<Wallet> {
  const now = deps.clock.iso();
  const matches = (row: WalletTicket) => type === "all" || isPast(ticketStateAt(row, now)) === (type === "past");
  const found = await findTickets(deps.db, { ...scope, limit: walletMax }, matches);
  const stacks = new Map<string, TicketStack>();
  for (const row of found) {
    const ticket = ticketView(row, network, language, now);
    const stackKey = unstack ? ticket.ticketId : stackKeyOf(row, ticket);
    const stack = stacks.get(stackKey) ?? {
      blueprint: ticketDesign(network, row.article, row.productId, language),
      count: 0,
      tickets: [],
    };
    if (display === "full") stack.tickets.push(ticket);
    stack.count += 1;
    stacks.set(stackKey, stack);
  }
  return { stacks: [...stacks.values()] };
}

/** The key of a stack: what its tickets share. */
const stackKeyOf = (row: WalletTicket, ticket: Ticket): string =>
  JSON.stringify([
    ticket.productId,
    ticket.journey,
    row.travellerId,
    ticket.state,
    ticket.validFrom,
    ticket.validUntil,
  ]);

/** Whether the ticket is no longer usable. */
export const isPast = (state: Ticket["state"]): boolean =>
  state !== "pending" && state !== "active" && state !== "blocked";
