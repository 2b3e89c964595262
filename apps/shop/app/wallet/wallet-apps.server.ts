import type { PassWallet } from "@guichet/contract/packs/pass-wallet.ts";
import type { Ticket } from "@guichet/contract/wallet.ts";
import { redirect } from "react-router";
import { href, paths } from "../paths.ts";
import { answerFile } from "../request-context/account-file.server.ts";
import type { RequestContext } from "../request-context/request-context.ts";

/** A wallet app to which a ticket can be added, and the address that adds it. */
export interface WalletLink {
  wallet: PassWallet;
  href: string;
}

/** The wallet apps that a device cannot have, by its system as `deviceOf` names it; others, such as computers, offer all. */
const absentOn: readonly (readonly [system: string, wallet: PassWallet])[] = [
  ["iPhone", "google"],
  ["iPad", "google"],
  ["Android", "apple"],
];

/** The addresses that add a ticket to the wallet apps of this device. They are made here so that no page carries them in its script. */
export function walletLinksOf({ device = "" }: Pick<RequestContext, "device">, ticket: Ticket): WalletLink[] {
  const absent = absentOn.filter(([system]) => device.endsWith(system)).map(([, wallet]) => wallet);
  const query = new URLSearchParams({ ticket: ticket.ticketId });
  return (ticket.wallets ?? [])
    .filter((wallet) => !absent.includes(wallet))
    .map((wallet) => ({ wallet, href: `${paths.wallet}/${wallet}.file?${query}` }));
}

/** The query of the ticket's page that says that it could not be added. */
const notAdded = { add: "failed" };

/** Answers with the pass for Apple Wallet, or leads to Google. If that is refused, leads back to the ticket. */
export async function addToWallet(ctx: RequestContext, wallet: PassWallet, ticketId: string): Promise<Response> {
  const place = href("wallet", undefined, { ticket: ticketId, ...notAdded });
  if (wallet === "apple") return answerFile(ctx, place, () => ctx.file("applePass", { ticketId }), "ticket.pkpass");
  if (!ctx.session.open)
    return redirect(href("auth", undefined, { next: href("wallet", undefined, { ticket: ticketId }) }));
  const made = await ctx.call("googlePass", { ticketId });
  if (!made.ok && made.code === "NOT_FOUND") throw new Response(null, { status: 404 });
  return redirect(made.ok ? made.value.url : place);
}

/** Whether the page's address says that the ticket could not be added. */
export const wasNotAdded = (query: URLSearchParams): boolean => query.get("add") === notAdded.add;
