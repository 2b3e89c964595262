/** PostgreSQL error codes that pass: shutdown, start, too many connections, or timeout (Appendix A of its manual). */
const passingStates = /^(?:08|53|57P|40001|40P01|57014|55P03|25006)/;
const unreachable = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ENOENT",
  "ENOTFOUND",
  "EAI_AGAIN",
  "ETIMEDOUT",
  "EHOSTUNREACH",
]);
/** Errors of the driver that have no code. */
const brokenConnection =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|Cannot use a pool after calling end|The server closed the connection)/;

/** Checks whether the database is unavailable, rather than the statement wrong; it may be retried later. */
export function isOutage(failure: unknown): boolean {
  if (!(failure instanceof Error)) return false;
  if (failure instanceof AggregateError && failure.errors.length > 0) return failure.errors.every(isOutage);
  const code = "code" in failure && typeof failure.code === "string" ? failure.code : "";
  const isDatabase = "severity" in failure || "syscall" in failure;
  if (isDatabase && (unreachable.has(code) || passingStates.test(code))) return true;
  return brokenConnection.test(failure.message);
}
