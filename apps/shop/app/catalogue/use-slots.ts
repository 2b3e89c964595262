import { useCallback, useEffect, useState } from "react";
import { useLanguagePrefix } from "../page/frame.tsx";
import type { OfferedSlot, OfferedStart } from "./offered-start.ts";

interface Slots {
  state: "ready" | "loading" | "failed";
  slots: readonly OfferedSlot[];
  retry: () => void;
}

/** Returns the quarter-hour slots of a day: the first day's come with the page, other days' are fetched. */
export function useSlots(productId: string, start: OfferedStart, day: string | null): Slots {
  const prefixed = useLanguagePrefix();
  const first = start.proposals[0]?.day;
  const [loaded, setLoaded] = useState<{ day: string; slots: readonly OfferedSlot[] } | undefined>();
  const [failed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const known = day === first ? start.slots : loaded?.day === day ? loaded?.slots : undefined;
  const wanted = start.pivotType === "DAY_PIVOT" && day !== null && known === undefined ? day : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try asks again
  useEffect(() => {
    if (wanted === undefined) return;
    const asking = new AbortController();
    setFailed(false);
    slotsOf(prefixed(`/products/${productId}/slots?day=${wanted}`), asking.signal)
      .then((slots) => setLoaded({ day: wanted, slots }))
      .catch(() => {
        if (!asking.signal.aborted) setFailed(true);
      });
    return () => asking.abort();
  }, [wanted, prefixed, productId, attempt]);
  const retry = useCallback(() => setAttempt((count) => count + 1), []);
  if (wanted === undefined) return { state: "ready", slots: known ?? [], retry };
  return { state: failed ? "failed" : "loading", slots: [], retry };
}

async function slotsOf(url: string, signal: AbortSignal): Promise<readonly OfferedSlot[]> {
  const response = await fetch(url, { signal });
  if (!response.ok) throw new Error(`No times of this day: ${response.status}`);
  const { slots }: { slots: readonly OfferedSlot[] } = await response.json();
  return slots;
}
