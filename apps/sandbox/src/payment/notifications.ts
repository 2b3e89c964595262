import { createHmac } from "node:crypto";
import { exchange } from "@guichet/contract/integrations/exchange.ts";
import type { Clock } from "../clock.ts";
import type { Ledger, Notice } from "./ledger.ts";

const atOnce = 16;
const timeoutMs = 8_000;
/** Delays before each retry, in real milliseconds; after the last one the merchant must ask. */
export const defaultRetryDelaysMs: readonly number[] = [1_000, 5_000, 30_000, 120_000, 600_000, 1_800_000];

export interface Delivery {
  /** Accepts notifications; each is sent when it is due. */
  enqueue(notices: Iterable<Notice>): void;
  counts(): { delivered: number; failedAttempts: number; givenUp: number };
  /** Starts no further attempts; resolves when those in progress are done. The rest waits for the next start. */
  stop(): Promise<void>;
}

export interface DeliverySettings {
  ledger: Ledger;
  /** Signing secret of Stripe's webhook endpoint. */
  stripeSecret: string;
  clock: Clock;
  nowMs: () => number;
  retryDelaysMs: readonly number[];
}

/** Delivers notifications in the background, each until the merchant returns 2xx or the attempts are used up. */
export function startDelivery({ ledger, stripeSecret, clock, nowMs, retryDelaysMs }: DeliverySettings): Delivery {
  const due: { notice: Notice; attempts: number }[] = [];
  const timers = new Set<NodeJS.Timeout>();
  const underWay = new Set<Promise<void>>();
  const counts = { delivered: 0, failedAttempts: 0, givenUp: 0 };
  let stopped = false;

  function later(notice: Notice, attempts: number, waitMs: number): void {
    if (stopped) return;
    const timer = setTimeout(() => {
      timers.delete(timer);
      due.push({ notice, attempts });
      sendDue();
    }, waitMs);
    timers.add(timer);
  }

  function sendDue(): void {
    while (!stopped && underWay.size < atOnce) {
      const next = due.shift();
      if (next === undefined) return;
      const trying = deliver(next.notice, next.attempts).finally(() => {
        underWay.delete(trying);
        sendDue();
      });
      underWay.add(trying);
    }
  }

  async function deliver(notice: Notice, earlierAttempts: number): Promise<void> {
    const arrived = await send(notice);
    const delayMs = retryDelaysMs[earlierAttempts];
    if (arrived) counts.delivered += 1;
    else counts.failedAttempts += 1;
    if (!arrived && delayMs !== undefined) {
      later(notice, earlierAttempts + 1, delayMs);
      return;
    }
    if (!arrived) counts.givenUp += 1;
    // If a crash loses this line, the notification is only delivered twice.
    ledger.note({ delivered: notice.id });
  }

  async function send(notice: Notice): Promise<boolean> {
    const { url, body } = notice;
    const seconds = Math.floor(clock.now().getTime() / 1000);
    try {
      const { status } = await exchange(url, {
        method: "POST",
        body,
        headers: headersOf(notice, seconds),
        timeoutMs,
      });
      return status >= 200 && status < 300;
    } catch {
      return false;
    }
  }

  function headersOf({ body, scheme }: Notice, seconds: number): Record<string, string> {
    if (scheme === "lyra") return { "content-type": "application/x-www-form-urlencoded" };
    return {
      "content-type": "application/json",
      "stripe-signature": signStripeWebhook(stripeSecret, seconds, body),
    };
  }

  return {
    enqueue(notices) {
      for (const notice of notices) later(notice, 0, Math.max(0, notice.dueAtMs - nowMs()));
    },
    counts: () => counts,
    async stop() {
      stopped = true;
      for (const timer of timers) clearTimeout(timer);
      await Promise.all(underWay);
    },
  };
}

/** The `Stripe-Signature` header of a webhook: HMAC-SHA-256 of time and body, in hexadecimal. */
function signStripeWebhook(secret: string, seconds: number, body: string): string {
  const signature = createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex");
  return `t=${seconds},v1=${signature}`;
}
