import type { Network } from "@guichet/contract/networks.ts";
import { readPhone } from "@guichet/rules/persons/phones.ts";
import type { PhoneReader } from "./read-personal-data.ts";

/** Reads phone numbers as people in the network's country write them. */
export const phoneReader =
  ({ country }: Pick<Network, "country">): PhoneReader =>
  (text) =>
    readPhone(text, country);
