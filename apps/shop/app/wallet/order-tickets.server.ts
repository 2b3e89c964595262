import type { Ticket } from "@guichet/contract/wallet.ts";
import type { RequestContext } from "../request-context/request-context.ts";
import { barcodeOf } from "./barcode.server.ts";
import { type WalletLink, walletLinksOf } from "./wallet-apps.server.ts";

/** A ticket that can be shown to an inspector now, with its drawn code. */
export interface CodedTicket {
  /** Without the signed text, which is only in the drawing. */
  ticket: Ticket;
  barcode: { side: number; path: string };
  walletLinks: readonly WalletLink[];
}

/** Number of tickets that a page shows with their codes; the others are in the wallet and in the e-mail. */
const codedTicketsMax = 10;

/** The tickets of an order. */
export interface OrderTickets {
  /** Those that can be used now. */
  coded: CodedTicket[];
  /** The id of the order's only ticket; null if it has several. */
  onlyId: string | null;
}

/** Returns the tickets of an order, for guests too; none if the wallet cannot be read. */
export async function ticketsOfOrder(ctx: RequestContext, orderId: string): Promise<OrderTickets> {
  const found = await ctx.call("tickets", { orderId, past: false, limit: pageSize }).catch((failure: unknown) => {
    if (failure instanceof Response) throw failure;
    return undefined;
  });
  const now = Date.parse(ctx.now());
  const items = found?.ok ? found.value.items : [];
  const coded = items
    .filter((ticket) => isUsable(ticket, now))
    .slice(0, codedTicketsMax)
    .flatMap((ticket) =>
      ticket.code === null
        ? []
        : [
            {
              ticket: { ...ticket, code: null },
              barcode: barcodeOf(ticket.code),
              walletLinks: walletLinksOf(ctx, ticket),
            },
          ],
    );
  return { coded, onlyId: items.length === 1 ? (items[0]?.ticketId ?? null) : null };
}

const pageSize = 50;

/** Whether the ticket is valid now or becomes so by its first use. */
function isUsable({ state, validFrom }: Ticket, now: number): boolean {
  return state === "active" || (state === "pending" && (validFrom === null || Date.parse(validFrom) <= now));
}
