import { codeOf, firstLineOf, PostgresUnavailable } from "./postgres-unavailable.ts";
import { askServer, connected, type ServerAnswer } from "./store.ts";
import { until } from "./waiting.ts";

const oldestVersionNumber = 150_000;
const connectLimitMs = 10_000;
/** How long to wait for a server that is starting. */
const startingLimitMs = 30_000;
const stillStarting = "57P03";

/** Checks that the PostgreSQL of `DATABASE_URL` responds, has version 15 or later and uses UTF-8. */
export async function checkConfiguredServer(databaseUrl: string): Promise<void> {
  const where = withoutSecrets(databaseUrl);
  let failure: unknown;
  const answer = await until(startingLimitMs, async () => {
    try {
      return await ask(databaseUrl);
    } catch (refusal) {
      failure = refusal;
      if (codeOf(refusal) === stillStarting) return undefined;
      throw new PostgresUnavailable(`the database of DATABASE_URL (${where}) cannot be used: ${reason(refusal)}`);
    }
  });
  if (answer === undefined)
    throw new PostgresUnavailable(`the database of DATABASE_URL (${where}) is still starting: ${reason(failure)}`);
  if (answer.versionNumber < oldestVersionNumber)
    throw new PostgresUnavailable(
      `the database of DATABASE_URL (${where}) is PostgreSQL ${answer.version}, and 15 or later is needed`,
    );
  if (answer.encoding !== "UTF8")
    throw new PostgresUnavailable(
      `the database of DATABASE_URL (${where}) keeps text as ${answer.encoding}, and UTF8 is needed`,
    );
}

function ask(databaseUrl: string): Promise<ServerAnswer> {
  return connected({ connectionString: databaseUrl, connectionTimeoutMillis: connectLimitMs }, askServer);
}

const reasons: Record<string, string> = {
  ECONNREFUSED: "nothing answers there",
  ENOENT: "there is no such socket",
  ENOTFOUND: "its host is unknown",
  EACCES: "its socket may not be opened",
  ERR_INVALID_URL: "it is not an address like postgresql://user:password@host:5432/name",
};

function reason(failure: unknown): string {
  return reasons[codeOf(failure) ?? ""] ?? firstLineOf(failure);
}

/** The address without password and parameters, which can contain one. */
function withoutSecrets(databaseUrl: string): string {
  if (!URL.canParse(databaseUrl)) return "not readable as an address";
  const address = new URL(databaseUrl);
  const folder = address.searchParams.get("host");
  return `${address.protocol}//${address.host}${address.pathname}${folder === null ? "" : ` in ${folder}`}`;
}
