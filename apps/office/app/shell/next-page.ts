/** The query of a list's next page: the filter of this one, without the confirmation of the last action. */
export function nextPage(query: URLSearchParams, list: string, cursor: string | undefined): URLSearchParams {
  const next = new URLSearchParams(query);
  for (const name of ["done", "count", "item", "by"]) next.delete(name);
  if (cursor !== undefined) next.set(list, cursor);
  return next;
}
