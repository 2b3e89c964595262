import { useEffect, useState } from "react";

/** A difference up to which the device's clock is trusted: a page takes some seconds to arrive. */
const driftMs = 10_000;
const secondMs = 1000;

/**
 * The shop's current time in milliseconds, each second. `now`: the time of the server's response, which is returned
 * until script runs. A device whose clock is wrong continues from the server's time.
 */
export function useShopClock(now: number): number {
  const [at, setAt] = useState(now);
  useEffect(() => {
    const drift = now - Date.now();
    const offset = Math.abs(drift) < driftMs ? 0 : drift;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tick = () => {
      const current = Date.now() + offset;
      setAt(current);
      timer = setTimeout(tick, secondMs - (current % secondMs));
    };
    tick();
    return () => clearTimeout(timer);
  }, [now]);
  return at;
}
