import { setTimeout as pause } from "node:timers/promises";
import { downloadIdleMs, retryAfterMaxMs } from "@guichet/contract/limits/request-limits.ts";
import { ConnectionFailure, TimeoutFailure } from "./failures.ts";

/**
 * Whether a request may be repeated: `safe` changes nothing, `keyed` has an idempotency key, `changing` is sent only once
 * in any case (§7).
 */
export type Repeating = "safe" | "keyed" | "changing";

/** A request to send. */
export interface Sending {
  url: string;
  method: string;
  headers: Record<string, string>;
  body: string | FormData | undefined;
  /** Until the response is read; with `isStreamed`, until it begins. */
  timeoutMs: number;
  isStreamed?: boolean;
  repeating: Repeating;
  signal?: AbortSignal | undefined;
}

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

const retriedStatuses: ReadonlySet<number> = new Set([408, 409, 425, 429, 500, 502, 503, 504]); // §7
/** Without 409 (the first request is still in progress) and 500 (it failed), where a retry does not help (decision 049). */
const retriedWithKey: ReadonlySet<number> = new Set([408, 425, 429, 502, 503, 504]);

/**
 * Sends a request with a time-out per attempt; a repeatable one is retried once after a temporary failure or a broken
 * connection, never after a time-out (§7). Throws `TimeoutFailure` or `ConnectionFailure`; an abort by the caller is
 * rethrown unchanged.
 */
export async function send(sending: Sending, fetch: Fetch): Promise<Response> {
  const { repeating, signal } = sending;
  if (repeating === "changing") return once(sending, fetch);
  const first = await once(sending, fetch).catch((failure: unknown) => {
    if (failure instanceof ConnectionFailure) return undefined;
    throw failure;
  });
  if (first === undefined) return once(sending, fetch);
  if (!(repeating === "safe" ? retriedStatuses : retriedWithKey).has(first.status)) return first;
  const waitMs = retryAfterMs(first.headers.get("retry-after"));
  if (waitMs > retryAfterMaxMs) return first;
  await first.body?.cancel();
  await pause(waitMs, undefined, signal ? { signal } : {});
  return once(sending, fetch);
}

/** Parses `Retry-After`: seconds, or an HTTP date. */
function retryAfterMs(header: string | null): number {
  if (header === null) return 0;
  const ms = /^\d{1,9}$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - Date.now();
  return Number.isNaN(ms) ? 0 : Math.max(0, ms);
}

async function once(sending: Sending, fetch: Fetch): Promise<Response> {
  const timeout = AbortSignal.timeout(sending.timeoutMs);
  const late = new AbortController();
  const end = () => late.abort(timeout.reason);
  timeout.addEventListener("abort", end, { once: true });
  const signal = sending.signal ? AbortSignal.any([late.signal, sending.signal]) : late.signal;
  const { url, method, headers, body } = sending;
  try {
    const init = { method, headers, signal, redirect: "manual" as const, ...(body === undefined ? {} : { body }) };
    const response = await fetch(url, init);
    if (sending.isStreamed) timeout.removeEventListener("abort", end);
    return response;
  } catch (cause) {
    throw failureOf(cause, timeout, sending);
  }
}

/** The same body, which breaks off with `TimeoutFailure` once nothing of it has arrived for `idleMs` while its reader waits. */
export function whileBytesArrive(
  { url }: Pick<Sending, "url">,
  body: ReadableStream<Uint8Array>,
  idleMs = downloadIdleMs,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const idle = new TimeoutFailure(`Nothing from ${placeOf(url)} for ${idleMs} ms`);
        const timer = setTimeout(() => {
          controller.error(idle);
          reader.cancel(idle).catch(() => {});
        }, idleMs);
        try {
          const { done, value } = await reader.read();
          if (done) controller.close();
          else controller.enqueue(value);
        } finally {
          clearTimeout(timer);
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}

/** Reads a body under the same time-out rules as the request. */
export async function read<T>(sending: Pick<Sending, "signal" | "url" | "timeoutMs">, body: Promise<T>): Promise<T> {
  try {
    return await body;
  } catch (cause) {
    if (sending.signal?.aborted || cause instanceof TimeoutFailure) throw cause;
    if (cause instanceof Error && cause.name === "TimeoutError") throw timedOut(sending, cause);
    throw new ConnectionFailure(`The answer of ${placeOf(sending.url)} broke off`, { cause });
  }
}

function failureOf(cause: unknown, timeout: AbortSignal, sending: Sending): unknown {
  if (timeout.aborted && !sending.signal?.aborted) return timedOut(sending, cause);
  if (sending.signal?.aborted) return cause;
  return new ConnectionFailure(`No connection to ${placeOf(sending.url)}`, { cause });
}

const timedOut = (sending: Pick<Sending, "url" | "timeoutMs">, cause: unknown) =>
  new TimeoutFailure(`No answer from ${placeOf(sending.url)} within ${sending.timeoutMs} ms`, { cause });

/** Host and path of a URL: the query contains values that must not be logged. */
function placeOf(url: string): string {
  const { host, pathname } = new URL(url);
  return host + pathname;
}
