import type { PostgresPool, PostgresPoolClient } from "kysely";
import type pg from "pg";

/** Statements are templates, so their number is limited; more than this would be a programming error. */
const textsMax = 1_000;
const names = new Map<string, string>();

/** A pool that sends each statement text as a named prepared statement, so that a connection parses and plans it once. */
export function withPreparedStatements(pool: pg.Pool): PostgresPool {
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  return {
    options: pool.options,
    connect: async () => {
      const client = await pool.connect();
      const known = clients.get(client);
      if (known !== undefined) return known;
      const prepared = preparingClient(client);
      clients.set(client, prepared);
      return prepared;
    },
    end: () => pool.end(),
  } as PostgresPool;
}

function preparingClient(client: pg.PoolClient): PostgresPoolClient {
  const query = (text: string, values: unknown[]) => {
    const name = nameOf(text);
    corkForTick(client);
    return client.query(name === undefined ? { text, values } : { name, text, values });
  };
  return { query, release: () => client.release(), processID: undefined } as unknown as PostgresPoolClient;
}

const corked = new WeakSet<pg.PoolClient>();

/** Sends the statements of one turn of the event loop in one write to the socket. */
function corkForTick(client: pg.PoolClient): void {
  if (corked.has(client)) return;
  corked.add(client);
  const { stream } = client.connection;
  stream.cork();
  process.nextTick(() => {
    corked.delete(client);
    stream.uncork();
  });
}

/** Names only statements that are planned; `begin`, `commit` and `set` get no name. */
function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined) return known;
  if (names.size >= textsMax || !/^\s*(select|insert|update|delete|with)\b/i.test(text)) return undefined;
  const name = `guichet_${names.size}`;
  names.set(text, name);
  return name;
}
