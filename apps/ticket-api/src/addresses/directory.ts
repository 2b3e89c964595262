import type { PackNetwork } from "@guichet/contract/network-pack.ts";
import type { Dependencies } from "../dependencies.ts";
import type { AddressSearch } from "../integrations/address-search.ts";

/** The address directory of a network: that of the country in its pack, if this installation has one (decision 079). */
export function directoryOf(
  { addressSearches }: Pick<Dependencies, "addressSearches">,
  { addressSearch, country }: Pick<PackNetwork, "addressSearch" | "country">,
): AddressSearch | undefined {
  return addressSearch === "none" || addressSearch !== country ? undefined : addressSearches[addressSearch];
}
