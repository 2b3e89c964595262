import { done, type Outcome, refuse } from "@guichet/contract/outcome.ts";
import type { Vignette } from "@guichet/contract/wallet.ts";
import { checkVignette, payloadIn, signVignette } from "@guichet/ticket-code/vignette.ts";
import type { House } from "../dependencies.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import { shopOrigin } from "../network-registry/shop-address.ts";
import { findVignette } from "./vignette-store.ts";

export type PlaceRefused = "VIGNETTE_INVALID" | "VIGNETTE_UNKNOWN";

/** What a vignette's code stands for (§7 "Vignette/decode"): its signature is checked before anything of it is believed. */
export async function readVignette(
  house: House,
  networkId: string,
  text: string,
): Promise<Outcome<{ vignette: Vignette }, PlaceRefused>> {
  const read = checkVignette(payloadIn(text), house.keys.ticketKeys());
  if (read === null || read.network !== networkId) return refuse("VIGNETTE_INVALID");
  return vignetteNumbered(house, networkId, read.stickerId);
}

/** The vignette of a number as somebody typed it: small letters and spaces are read too. */
export async function vignetteNumbered(
  house: House,
  networkId: string,
  typed: string,
): Promise<Outcome<{ vignette: Vignette }, "VIGNETTE_UNKNOWN">> {
  const found = await findVignette(house.db, networkId, typed.replaceAll(/[\s-]/g, "").toUpperCase());
  return found === undefined ? refuse("VIGNETTE_UNKNOWN") : done({ vignette: found });
}

/** Where a punch happens, by code or by number; null: nobody said. */
export async function placeOf(
  house: House,
  networkId: string,
  { vignette, stickerId }: { vignette?: string | undefined; stickerId?: string | undefined },
): Promise<Outcome<string | null, PlaceRefused>> {
  if (vignette === undefined && stickerId === undefined) return done(null);
  const found =
    vignette === undefined
      ? await vignetteNumbered(house, networkId, stickerId ?? "")
      : await readVignette(house, networkId, vignette);
  return found.ok ? done(found.value.vignette.stickerId) : found;
}

/** What a vignette's printed code holds: the wallet of the network's own shop, with the signed payload (decision 069). */
export function vignetteAddress(
  { keys, shopUrl }: { keys: House["keys"]; shopUrl: string },
  network: LoadedNetwork,
  stickerId: string,
): string {
  const address = new URL("/account/wallet", shopOrigin(shopUrl, network.definition));
  address.searchParams.set("vignette", signVignette({ network: network.id, stickerId }, keys.ticketKey()));
  return address.href;
}
