import { countries } from "@guichet/rules/countries/countries.ts";
import { addressInLine } from "@guichet/rules/countries/postal-address.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";

/** An address in one line, in the order of the network's country. */
export const writtenAddress = (
  { definition: { country } }: LoadedNetwork,
  address: Parameters<typeof addressInLine>[0],
): string => addressInLine(address, countries[country].cityLines);
