import type { PostgresPool, PostgresPoolClient } from "kysely";
import type pg from "pg";

/** Statements of ours are templates: few texts, asked again and again. More than this many is a fault of ours. */
const textsMax = 1_000;
const names = new Map<string, string>();

/** A pool whose connections parse and plan each statement once: every text is sent under a name of its own. */
export function preparing(pool: pg.Pool): PostgresPool {
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  return {
    options: pool.options,
    connect: async () => {
      const client = await pool.connect();
      const known = clients.get(client);
      if (known !== undefined) return known;
      const made = preparingClient(client);
      clients.set(client, made);
      return made;
    },
    end: () => pool.end(),
  } as PostgresPool;
}

function preparingClient(client: pg.PoolClient): PostgresPoolClient {
  const query = (text: string, values: unknown[]) => {
    const name = nameOf(text);
    holdTogether(client);
    return client.query(name === undefined ? { text, values } : { name, text, values });
  };
  return { query, release: () => client.release(), processID: undefined } as unknown as PostgresPoolClient;
}

const held = new WeakSet<pg.PoolClient>();

/** What is asked in the same moment leaves in one write: each costs the kernel, and PostgreSQL's process is woken once. */
function holdTogether(client: pg.PoolClient): void {
  if (held.has(client)) return;
  held.add(client);
  const { stream } = client.connection;
  stream.cork();
  process.nextTick(() => {
    held.delete(client);
    stream.uncork();
  });
}

/** Only what plans: transactions and settings stay as they are. */
function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined) return known;
  if (names.size >= textsMax || !/^\s*(select|insert|update|delete|with)\b/i.test(text)) return undefined;
  const name = `guichet_${names.size}`;
  names.set(text, name);
  return name;
}
