import { addressInLine } from "@guichet/rules/countries/postal-address.ts";
import { usePageContext } from "../page/page-context.tsx";

/** An address in one line, in the order of the network's country. */
export function AddressLine({ address }: { address: Parameters<typeof addressInLine>[0] }) {
  const { cityLines } = usePageContext().network;
  return <bdi>{addressInLine(address, cityLines)}</bdi>;
}
