import { codeOf } from "./postgres-unavailable.ts";
import { connected, deleteDatabase, insertDatabase } from "./store.ts";
import { until } from "./waiting.ts";

const connectLimitMs = 10_000;
const templateFreeLimitMs = 30_000;
/** PostgreSQL cuts longer names silently, so that two names could mean one database. */
const longestNameBytes = 63;
const templateInUse = "55006";

/**
 * The same server's address with another database. Takes every form of address that the `pg` library takes:
 * host and port, `?host=/folder` and `socket:/folder?db=name`.
 */
export function databaseUrlFor(url: string, name: string): string {
  const address = parseUrl(url);
  if (address.protocol === "socket:") address.searchParams.set("db", name);
  else address.pathname = `/${encodeURIComponent(name)}`;
  return address.href;
}

/** The address of our own PostgreSQL: understood by `pg`, by libpq's programs and by `new URL`. */
export function socketUrl(socketFolder: string, name: string): string {
  return `postgresql://guichet@localhost/${encodeURIComponent(name)}?host=${encodeURIComponent(socketFolder)}`;
}

/**
 * Makes a database on the server of `url`, as a copy of `template` when given. Waits up to 30 s while somebody is
 * still connected to the template; refuses as PostgreSQL does (name taken, no right).
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

/** Removes a database and ends the connections to it; nothing happens when there is none. */
export async function dropDatabase(url: string, name: string): Promise<void> {
  checkName(name);
  const config = { connectionString: besides(url, name), connectionTimeoutMillis: connectLimitMs };
  await connected(config, (client) => deleteDatabase(client, name));
}

/** A database cannot be copied or dropped from inside: go in through `postgres` then. */
function besides(url: string, busy: string | undefined): string {
  return databaseNameIn(url) === busy ? databaseUrlFor(url, "postgres") : url;
}

function databaseNameIn(url: string): string | undefined {
  const address = parseUrl(url);
  if (address.protocol === "socket:") return address.searchParams.get("db") ?? undefined;
  return decodeURIComponent(address.pathname.slice(1)) || undefined;
}

/** `user@/name` is usual with a socket, but an address needs a host to be parsed; `?host=` goes before it. */
function parseUrl(url: string): URL {
  return new URL(URL.canParse(url) ? url : url.replace("@/", "@localhost/"));
}

function checkName(name: string): void {
  const bytes = Buffer.byteLength(name);
  if (bytes === 0 || bytes > longestNameBytes)
    throw new RangeError(`a database's name has 1 to ${longestNameBytes} bytes, not ${bytes}: ${name}`);
}
