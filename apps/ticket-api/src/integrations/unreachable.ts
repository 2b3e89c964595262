/** Outside parties that some jobs need. */
export const parties = [
  "payment-provider",
  "bank",
  "mail-server",
  "identity-provider",
  "apple-push",
  "google-wallet",
  "database",
] as const;
export type Party = (typeof parties)[number];

export type UnreachableOptions = ErrorOptions & { onlyThis?: boolean };

/**
 * The other party cannot be reached, or is temporarily unavailable. The outcome of the request is unknown, and a retry is right, however
 * long it takes. A job that fails with it is never counted as failed (decision 086).
 */
export class Unreachable extends Error {
  readonly party: Party;
  /** The party is reachable, but could not do this one thing now: other jobs need not wait for it. */
  readonly onlyThis: boolean;

  constructor(party: Party, message: string, options: UnreachableOptions = {}) {
    super(message, options);
    this.party = party;
    this.onlyThis = options.onlyThis ?? false;
  }
}

const causesMax = 5;

/** The unreachable party that an error or one of its causes names; undefined for a real failure. */
export function unreachableIn(error: unknown): Pick<Unreachable, "party" | "onlyThis"> | undefined {
  for (let each = error, depth = 0; each instanceof Error && depth < causesMax; each = each.cause, depth += 1) {
    if (each instanceof Unreachable) return each;
    if (isConnectionLost(each)) return { party: "database", onlyThis: false };
  }
  return undefined;
}

/** The party that could not be reached. */
export const unreachableParty = (error: unknown): Party | undefined => unreachableIn(error)?.party;

/** All other connections are wrapped by their adapters: a bare network error comes from the database. */
function isConnectionLost(error: Error): boolean {
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  // A missing socket; a missing file has the same code.
  if (code === "ENOENT") return "syscall" in error && error.syscall === "connect";
  return connectionCodes.has(code) || code.startsWith("08") || connectionMessages.test(error.message);
}

/** PostgreSQL codes (class 57: shutdown, crash or start; 53300: too many connections) and codes of its socket. */
const connectionCodes: ReadonlySet<string> = new Set([
  "57P01",
  "57P02",
  "57P03",
  "53300",
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ENOTFOUND",
  "EAI_AGAIN",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENETUNREACH",
]);
/** Messages of the driver that have no code. */
const connectionMessages =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;
