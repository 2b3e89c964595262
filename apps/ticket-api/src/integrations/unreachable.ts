/** Parties outside this process without which some jobs cannot be done. */
export const parties = ["payment-provider", "bank", "mail-server", "identity-provider", "database"] as const;
export type Party = (typeof parties)[number];

/**
 * The other side cannot be reached, or says that it cannot answer now: nothing is known about what was asked, and asking again
 * is right, however long it takes. A job that fails with it is never counted as failed (decision 086).
 */
export class Unreachable extends Error {
  readonly party: Party;
  /** The party answers, but could not do this one thing now: others need not wait for it. */
  readonly onlyThis: boolean;

  constructor(party: Party, message: string, options: ErrorOptions & { onlyThis?: boolean } = {}) {
    super(message, options);
    this.party = party;
    this.onlyThis = options.onlyThis ?? false;
  }
}

const causesMax = 5;

/** What could not be reached, when an error or one of its causes says so; undefined for every real failure. */
export function unreachableIn(error: unknown): Pick<Unreachable, "party" | "onlyThis"> | undefined {
  for (let each = error, depth = 0; each instanceof Error && depth < causesMax; each = each.cause, depth += 1) {
    if (each instanceof Unreachable) return each;
    if (isConnectionLost(each)) return { party: "database", onlyThis: false };
  }
  return undefined;
}

/** The party that could not be reached. */
export const unreachableParty = (error: unknown): Party | undefined => unreachableIn(error)?.party;

/** Every other connection is wrapped by its adapter: what comes bare from the network is the database's. */
function isConnectionLost(error: Error): boolean {
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  // A socket that is not there; of a file that is not there the code is the same.
  if (code === "ENOENT") return "syscall" in error && error.syscall === "connect";
  return connectionCodes.has(code) || code.startsWith("08") || connectionMessages.test(error.message);
}

/** Of PostgreSQL (class 57: it shuts down, crashed or starts; 53300: it has no connection to spare) and of the socket to it. */
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
/** The driver's own words, which have no code. */
const connectionMessages =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;
