type Header = string | readonly string[] | undefined;

/** What proxies add, one or the other of them. */
const forwardingHeaders = ["forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip"];

/** Did a proxy pass this request on? Then the machine at the other end of the connection is not who asks. */
export const isForwarded = (headers: Readonly<Record<string, Header>>): boolean =>
  forwardingHeaders.some((name) => headers[name] !== undefined);

/**
 * Does the head name one host? Not when `Host` comes twice, or differs from the host of an absolute target: then a proxy and we
 * would each believe another one. `rawHeaders`: names and values in turn, as they came.
 */
export function namesOneHost(rawHeaders: readonly string[], target: string): boolean {
  const hosts = rawHeaders.filter((_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === "host");
  if (hosts.length > 1) return false;
  if (!/^[a-z][a-z\d+.-]*:\/\//i.test(target)) return true;
  const [host = ""] = hosts;
  return URL.canParse(target) && hostOf(`${new URL(target).protocol}//${host}`) === new URL(target).host;
}

const hostOf = (address: string): string | undefined => (URL.canParse(address) ? new URL(address).host : undefined);
