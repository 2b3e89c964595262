import { codeOf } from "./postgres-unavailable.ts";
import { connected, deleteDatabase, insertDatabase } from "./store.ts";
import { until } from "./waiting.ts";

const connectLimitMs = 10_000;
const templateFreeLimitMs = 30_000;
/** PostgreSQL truncates longer names silently, so that two names could denote one database. */
const longestNameBytes = 63;
const templateInUse = "55006";

/**
 * Returns the address of another database on the same server. Accepts every form of address of the `pg` library:
 * host and port, `?host=/folder` and `socket:/folder?db=name`.
 */
export function databaseUrlFor(url: string, name: string): string {
  const address = parseUrl(url);
  if (address.protocol === "socket:") address.searchParams.set("db", name);
  else address.pathname = `/${encodeURIComponent(name)}`;
  return address.href;
}

/** Address of our own PostgreSQL, valid for `pg`, libpq's programs and `new URL`. */
export function socketUrl(socketFolder: string, name: string): string {
  return `postgresql://guichet@localhost/${encodeURIComponent(name)}?host=${encodeURIComponent(socketFolder)}`;
}

/**
 * Creates a database on the server of `url`, as a copy of `template` if given. Waits up to 30 s for connections to the
 * template to close; fails as PostgreSQL does (name taken, no permission).
 */
export async function createDatabase(url: string, name: string, template?: string): Promise<void> {
  checkName(name);
  const config = { connectionString: besides(url, template), connectionTimeoutMillis: connectLimitMs };
  await connected(config, async (client) => {
    let failure: unknown;
    const made = await until(templateFreeLimitMs, async () => {
      try {
        await insertDatabase(client, name, template);
        return true;
      } catch (refusal) {
        if (codeOf(refusal) !== templateInUse) throw refusal;
        failure = refusal;
        return undefined;
      }
    });
    if (made === undefined) throw failure;
  });
}

/** Drops a database and closes its connections; does nothing if it does not exist. */
export async function dropDatabase(url: string, name: string): Promise<void> {
  checkName(name);
  const config = { connectionString: besides(url, name), connectionTimeoutMillis: connectLimitMs };
  await connected(config, (client) => deleteDatabase(client, name));
}

/** Address of another database, for copying or dropping: this is not possible from inside the database. */
function besides(url: string, busy: string | undefined): string {
  return databaseNameIn(url) === busy ? databaseUrlFor(url, "postgres") : url;
}

function databaseNameIn(url: string): string | undefined {
  const address = parseUrl(url);
  if (address.protocol === "socket:") return address.searchParams.get("db") ?? undefined;
  return decodeURIComponent(address.pathname.slice(1)) || undefined;
}

/** Parses an address. `user@/name` is usual with a socket, but `URL` requires a host; `?host=` takes precedence over it. */
function parseUrl(url: string): URL {
  return new URL(URL.canParse(url) ? url : url.replace("@/", "@localhost/"));
}

function checkName(name: string): void {
  const bytes = Buffer.byteLength(name);
  if (bytes === 0 || bytes > longestNameBytes)
    throw new RangeError(`a database's name has 1 to ${longestNameBytes} bytes, not ${bytes}: ${name}`);
}
