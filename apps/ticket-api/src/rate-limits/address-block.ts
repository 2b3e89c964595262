import ipaddr from "ipaddr.js";

/** The network prefix of one household in IPv6, in groups of 16 bits: a /64. */
const householdGroups = 4;

/** The part of a client address that limits count: an IPv4 address whole, of an IPv6 address the /64 that one household gets. */
export function addressBlock(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const prefix = parsed.parts.slice(0, householdGroups).map((group) => group.toString(16));
  return `${prefix.join(":")}::/64`;
}
