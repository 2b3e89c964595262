const ownPathMax = 500;

/**
 * A path of this part to go on to, or undefined: never another site, whatever a browser or a proxy makes of slashes that
 * are doubled, turned, or written as escapes (§2 guards lead back to the page after). What stands in an address is ASCII; a
 * header would carry nothing else.
 */
export function ownPath(candidate: string | null | undefined): string | undefined {
  if (!candidate || candidate.length > ownPathMax || !/^\/[!-[\]-~]*$/.test(candidate)) return undefined;
  const place = candidate.split(/[?#]/)[0] ?? "";
  if (/\/\/|%(2f|5c|0|1|7f)|(^|\/)\.{1,2}(\/|$)|%2e/i.test(place)) return undefined;
  return candidate;
}
