/** The headers by which a browser states the origin of a request. */
export interface Begun {
  origin: string | undefined;
  site: string | undefined;
}

/**
 * May this request change something? Only when our own page began it: both headers, where the browser sends them, must
 * say so. A form post of a browser always carries one of them; a caller without either is no browser and has no cookies.
 */
export function mayChange({ origin, site }: Begun, ownOrigin: string): boolean {
  if (origin !== undefined && origin !== ownOrigin) return false;
  if (site !== undefined && site !== "same-origin" && site !== "none") return false;
  return origin !== undefined || site !== undefined;
}
