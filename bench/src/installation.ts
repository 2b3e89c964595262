import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openPostgres } from "@guichet/postgres/open-postgres.ts";
import { type Connection, connect } from "../../apps/ticket-api/src/database/connection.ts";
import { migrate } from "../../apps/ticket-api/src/database/migrate.ts";
import { saveClient } from "../../apps/ticket-api/src/http/client-store.ts";
import { recordInstallation } from "../../apps/ticket-api/src/installation/installation-store.ts";
import { importPack } from "../../apps/ticket-api/src/networks/import.ts";
import { readPackFolder } from "../../apps/ticket-api/src/networks/pack-folder.ts";
import { memoryEnvironment, memoryFlags } from "../../scripts/start/memory.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));

export interface Installation {
  apiUrl: string;
  shopUrl: string;
  sandboxUrl: string;
  connection: Connection;
  pid: { api: number; shop: number; sandbox: number; database: number };
  stop(): Promise<void>;
}

/** Starts an installation on free ports and in its own folder, with durable writes, as `npm start` does. */
export async function startInstallation(options: { shop: boolean }): Promise<Installation> {
  const dataDir = await mkdtemp(join(tmpdir(), "guichet-bench-"));
  const postgres = await openPostgres({ dataDir, role: "server" });
  const connection = connect(postgres.url, 4, () => undefined);
  await migrate(connection.pool);
  await recordInstallation(connection.db, "demo");
  for (const network of ["demo", "zones", "bare"]) {
    const reading = await readPackFolder(join(root, "networks", network));
    if (!reading.ok) throw new Error(`Pack ${network} cannot be read`);
    const imported = await importPack(connection.db, reading.pack, new Date().toISOString());
    if (!imported.ok) throw new Error(`Pack ${network} cannot be imported`);
  }
  await importSixty(connection);
  await saveClient(connection.db, {
    id: "shop",
    key: "guichet-demo-key",
    rights: [],
    replayProtection: false,
    networks: ["demo", "zones", "bare", "sixty"],
  });
  const [shopPort, apiPort, sandboxPort, smtpPort] = await freePorts(4);
  const environment = {
    ...process.env,
    NODE_ENV: "production",
    GUICHET_DEMO: "1",
    DATABASE_URL: postgres.url,
    DATA_DIR: dataDir,
    LOG_LEVEL: "warn",
    API_PORT: String(apiPort),
    SHOP_PORT: String(shopPort),
    SANDBOX_PORT: String(sandboxPort),
    SANDBOX_SMTP_PORT: String(smtpPort),
    API_URL: `http://127.0.0.1:${apiPort}`,
    SHOP_PUBLIC_URL: `http://localhost:${shopPort}`,
    SANDBOX_URL: `http://127.0.0.1:${sandboxPort}`,
    SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
    DEFAULT_NETWORK: "sixty",
    GUICHET_DEMO_ORDERS: "0",
  };
  const sandbox = await started("apps/sandbox/src/main.ts", environment);
  const api = await started("apps/ticket-api/src/main.ts", environment);
  const shop = options.shop ? await started("apps/shop/server/main.ts", environment) : undefined;
  return {
    apiUrl: environment.API_URL,
    shopUrl: `http://localhost:${shopPort}`,
    sandboxUrl: environment.SANDBOX_URL,
    connection,
    pid: { api: api.pid ?? 0, shop: shop?.pid ?? 0, sandbox: sandbox.pid ?? 0, database: await firstOf(dataDir) },
    stop: async () => {
      await Promise.all([sandbox, api, ...(shop ? [shop] : [])].map(ended));
      await connection.close();
      await postgres.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** PostgreSQL's first process. */
async function firstOf(dataDir: string): Promise<number> {
  return Number.parseInt(await readFile(join(dataDir, "postgres", "postmaster.pid"), "utf8"), 10);
}

/** Imports a network of 60 products, the size that the figures refer to: the demo's articles, repeated. */
async function importSixty(connection: Connection): Promise<void> {
  const reading = await readPackFolder(join(root, "networks", "demo"));
  if (!reading.ok) throw new Error("The demo pack cannot be read");
  const { pack } = reading;
  const sold = pack.catalogue.articles.filter((article) => article.tags.length === 0 && article.products.length === 0);
  const articles = Array.from({ length: 60 }, (_, place) => {
    const article = sold[place % sold.length];
    if (article === undefined) throw new Error("The demo sells nothing");
    if (place < sold.length) return article;
    // A copy has the zone and audience of its original, so it cannot be in the same group.
    const { group: ofOriginal, ...copy } = article;
    return { ...copy, id: `${article.id}-${place}` };
  });
  const named = new Set(articles.map((article) => article.id));
  const whole = articles.map((article) => ({
    ...article,
    options: article.options.filter((option) => named.has(option)),
  }));
  const imported = await importPack(
    connection.db,
    {
      ...pack,
      network: { ...pack.network, id: "sixty", domains: ["sixty.localhost"] },
      catalogue: { ...pack.catalogue, articles: whole },
      vouchers: { vouchers: [] },
    },
    new Date().toISOString(),
  );
  if (!imported.ok) throw new Error(`The network of 60 cannot be imported: ${JSON.stringify(imported.faults)}`);
}

/** Starts a program and waits until it reports that it is ready. */
export async function started(file: string, environment: NodeJS.ProcessEnv): Promise<ChildProcess> {
  const child = fork(join(root, file), {
    env: { ...memoryEnvironment, ...environment },
    execArgv: [...memoryFlags],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  await Promise.race([
    once(child, "message"),
    once(child, "exit").then(() => {
      throw new Error(`${file} did not start`);
    }),
  ]);
  return child;
}

export async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const exit = once(child, "exit");
  child.kill("SIGTERM");
  await exit;
}

export async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = createServer().listen(0, "127.0.0.1");
      await once(server, "listening");
      return server;
    }),
  );
  const ports = servers.map((server) => (server.address() as { port: number }).port);
  await Promise.all(servers.map((server) => new Promise((closed) => server.close(closed))));
  return ports;
}
