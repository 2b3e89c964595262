import { fetchTimeoutMs } from "@guichet/contract/limits/request-limits.ts";
import { allowInsecureRequests, type CustomFetch, customFetch, discovery, type ServerMetadata } from "openid-client";
import { Unreachable } from "./unreachable.ts";

/** Maximum size of a provider's response: a discovery document, a key set, tokens, user info. */
const answerMaxBytes = 256 * 1024;
/** How long a discovery document is fresh, and how long it is used while its provider does not respond. */
const freshMs = 10 * 60_000;
const staleMs = 24 * 3_600_000;
/** Status codes by which a provider says that it is temporarily unavailable. */
const passingStatuses: ReadonlySet<number> = new Set([408, 425, 429]);

/** The provider does not respond, or is temporarily unavailable. Messages name neither token nor person. */
export class ProviderDown extends Unreachable {
  constructor(message: string, options?: ErrorOptions) {
    super("identity-provider", message, options);
  }
}

/** Fetches from a provider within 8 s and at most 256 KB; throws `ProviderDown` if it does not respond. */
export const boundedFetch: CustomFetch = async (url, { signal, body, ...options }) => {
  const limit = AbortSignal.timeout(fetchTimeoutMs);
  try {
    const both = signal ? AbortSignal.any([signal, limit]) : limit;
    const sent = body instanceof Uint8Array ? new Uint8Array(body) : (body ?? null);
    const response = await fetch(url, { ...options, body: sent, signal: both });
    if (response.status >= 500 || passingStatuses.has(response.status)) {
      await response.body?.cancel();
      throw new ProviderDown(`HTTP ${response.status}`);
    }
    const bytes = await readBounded(response, answerMaxBytes);
    const { status, statusText, headers } = response;
    return new Response(bytes.length === 0 ? null : bytes, { status, statusText, headers });
  } catch (error) {
    if (error instanceof ProviderDown) throw error;
    throw new ProviderDown("no response", { cause: error });
  }
};

/** Reads the body of a response; throws `ProviderDown` as soon as it exceeds `maxBytes`. */
export async function readBounded(response: Response, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > maxBytes) throw new ProviderDown(`a response of more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

/** Checks whether a call failed because the provider does not respond. Any other failure means an untrusted response. */
export function isDown(error: unknown): boolean {
  for (let each = error, depth = 0; each instanceof Error && depth < 5; each = each.cause, depth += 1) {
    if (each instanceof ProviderDown || each.name === "TimeoutError") return true;
  }
  return false;
}

/** A discovery document and when it was read (real time: no business rule depends on it). */
interface CachedDocument {
  at: number;
  metadata: Promise<ServerMetadata>;
}

/** A provider's issuer URL; the sandbox's speaks plain HTTP. */
export interface Issuer {
  url: URL;
  insecure: boolean;
}

/**
 * Caches discovery documents of providers: refreshed after ten minutes, and used for up to a day while the provider does not respond.
 * Refuses a document that names another issuer.
 */
export function discoveryCache(realNow: () => number = Date.now): (issuer: Issuer) => Promise<ServerMetadata> {
  const cache = new Map<string, CachedDocument>();

  const read = async ({ url, insecure }: Issuer): Promise<ServerMetadata> => {
    const found = await discovery(url, "discovery", undefined, undefined, {
      timeout: fetchTimeoutMs / 1000,
      [customFetch]: boundedFetch,
      ...(insecure ? { execute: [allowInsecureRequests] } : {}),
    });
    return found.serverMetadata();
  };

  return async (issuer) => {
    const key = issuer.url.href;
    const cached = cache.get(key);
    const age = cached === undefined ? Number.POSITIVE_INFINITY : realNow() - cached.at;
    if (cached !== undefined && age < freshMs) return cached.metadata;
    const metadata = read(issuer).catch((error) => {
      if (cached !== undefined && age < staleMs && isDown(error)) {
        cache.set(key, cached);
        return cached.metadata;
      }
      cache.delete(key);
      throw error;
    });
    cache.set(key, { at: realNow(), metadata });
    return metadata;
  };
}
