type Header = string | readonly string[] | undefined;

/** Headers that proxies add. */
const forwardingHeaders = ["forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip"];

/** Whether a proxy forwarded this request, so that the peer of the connection is not the requester. */
export const isForwarded = (headers: Readonly<Record<string, Header>>): boolean =>
  forwardingHeaders.some((name) => headers[name] !== undefined);

/**
 * Whether the request names a single host. False for two `Host` headers, or one that differs from the host of an absolute
 * target: a proxy and this server could use different ones. `rawHeaders`: alternating names and values, as received.
 */
export function namesOneHost(rawHeaders: readonly string[], target: string): boolean {
  const hosts = rawHeaders.filter((_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === "host");
  if (hosts.length > 1) return false;
  if (!/^[a-z][a-z\d+.-]*:\/\//i.test(target)) return true;
  const [host = ""] = hosts;
  return URL.canParse(target) && hostOf(`${new URL(target).protocol}//${host}`) === new URL(target).host;
}

const hostOf = (address: string): string | undefined => (URL.canParse(address) ? new URL(address).host : undefined);
