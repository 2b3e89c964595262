import {
  beaconBytesMax,
  beaconFreshDefaultMs,
  beaconFreshMaxMs,
  beaconFreshMinMs,
  beaconSkipDefaultMs,
  beaconStaleMaxMs,
  beaconTimeoutMs,
} from "@guichet/contract/limits/maintenance-limits.ts";
import { alertFlags, alertsPerSourceMax, BeaconAlert, BeaconAnswer } from "@guichet/contract/maintenance.ts";
import { alertChannels, flagsWithChannel } from "@guichet/rules/maintenance.ts";

export interface BeaconParts {
  /** The addresses of the sources (§7). */
  sources: readonly string[];
  /** The shop's clock, in milliseconds since the epoch. */
  now: () => number;
  timeoutMs?: number;
  /** How long a failed source is skipped (§9). */
  skipMs?: number | ((source: string) => number);
  failed?: (source: string, cause: unknown) => void;
  fetch?: typeof globalThis.fetch;
}

/** The maintenance alerts of all sources, cached for as long as the sources specify (§4 "Maintenance alerts"). */
export interface Beacons {
  /**
   * The alerts for a network, or the general ones where it is not known. Only the first request for a network waits, at
   * most for the time-out; later requests get the last response, which is renewed in the background.
   */
  alertsFor(network: string | undefined): Promise<readonly BeaconAlert[]>;
  /** Renews stale entries that are in use. */
  renewDue(): void;
  /** Clears all entries when the clock is moved. */
  forget(): void;
}

interface SourceAnswer {
  alerts: readonly BeaconAlert[];
  freshUntil: number;
}

interface Entry {
  network: string | undefined;
  answers: Map<string, SourceAnswer>;
  asking: Map<string, Promise<void>>;
  first: Promise<unknown> | undefined;
  usedAt: number;
}

const entriesMax = 500;
/** An entry not requested for this long is no longer renewed in the background. */
const inUseMs = 900_000;

export function createBeacons(parts: BeaconParts): Beacons {
  const { sources, now, timeoutMs = beaconTimeoutMs, skipMs = beaconSkipDefaultMs } = parts;
  const entries = new Map<string, Entry>();
  const skippedUntil = new Map<string, number>();

  const ask = async (source: string, entry: Entry): Promise<void> => {
    try {
      const answers = await askSource(source, entry.network, timeoutMs, parts.fetch);
      entry.answers.set(source, { alerts: answers.alerts, freshUntil: now() + answers.freshMs });
    } catch (cause) {
      skippedUntil.set(source, now() + (typeof skipMs === "number" ? skipMs : skipMs(source)));
      parts.failed?.(source, cause);
    } finally {
      entry.asking.delete(source);
    }
  };

  const renew = (entry: Entry): void => {
    for (const source of sources) {
      const isFresh = (entry.answers.get(source)?.freshUntil ?? Number.NEGATIVE_INFINITY) > now();
      const isSkipped = (skippedUntil.get(source) ?? Number.NEGATIVE_INFINITY) > now();
      if (!isFresh && !isSkipped && !entry.asking.has(source)) entry.asking.set(source, ask(source, entry));
    }
  };

  const entryFor = (network: string | undefined): Entry => {
    const key = network ?? "";
    const known = entries.get(key);
    if (known !== undefined) return known;
    const entry: Entry = { network, answers: new Map(), asking: new Map(), first: undefined, usedAt: now() };
    const oldest = entries.keys().next();
    if (entries.size >= entriesMax && !oldest.done) entries.delete(oldest.value);
    entries.set(key, entry);
    renew(entry);
    entry.first = Promise.all(entry.asking.values());
    return entry;
  };

  return {
    async alertsFor(network) {
      if (sources.length === 0) return [];
      const entry = entryFor(network);
      entry.usedAt = now();
      if (entry.first !== undefined) {
        await entry.first;
        entry.first = undefined;
      }
      renew(entry);
      return merged(entry, now());
    },
    renewDue() {
      for (const entry of entries.values()) if (now() - entry.usedAt < inUseMs) renew(entry);
    },
    forget() {
      entries.clear();
      skippedUntil.clear();
    },
  };
}

/** The alerts of all sources without duplicates; the last response of a failing source expires. */
function merged({ answers }: Entry, now: number): BeaconAlert[] {
  const alerts = new Map<string, BeaconAlert>();
  for (const { alerts: some, freshUntil } of answers.values()) {
    if (now - freshUntil > beaconStaleMaxMs) continue;
    for (const alert of some) alerts.set(alert.id ?? JSON.stringify(alert), alert);
  }
  return [...alerts.values()];
}

async function askSource(
  source: string,
  network: string | undefined,
  timeoutMs: number,
  fetch: typeof globalThis.fetch = globalThis.fetch,
): Promise<{ alerts: BeaconAlert[]; freshMs: number }> {
  const channels = alertChannels(network, alertFlags);
  const url = new URL(source);
  url.searchParams.set("channel", channels.join(","));
  url.searchParams.set("displayed", "true");
  const response = await fetch(url, {
    headers: { accept: "application/json" },
    redirect: "error",
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (!response.ok) {
    await response.body?.cancel();
    throw new Error(`answered ${response.status}`);
  }
  const { payload } = BeaconAnswer.parse(JSON.parse(await textUpTo(response, beaconBytesMax)));
  const alerts = payload.slice(0, alertsPerSourceMax).flatMap((one) => {
    const read = BeaconAlert.safeParse(one);
    if (!read.success) return [];
    const { channel, flags } = read.data;
    // An alert for another channel belongs to another network.
    if (channel !== undefined && !channels.includes(channel)) return [];
    return [{ ...read.data, flags: flagsWithChannel(flags, channel) }];
  });
  return { alerts, freshMs: freshOf(response.headers.get("cache-control")) };
}

async function textUpTo({ body }: Response, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw new Error(`answered more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function freshOf(cacheControl: string | null): number {
  const [, seconds] = /(?:^|[\s,])max-age=(\d{1,9})(?=[\s,]|$)/i.exec(cacheControl ?? "") ?? [];
  if (seconds === undefined) return beaconFreshDefaultMs;
  return Math.min(Math.max(Number(seconds) * 1_000, beaconFreshMinMs), beaconFreshMaxMs);
}
