import { signNotification } from "@guichet/contract/outside/notification-signature.ts";
import type { Clock } from "../clock.ts";
import type { Ledger, Notice } from "./ledger.ts";

const atOnce = 16;
const timeoutMs = 8_000;
/** Waits before each further try, in real milliseconds; then the merchant has to ask by itself. */
export const defaultRetryDelaysMs: readonly number[] = [1_000, 5_000, 30_000, 120_000, 600_000, 1_800_000];

export interface Delivery {
  /** Looks again for what is due. */
  wake(): void;
  counts(): { delivered: number; failedTries: number; givenUp: number };
  /** Starts nothing more, and answers when the tries under way are over. What is left waits for the next start. */
  stop(): Promise<void>;
}

export interface DeliverySettings {
  ledger: Ledger;
  secret: string;
  clock: Clock;
  nowMs: () => number;
  retryDelaysMs: readonly number[];
}

/** Delivers the ledger's notices in the background, each until the merchant answers 2xx or the tries are used up. */
export function startDelivery({ ledger, secret, clock, nowMs, retryDelaysMs }: DeliverySettings): Delivery {
  const underWay = new Map<string, Promise<void>>();
  const tries = new Map<string, { made: number; nextAtMs: number }>();
  const counts = { delivered: 0, failedTries: 0, givenUp: 0 };
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  function dueAtMs(notice: Notice): number {
    return tries.get(notice.id)?.nextAtMs ?? notice.dueAtMs;
  }

  function wake(): void {
    if (stopped) return;
    clearTimeout(timer);
    let earliestMs = Number.POSITIVE_INFINITY;
    for (const notice of ledger.notices()) {
      if (underWay.size >= atOnce) return;
      if (underWay.has(notice.id)) continue;
      const waitMs = dueAtMs(notice) - nowMs();
      if (waitMs > 0) earliestMs = Math.min(earliestMs, waitMs);
      else underWay.set(notice.id, deliver(notice));
    }
    if (earliestMs !== Number.POSITIVE_INFINITY) timer = setTimeout(wake, earliestMs);
  }

  async function deliver(notice: Notice): Promise<void> {
    const arrived = await send(notice);
    const made = (tries.get(notice.id)?.made ?? 0) + 1;
    const delayMs = retryDelaysMs[made - 1];
    if (arrived) counts.delivered += 1;
    else counts.failedTries += 1;
    if (!arrived && delayMs === undefined) counts.givenUp += 1;
    if (arrived || delayMs === undefined) {
      tries.delete(notice.id);
      // Lost by a crash, this line only makes a delivery happen twice.
      ledger.commit({ delivered: notice.id }).catch(() => {});
    } else {
      tries.set(notice.id, { made, nextAtMs: nowMs() + delayMs });
    }
    underWay.delete(notice.id);
    wake();
  }

  async function send({ messageId, url, body }: Notice): Promise<boolean> {
    const seconds = Math.floor(clock.now().getTime() / 1000);
    try {
      const response = await fetch(url, {
        method: "POST",
        body,
        redirect: "manual",
        headers: {
          "content-type": "application/json",
          "webhook-id": messageId,
          "webhook-timestamp": String(seconds),
          "webhook-signature": signNotification(secret, messageId, seconds, body),
        },
        signal: AbortSignal.timeout(timeoutMs),
      });
      await response.body?.cancel();
      return response.ok;
    } catch {
      return false;
    }
  }

  return {
    wake,
    counts: () => counts,
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await Promise.all(underWay.values());
    },
  };
}
