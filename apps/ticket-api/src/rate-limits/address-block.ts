import ipaddr from "ipaddr.js";

/** The IPv6 prefix of one household, in groups of 16 bits: a /64. */
const householdGroups = 4;

/** The part of a client address that limits count: a whole IPv4 address, or the /64 of an IPv6 address, which one household gets. */
export function addressBlock(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const prefix = parsed.parts.slice(0, householdGroups).map((group) => group.toString(16));
  return `${prefix.join(":")}::/64`;
}
