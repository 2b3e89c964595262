/**
 * Status codes of a failure of the provider, or of our key there: they do not show what happened to the request, and a
 * retry may help.
 */
export const passingStatuses: ReadonlySet<number> = new Set([401, 403, 408, 425, 429]);

/** The content of a response in JSON; undefined for any other. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
