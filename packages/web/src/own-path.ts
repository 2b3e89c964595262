const ownPathMax = 500;

/**
 * Returns a path of this app for a redirect, or undefined: never another site, whatever a browser or a proxy makes of doubled,
 * reversed or escaped slashes (§2 guards redirect to the original page). Only ASCII, as required in a
 * header.
 */
export function ownPath(candidate: string | null | undefined): string | undefined {
  if (!candidate || candidate.length > ownPathMax || !/^\/[!-[\]-~]*$/.test(candidate)) return undefined;
  const place = candidate.split(/[?#]/)[0] ?? "";
  if (/\/\/|%(2f|5c|0|1|7f)|(^|\/)\.{1,2}(\/|$)|%2e/i.test(place)) return undefined;
  return candidate;
}
