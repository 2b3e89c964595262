/** The database cannot be used. `message` is one line for the person who starts it; it never holds a password. */
export class PostgresUnavailable extends Error {
  override readonly name = "PostgresUnavailable";
}

/** The code that Node, the system or PostgreSQL gave to a failure, if any. */
export function codeOf(failure: unknown): string | undefined {
  if (!(failure instanceof Error) || !("code" in failure)) return undefined;
  return typeof failure.code === "string" ? failure.code : undefined;
}

/** The first line of a failure's own words. */
export function firstLineOf(failure: unknown): string {
  const text = failure instanceof Error ? failure.message || codeOf(failure) || failure.name : String(failure);
  return text.split("\n", 1)[0] ?? text;
}
