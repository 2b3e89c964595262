import { z } from "zod";
import { call } from "./call.ts";
import { searchedAddressMaxLength, searchedAddressMinLength } from "./limits.ts";

/** A postal address of a public directory, in the parts that an address is made of (§3). */
export const FoundAddress = z.object({
  label: z.string().describe("The whole address in one line"),
  kind: z.enum(["housenumber", "street", "locality"]).describe("How far it is known: to the door, or to the street"),
  addressRoute: z.string(),
  addressPostalCode: z.string(),
  addressCity: z.string(),
  country: z.literal("FR"),
});
export type FoundAddress = z.infer<typeof FoundAddress>;

export const searchAddresses = call("addresses", "POST", "/Address/search", {
  summary: "Addresses in France that begin as this text does, best first; nothing of it is kept.",
  session: "none",
  request: { text: z.string().trim().min(searchedAddressMinLength).max(searchedAddressMaxLength) },
  answer: { addresses: z.array(FoundAddress) },
  refusals: ["FEATURE_DISABLED", "ADDRESS_SEARCH_UNAVAILABLE"],
});
