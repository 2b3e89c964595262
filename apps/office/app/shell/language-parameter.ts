/** Names the language of a page in its address: in the link of an invitation, which the person opens before they ever signed in. */
export const languageParameter = "lang";

/** A query without the language, for a page whose language is chosen otherwise. */
export function withoutLanguage(search: string): string {
  const query = new URLSearchParams(search);
  query.delete(languageParameter);
  return query.size === 0 ? "" : `?${query}`;
}
