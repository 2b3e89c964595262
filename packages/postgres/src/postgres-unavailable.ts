/** The database cannot be used. `message` is one line for the operator and never contains a password. */
export class PostgresUnavailable extends Error {
  override readonly name = "PostgresUnavailable";
}

/** Error code of Node, the system or PostgreSQL, if any. */
export function codeOf(failure: unknown): string | undefined {
  if (!(failure instanceof Error) || !("code" in failure)) return undefined;
  return typeof failure.code === "string" ? failure.code : undefined;
}

/** First line of an error's message. */
export function firstLineOf(failure: unknown): string {
  const text = failure instanceof Error ? failure.message || codeOf(failure) || failure.name : String(failure);
  return text.split("\n", 1)[0] ?? text;
}
