import { useCallback, useEffect, useState } from "react";
import { useLanguagePrefix } from "../page/frame.tsx";
import type { ChosenJourney, OfferedJourney, ShownJourney } from "./journey-offer.ts";

export interface JourneyState {
  state: "ready" | "loading" | "failed";
  shown: ShownJourney;
  retry: () => void;
}

/** The details of the chosen journey, from the page or fetched from the server; null where there are none. */
export function useJourney(
  productId: string,
  offered: OfferedJourney | null,
  chosen: ChosenJourney | null,
): JourneyState | null {
  const prefixed = useLanguagePrefix();
  const [loaded, setLoaded] = useState<{ key: string; shown: ShownJourney } | undefined>();
  const [failed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const key = chosen === null ? "" : keyOf(chosen);
  const came = offered !== null && key === keyOf(offered.chosen) ? offered.shown : undefined;
  const known = came ?? (loaded?.key === key ? loaded.shown : undefined);
  const open = chosen === null || chosen.origin === "";
  const wanted = known !== undefined || open ? undefined : key;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try asks again
  useEffect(() => {
    if (wanted === undefined) return;
    const asking = new AbortController();
    setFailed(false);
    journeyAt(prefixed(`/products/${productId}/journey?${wanted}`), asking.signal)
      .then((shown) => setLoaded({ key: wanted, shown }))
      .catch(() => {
        if (!asking.signal.aborted) setFailed(true);
      });
    return () => asking.abort();
  }, [wanted, prefixed, productId, attempt]);
  const retry = useCallback(() => setAttempt((count) => count + 1), []);
  if (offered === null) return null;
  const none: ShownJourney = { destinations: offered.origins, price: null, trips: [], code: null };
  if (open) return { state: "ready", shown: none, retry };
  if (known !== undefined) return { state: "ready", shown: known, retry };
  // Keeps the previous destinations while loading, so that the layout does not shift.
  const destinations = loaded?.shown.destinations ?? offered.shown.destinations;
  return { state: failed ? "failed" : "loading", shown: { ...none, destinations }, retry };
}

const keyOf = ({ origin, destination, day }: ChosenJourney): string =>
  new URLSearchParams({ origin, destination, day }).toString();

async function journeyAt(url: string, signal: AbortSignal): Promise<ShownJourney> {
  const response = await fetch(url, { signal });
  if (!response.ok) throw new Error(`No journey: ${response.status}`);
  return response.json();
}
