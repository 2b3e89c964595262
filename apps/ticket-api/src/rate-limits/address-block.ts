import { isIPv6 } from "node:net";

/** What limits count of an address: an IPv4 address whole, of an IPv6 address the /64 that one household gets. */
export function addressBlock(address: string): string {
  const bare = address.split("%")[0] ?? address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.[1];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(bare)) return bare;
  const [head = "", tail] = bare.split("::");
  const front = head === "" ? [] : head.split(":");
  const back = tail === undefined || tail === "" ? [] : tail.split(":");
  // An embedded IPv4 address stands for two groups.
  const groups = back.length + (back.at(-1)?.includes(".") ? 1 : 0);
  const gap = tail === undefined ? [] : Array(Math.max(0, 8 - front.length - groups)).fill("0");
  const first = [...front, ...gap, ...back].slice(0, 4);
  return `${first.map((group) => Number.parseInt(group, 16).toString(16)).join(":")}::/64`;
}
