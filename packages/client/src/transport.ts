import { ConnectionFailure, TimeoutFailure } from "./failures.ts";

/** A request as the transport sends it; `safe` ones are tried a second time (§7). */
export interface Sending {
  url: string;
  method: string;
  headers: Record<string, string>;
  body: string | FormData | undefined;
  timeoutMs: number;
  safe: boolean;
  signal?: AbortSignal | undefined;
}

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

const retriedStatuses: ReadonlySet<number> = new Set([408, 409, 425, 429, 500, 502, 503, 504]); // §7

/**
 * Sends, with a time-out for each try; a safe request is tried once more on a passing failure (§7).
 * Throws `TimeoutFailure` or `ConnectionFailure`; the caller's own abort passes through as it is.
 */
export async function send(sending: Sending, fetch: Fetch): Promise<Response> {
  const response = await once(sending, fetch);
  if (!sending.safe || !retriedStatuses.has(response.status)) return response;
  await response.body?.cancel();
  return once(sending, fetch);
}

async function once(sending: Sending, fetch: Fetch): Promise<Response> {
  const timeout = AbortSignal.timeout(sending.timeoutMs);
  const signal = sending.signal ? AbortSignal.any([timeout, sending.signal]) : timeout;
  const { url, method, headers, body } = sending;
  try {
    return await fetch(url, { method, headers, signal, redirect: "manual", ...(body === undefined ? {} : { body }) });
  } catch (cause) {
    throw failureOf(cause, timeout, sending);
  }
}

/** Reads a body under the same time-out rules as the request itself. */
export async function read<T>(sending: Pick<Sending, "signal" | "url" | "timeoutMs">, body: Promise<T>): Promise<T> {
  try {
    return await body;
  } catch (cause) {
    if (sending.signal?.aborted) throw cause;
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

/** Host and path only: a query holds values that do not belong into a log. */
function placeOf(url: string): string {
  const { host, pathname } = new URL(url);
  return host + pathname;
}
