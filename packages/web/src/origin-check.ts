/** Headers in which a browser states the origin of a request. */
export interface Begun {
  origin: string | undefined;
  site: string | undefined;
}

/**
 * Whether a request may change something: only if it comes from our own page, by both headers where the browser sends them. A form
 * post of a browser always has one of them; a caller without either is not a browser and has no cookies.
 */
export function mayChange({ origin, site }: Begun, ownOrigin: string): boolean {
  if (origin !== undefined && origin !== ownOrigin) return false;
  if (site !== undefined && site !== "same-origin" && site !== "none") return false;
  return origin !== undefined || site !== undefined;
}
