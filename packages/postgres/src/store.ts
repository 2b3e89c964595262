import { Client, type ClientConfig, escapeIdentifier } from "pg";

/** Version and encoding of a server. */
export type ServerAnswer = { versionNumber: number; version: string; encoding: string };

/** Runs `act` with one connection. */
export async function connected<T>(config: ClientConfig, act: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client(config);
  // PostgreSQL may end an idle connection, which must not end the process.
  client.on("error", () => undefined);
  try {
    await client.connect();
    return await act(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

export async function askServer(client: Client): Promise<ServerAnswer> {
  const { rows } = await client.query<ServerAnswer>(
    `select current_setting('server_version_num')::int as "versionNumber",
            current_setting('server_version') as version,
            current_setting('server_encoding') as encoding`,
  );
  const [answer] = rows;
  if (answer === undefined) throw new Error("the server returned no version");
  return answer;
}

export async function hasDatabase(client: Client, name: string): Promise<boolean> {
  const { rowCount } = await client.query("select 1 from pg_database where datname = $1", [name]);
  return rowCount === 1;
}

export async function insertDatabase(client: Client, name: string, template: string | undefined): Promise<void> {
  // A file copy writes no WAL: a third of the work for a template of some megabytes.
  const from = template === undefined ? "" : ` template ${escapeIdentifier(template)} strategy file_copy`;
  await client.query(`create database ${escapeIdentifier(name)}${from}`);
}

export async function deleteDatabase(client: Client, name: string): Promise<void> {
  await client.query(`drop database if exists ${escapeIdentifier(name)} with (force)`);
}
