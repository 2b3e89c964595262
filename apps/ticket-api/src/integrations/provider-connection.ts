import { fetchTimeoutMs } from "@guichet/contract/limits/request-limits.ts";
import { allowInsecureRequests, type CustomFetch, customFetch, discovery, type ServerMetadata } from "openid-client";
import { Unreachable } from "./unreachable.ts";

/** What a provider may answer at most: a discovery document, a key set, tokens, what it says of a person. */
const answerMaxBytes = 256 * 1024;
/** How long a discovery document is believed without asking, and how long while its provider does not answer. */
const freshMs = 10 * 60_000;
const staleMs = 24 * 3_600_000;
/** Statuses by which a provider says that it cannot answer now. */
const passingStatuses: ReadonlySet<number> = new Set([408, 425, 429]);

/** The provider does not answer, or says that it cannot. Names neither token nor person. */
export class ProviderDown extends Unreachable {
  constructor(message: string, options?: ErrorOptions) {
    super("identity-provider", message, options);
  }
}

/** Asks a provider within 8 s and reads at most 256 KB; throws `ProviderDown` when it does not answer. */
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
    throw new ProviderDown("no answer", { cause: error });
  }
};

/** The body of an answer; throws `ProviderDown` as soon as it is larger than it may be. */
export async function readBounded(response: Response, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > maxBytes) throw new ProviderDown(`an answer of more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

/** Did a call fail because the provider does not answer? Everything else that fails is an answer not to be trusted. */
export function isDown(error: unknown): boolean {
  for (let each = error, depth = 0; each instanceof Error && depth < 5; each = each.cause, depth += 1) {
    if (each instanceof ProviderDown || each.name === "TimeoutError") return true;
  }
  return false;
}

/** A provider's own description, as it was read and when (real time: nothing of the business hangs on it). */
interface Described {
  at: number;
  metadata: Promise<ServerMetadata>;
}

/** Where a provider is; one of the sandbox speaks plain HTTP. */
export interface Issuer {
  url: URL;
  insecure: boolean;
}

/**
 * The discovery documents of providers, kept: read anew after ten minutes, and up to a day longer while the provider
 * does not answer. One that names another issuer is refused.
 */
export function discoveryCache(realNow: () => number = Date.now): (issuer: Issuer) => Promise<ServerMetadata> {
  const kept = new Map<string, Described>();

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
    const known = kept.get(key);
    const age = known === undefined ? Number.POSITIVE_INFINITY : realNow() - known.at;
    if (known !== undefined && age < freshMs) return known.metadata;
    const metadata = read(issuer).catch((error) => {
      if (known !== undefined && age < staleMs && isDown(error)) {
        kept.set(key, known);
        return known.metadata;
      }
      kept.delete(key);
      throw error;
    });
    kept.set(key, { at: realNow(), metadata });
    return metadata;
  };
}
