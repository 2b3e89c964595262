import { countries } from "@guichet/rules/countries/countries.ts";
import { addressInLine } from "@guichet/rules/countries/postal-address.ts";
import type { Dependencies } from "../dependencies.ts";

/** An address in one line, in the order of a network's country. */
export async function writtenAddress(
  { networks }: Pick<Dependencies, "networks">,
  networkId: string,
  address: Parameters<typeof addressInLine>[0],
): Promise<string> {
  const network = await networks.get(networkId);
  if (network === undefined) throw new Error(`Network ${networkId} does not exist`);
  return addressInLine(address, countries[network.definition.country].cityLines);
}
