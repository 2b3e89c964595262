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

/** Addresses that a text may be the beginning of, best first (decision 052). */
export type AddressSearch = (text: string) => Promise<Result<FoundAddress[], "ADDRESS_SEARCH_UNAVAILABLE">>;

/**
 * The French national address service by its public interface (`GET /search/`, GeocodeJSON). It is told what was typed and
 * nothing else: neither who types nor from where. `url` is what stands before `/search/`.
 */
export function nationalAddresses(settings: {
  url: string;
  log: FastifyBaseLogger;
  timeoutMs?: number;
}): AddressSearch {
  const place = settings.url.replace(/\/+$/, "");
  let underWay = 0;

  const find = async (text: string): Promise<FoundAddress[]> => {
    const query = new URLSearchParams({ q: text, limit: String(addressSuggestionsMax), autocomplete: "1" });
    const response = await fetch(`${place}/search/?${query}`, {
      headers: { accept: "application/json" },
      redirect: "error",
      signal: AbortSignal.timeout(settings.timeoutMs ?? addressSearchTimeoutMs),
    });
    // By 400 it says that it cannot search for such a text.
    if (response.status !== 200) await response.body?.cancel();
    if (response.status === 400) return [];
    if (response.status !== 200) throw new ProviderDown(`HTTP ${response.status}`);
    const bytes = await readBounded(response, addressAnswerMaxBytes);
    return readFound(JSON.parse(new TextDecoder().decode(bytes)));
  };

  return async (typed) => {
    const text = searchable(typed);
    if (text.length < searchedAddressMinLength) return ok([]);
    if (underWay >= addressSearchesAtOnceMax) return err("ADDRESS_SEARCH_UNAVAILABLE");
    underWay += 1;
    try {
      return ok(await find(text));
    } catch (error) {
      // What was typed stands in the address that was asked: only the kind of the fault may reach the log.
      const fault = error instanceof Error ? error.name : "unknown";
      settings.log.warn({ fault }, "the directory of addresses did not answer");
      return err("ADDRESS_SEARCH_UNAVAILABLE");
    } finally {
      underWay -= 1;
    }
  };
}

/** The service takes 3 to 200 characters of which the first is a letter or a digit, and refuses everything else. */
const searchable = (typed: string): string =>
  typed
    .replace(/\s+/gu, " ")
    .replace(/^[^\p{L}\p{N}]+/u, "")
    .slice(0, searchedAddressMaxLength)
    .trim();

const Part = z.string().trim().min(1).max(searchedAddressMaxLength);
const Feature = z
  .object({
    properties: z.object({
      label: Part,
      type: z.enum(["housenumber", "street", "locality"]),
      name: Part,
      postcode: z.string().regex(/^\d{5}$/),
      city: Part,
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
const Handler = z.object({ type: z.literal("FeatureCollection"), features: z.array(z.unknown()) });

/** What can be posted to: towns alone, and what lacks a part, are left out. Throws for what is no answer of the service. */
function readFound(body: unknown): FoundAddress[] {
  const found = Handler.parse(body).features.flatMap((feature) => Feature.safeParse(feature).data ?? []);
  return found
    .filter(({ label }, index) => found.findIndex((other) => other.label === label) === index)
    .slice(0, addressSuggestionsMax);
}
