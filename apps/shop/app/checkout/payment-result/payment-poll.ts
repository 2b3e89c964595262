import { leftPageParameter } from "@guichet/contract/payment-return.ts";
import { useEffect, useState } from "react";
import { useRevalidator } from "react-router";
import { useLanguagePrefix } from "../../page/frame.tsx";
import type { PaymentResult } from "./payment-result.server.ts";

/** Intervals between polls, in milliseconds: short at first, then longer. The last one repeats. */
const pausesMs = [1_000, 3_000, 5_000, 10_000, 20_000, 30_000];

/**
 * Polls while a payment is being checked and reloads the page data once a result is available. Failed requests are retried; a
 * hidden page does not poll. Returns the time of the last status check at the bank.
 */
export function usePaymentPoll({ orderId, leftPage, askedAt }: PaymentResult): string {
  const prefixed = useLanguagePrefix();
  const { revalidate } = useRevalidator();
  const [last, setLast] = useState(askedAt);
  useEffect(() => {
    const over = new AbortController();
    const left = leftPage ? `&${leftPageParameter}=1` : "";
    void poll(prefixed(`/cart/payment?order=${orderId}${left}`), over.signal, setLast).then((settled) => {
      if (settled) void revalidate();
    });
    return () => over.abort();
  }, [orderId, leftPage, prefixed, revalidate]);
  return last;
}

async function poll(url: string, signal: AbortSignal, asked: (at: string) => void): Promise<boolean> {
  for (let round = 0; !signal.aborted; round++) {
    await pause(pausesMs[Math.min(round, pausesMs.length - 1)] ?? 0, signal);
    await seen(signal);
    if (signal.aborted) return false;
    const outcome = await ask(url, signal);
    if (outcome !== undefined) asked(new Date().toISOString());
    if (outcome !== undefined && outcome !== "CHECKING") return true;
  }
  return false;
}

async function ask(url: string, signal: AbortSignal): Promise<string | undefined> {
  try {
    const response = await fetch(url, { signal });
    // Redirected or not found: stop polling; the reloaded page shows the message.
    if (response.redirected || response.status === 404) return "ELSEWHERE";
    return response.ok ? (await response.json()).outcome : undefined;
  } catch {
    return undefined;
  }
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((done) => {
    const timer = setTimeout(done, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      done();
    });
  });

/** Waits until the page is visible. */
const seen = (signal: AbortSignal): Promise<void> =>
  new Promise((done) => {
    if (document.visibilityState === "visible" || signal.aborted) return done();
    const look = () => {
      if (document.visibilityState === "visible") done();
    };
    document.addEventListener("visibilitychange", look, { signal });
    signal.addEventListener("abort", () => done());
  });
