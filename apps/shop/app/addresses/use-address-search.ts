import type { FoundAddress } from "@guichet/contract/addresses.ts";
import { searchedAddressMinLength } from "@guichet/contract/limits/address-limits.ts";
import { useEffect, useState } from "react";
import { useLanguagePrefix } from "../page/frame.tsx";
import { type AddressSearchAnswer, addressSearchPath } from "./address-search.ts";

/** Debounce delay after the last keystroke, in milliseconds. */
const pauseMs = 250;

interface Found {
  /** The text that was searched for. */
  text: string;
  addresses: readonly FoundAddress[];
}

/**
 * Searches the directory for addresses that match a text; null before the first result and after a failure. A new search
 * cancels the previous one; earlier results remain until new ones arrive.
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
