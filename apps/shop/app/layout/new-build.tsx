import { buildPollMs, reloadGuardMs } from "@guichet/contract/limits/maintenance-limits.ts";
import { useEffect, useRef } from "react";
import { useLocation, useNavigation } from "react-router";
import { useLanguagePrefix } from "../page/frame.tsx";

const reloadedAtKey = "reloadedAt";

/** Polls the manifest for a newer build; the next navigation then reloads the page (§4), at most once in ten seconds. */
export function NewBuild() {
  const navigation = useNavigation();
  const prefixed = useLanguagePrefix();
  const { key } = useLocation();
  const own = useRef<number | undefined>(undefined);
  const stale = useRef(false);

  useEffect(() => {
    const poll = async () => {
      const latest = await latestBuild();
      if (latest === undefined) return;
      own.current ??= latest;
      if (latest > own.current) stale.current = true;
    };
    void poll();
    const timer = setInterval(poll, buildPollMs);
    return () => clearInterval(timer);
  }, []);

  const next = navigation.state === "loading" && !navigation.formMethod ? navigation.location : undefined;
  useEffect(() => {
    if (!stale.current || !next || next.key === key || reloadedJustNow()) return;
    // The router's target already includes the prefix.
    location.assign(prefixed(next.pathname + next.search + next.hash));
  }, [next, key, prefixed]);
  return null;
}

async function latestBuild(): Promise<number | undefined> {
  try {
    const manifest: unknown = await (await fetch("/builds/latest.json")).json();
    if (typeof manifest !== "object" || manifest === null || !("timestamp" in manifest)) return undefined;
    return typeof manifest.timestamp === "number" ? manifest.timestamp : undefined;
  } catch {
    return undefined;
  }
}

function reloadedJustNow(): boolean {
  try {
    const before = Number(sessionStorage.getItem(reloadedAtKey) ?? 0);
    if (Date.now() - before < reloadGuardMs) return true;
    sessionStorage.setItem(reloadedAtKey, String(Date.now()));
    return false;
  } catch {
    return true;
  }
}
