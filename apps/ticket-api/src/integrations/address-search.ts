import type { FoundAddress } from "@guichet/contract/addresses.ts";
import {
  addressAnswerMaxBytes,
  addressSearchesAtOnceMax,
  addressSearchTimeoutMs,
  addressSuggestionsMax,
  searchedAddressMaxLength,
  searchedAddressMinLength,
} from "@guichet/contract/limits/address-limits.ts";
import { err, ok, type Result } from "@guichet/contract/result.ts";
import type { FastifyBaseLogger } from "fastify";
import { z } from "zod";
import { ProviderDown, readBounded } from "./provider-connection.ts";

/** Searches addresses that begin with a text, best first (decision 052). */
export type AddressSearch = (text: string) => Promise<Result<FoundAddress[], "ADDRESS_SEARCH_UNAVAILABLE">>;

/**
 * Client of the French national address service (`GET /search/`, GeocodeJSON). It sends the typed text only: neither who types nor from
 * where. `url` is the part before `/search/`.
 */
export function nationalAddresses(settings: {
  url: string;
  log: FastifyBaseLogger;
  timeoutMs?: number;
}): AddressSearch {
  const baseUrl = settings.url.replace(/\/+$/, "");
  let running = 0;

  const find = async (text: string): Promise<FoundAddress[]> => {
    const query = new URLSearchParams({ q: text, limit: String(addressSuggestionsMax), autocomplete: "1" });
    const response = await fetch(`${baseUrl}/search/?${query}`, {
      headers: { accept: "application/json" },
      redirect: "error",
      signal: AbortSignal.timeout(settings.timeoutMs ?? addressSearchTimeoutMs),
    });
    // The service responds with 400 to a text that it cannot search.
    if (response.status !== 200) await response.body?.cancel();
    if (response.status === 400) return [];
    if (response.status !== 200) throw new ProviderDown(`HTTP ${response.status}`);
    const bytes = await readBounded(response, addressAnswerMaxBytes);
    return readFound(JSON.parse(new TextDecoder().decode(bytes)));
  };

  return async (typed) => {
    const text = searchable(typed);
    if (text.length < searchedAddressMinLength) return ok([]);
    if (running >= addressSearchesAtOnceMax) return err("ADDRESS_SEARCH_UNAVAILABLE");
    running += 1;
    try {
      return ok(await find(text));
    } catch (error) {
      // The request URL contains the typed text: only the kind of error may reach the log.
      const fault = error instanceof Error ? error.name : "unknown";
      settings.log.warn({ fault }, "address directory did not respond");
      return err("ADDRESS_SEARCH_UNAVAILABLE");
    } finally {
      running -= 1;
    }
  };
}

/** The service accepts 3 to 200 characters, the first a letter or a digit, and refuses everything else. */
const searchable = (typed: string): string =>
  typed
    .replace(/\s+/gu, " ")
    .replace(/^[^\p{L}\p{N}]+/u, "")
    .slice(0, searchedAddressMaxLength)
    .trim();

const NonEmpty = z.string().trim().min(1).max(searchedAddressMaxLength);
const Feature = z
  .object({
    properties: z.object({
      label: NonEmpty,
      type: z.enum(["housenumber", "street", "locality"]),
      name: NonEmpty,
      postcode: z.string().regex(/^\d{5}$/),
      city: NonEmpty,
    }),
  })
  .transform(
    ({ properties: { label, type, name, postcode, city } }): FoundAddress => ({
      label,
      kind: type,
      addressRoute: name,
      addressPostalCode: postcode,
      addressCity: city,
      country: "FR",
    }),
  );
const FeatureCollection = z.object({ type: z.literal("FeatureCollection"), features: z.array(z.unknown()) });

/** Reads the addresses that mail can be sent to; drops towns and incomplete entries. Throws if the response is malformed. */
function readFound(body: unknown): FoundAddress[] {
  const found = FeatureCollection.parse(body).features.flatMap((feature) => Feature.safeParse(feature).data ?? []);
  return found
    .filter(({ label }, index) => found.findIndex((other) => other.label === label) === index)
    .slice(0, addressSuggestionsMax);
}
