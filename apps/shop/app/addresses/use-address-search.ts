import type { FoundAddress } from "@guichet/contract/addresses.ts";
import { searchedAddressMinLength } from "@guichet/contract/limits/address-limits.ts";
import { useEffect, useState } from "react";
import { useLanguagePrefix } from "../page/frame.tsx";
import { type AddressSearchAnswer, addressSearchPath } from "./address-search.ts";

/** Who types on has not finished: nothing is asked meanwhile. */
const pauseMs = 250;

interface Found {
  /** For what it was asked. */
  text: string;
  addresses: readonly FoundAddress[];
}

/**
 * What the directory proposes for a text: null while nothing is known, or nobody answers. What is asked anew ends what was
 * asked before; what was found stays until other comes.
 */
export function useAddressSearch(text: string): Found | null {
  const prefixed = useLanguagePrefix();
  const [found, setFound] = useState<Found | null>(null);
  const asked = text.trim();
  const wanted = asked.length < searchedAddressMinLength ? "" : asked;
  useEffect(() => {
    if (wanted === "") return setFound(null);
    const asking = new AbortController();
    const find = () =>
      addressesFor(prefixed(addressSearchPath), wanted, asking.signal)
        .then((addresses) => setFound({ text: wanted, addresses }))
        .catch(() => asking.signal.aborted || setFound(null));
    const pause = setTimeout(find, pauseMs);
    return () => {
      clearTimeout(pause);
      asking.abort();
    };
  }, [wanted, prefixed]);
  return wanted === "" ? null : found;
}

async function addressesFor(url: string, text: string, signal: AbortSignal): Promise<FoundAddress[]> {
  const response = await fetch(url, { method: "POST", body: new URLSearchParams({ text }), signal });
  if (!response.ok) throw new Error(`No addresses: ${response.status}`);
  const { addresses }: AddressSearchAnswer = await response.json();
  return addresses;
}
