import type { PassWallet } from "@guichet/contract/packs/pass-wallet.ts";
import { ticketStateAt } from "@guichet/rules/punching.ts";
import { isUsable } from "@guichet/rules/wallet.ts";
import type { Dependencies } from "../dependencies.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import type { WalletTicket } from "./ticket-store.ts";

/**
 * The wallet apps to which a ticket can be added now. A ticket on a card has no barcode, and that of a carnet changes with every trip:
 * a pass would show it too late (decision 209).
 */
export function walletsFor(
  { walletPasses }: Pick<Dependencies, "walletPasses">,
  network: Pick<LoadedNetwork, "definition">,
  ticket: WalletTicket,
  now: string,
): PassWallet[] {
  const hasPass =
    ticket.support === "DEMATERIALIZED" &&
    ticket.code !== null &&
    ticket.article.trips === undefined &&
    isUsable(ticketStateAt(ticket, now));
  if (!hasPass) return [];
  const working = walletPasses.working();
  return network.definition.walletPasses.filter((wallet) => working.includes(wallet));
}
