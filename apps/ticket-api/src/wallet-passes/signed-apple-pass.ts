import type { Language } from "@guichet/contract/locales.ts";
import type { Dependencies } from "../dependencies.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import type { WalletTicket } from "../wallet/ticket-store.ts";
import { passContentOf } from "./pass-content-of.ts";
import { passToken } from "./pass-token.ts";

/** The path below which devices register and fetch passes. */
export const appleServicePath = "/wallet-passes";

/** The pass of a ticket for Apple Wallet, as it is now. */
export async function signedApplePass(
  deps: Pick<Dependencies, "walletPasses" | "workerPool" | "keys" | "clock" | "config">,
  network: LoadedNetwork,
  ticket: WalletTicket,
  language: Language,
): Promise<Uint8Array> {
  const { apple } = deps.walletPasses;
  if (apple === undefined) throw new Error("No certificate of a pass type is configured");
  const content = await passContentOf(network, ticket, language, deps.clock.iso());
  const webServiceUrl = new URL(appleServicePath, deps.config.publicUrl).href;
  const updates = { webServiceUrl, token: passToken(deps.keys, ticket.id) };
  return deps.workerPool.run("applePass", { content, signer: apple.signer, updates });
}
