import { err, ok, type Result } from "@guichet/contract/result.ts";
import type { Vignette } from "@guichet/contract/wallet.ts";
import { checkVignette, payloadIn, signVignette } from "@guichet/ticket-code/vignette.ts";
import type { Dependencies } from "../dependencies.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import { shopOrigin } from "../network-registry/shop-address.ts";
import { findVignette } from "./vignette-store.ts";

export type VignetteRefused = "VIGNETTE_INVALID" | "VIGNETTE_UNKNOWN";

/** Decodes a vignette's code (§7 "Vignette/decode"): its signature is checked before its content is used. */
export async function readVignette(
  deps: Dependencies,
  networkId: string,
  text: string,
): Promise<Result<{ vignette: Vignette }, VignetteRefused>> {
  const read = checkVignette(payloadIn(text), deps.keys.ticketKeys());
  if (read === null || read.network !== networkId) return err("VIGNETTE_INVALID");
  return vignetteByNumber(deps, networkId, read.stickerId);
}

/** Finds a vignette by its number as entered: lower-case letters and spaces are accepted. */
export async function vignetteByNumber(
  deps: Dependencies,
  networkId: string,
  entered: string,
): Promise<Result<{ vignette: Vignette }, "VIGNETTE_UNKNOWN">> {
  const found = await findVignette(deps.db, networkId, entered.replaceAll(/[\s-]/g, "").toUpperCase());
  return found === undefined ? err("VIGNETTE_UNKNOWN") : ok({ vignette: found });
}

/** The place of a punch, by code or by number; null: none was given. */
export async function validationPlaceOf(
  deps: Dependencies,
  networkId: string,
  { vignette, stickerId }: { vignette?: string | undefined; stickerId?: string | undefined },
): Promise<Result<string | null, VignetteRefused>> {
  if (vignette === undefined && stickerId === undefined) return ok(null);
  const found =
    vignette === undefined
      ? await vignetteByNumber(deps, networkId, stickerId ?? "")
      : await readVignette(deps, networkId, vignette);
  return found.ok ? ok(found.value.vignette.stickerId) : found;
}

/** The address in a vignette's printed code: the wallet of the network's own shop, with the signed payload (decision 069). */
export function vignetteAddress(
  { keys, shopUrl }: { keys: Dependencies["keys"]; shopUrl: string },
  network: LoadedNetwork,
  stickerId: string,
): string {
  const address = new URL("/account/wallet", shopOrigin(shopUrl, network.definition));
  address.searchParams.set("vignette", signVignette({ network: network.id, stickerId }, keys.ticketKey()));
  return address.href;
}
