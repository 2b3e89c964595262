import { z } from "zod";
import { call } from "./call.ts";
import { searchedAddressMaxLength, searchedAddressMinLength } from "./limits/address-limits.ts";

/** Countries with a supported public address directory (decision 079). */
export const AddressDirectory = z.enum(["FR"]);
export type AddressDirectory = z.infer<typeof AddressDirectory>;

/** A postal address from a public directory, split into its fields (§3). */
export const FoundAddress = z.object({
  label: z.string().describe("The complete address in one line"),
  kind: z
    .enum(["housenumber", "street", "locality"])
    .describe("Precision of the suggestion: house number, street or locality"),
  addressRoute: z.string(),
  addressPostalCode: z.string(),
  addressCity: z.string(),
  country: AddressDirectory,
});
export type FoundAddress = z.infer<typeof FoundAddress>;

export const searchAddresses = call("addresses", "POST", "/Address/search", {
  summary:
    "Suggests postal addresses that begin with this text, best first, from the directory of the network's country; stores nothing.",
  session: "none",
  request: { text: z.string().trim().min(searchedAddressMinLength).max(searchedAddressMaxLength) },
  answer: { addresses: z.array(FoundAddress) },
  refusals: ["FEATURE_DISABLED", "ADDRESS_SEARCH_UNAVAILABLE"],
});
