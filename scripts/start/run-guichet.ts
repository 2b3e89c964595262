import { stopGraceMs } from "@guichet/contract/limits/process-limits.ts";
import { openPostgres } from "@guichet/postgres/open-postgres.ts";
import { PostgresUnavailable } from "@guichet/postgres/postgres-unavailable.ts";
import { announcement } from "./announcement.ts";
import { configOfProcess, StartRefused } from "./config.ts";
import { prepareDatabase } from "./demo-content.ts";
import { databaseLines } from "./logs.ts";
import type { Part, PartPlan } from "./part.ts";
import { type Kind, planParts } from "./parts.ts";
import { checkSettings } from "./settings.ts";

const parentPollMs = 1_000;
const print = (line: string) => console.log(line);

/** The running parts in the order in which they are stopped, each with its share of the grace period. */
const parts: { part: Part | undefined; limitMs: number }[] = [];
let closeDatabase = async (): Promise<void> => undefined;
let stopping: Promise<void> | undefined;

/** How the parts are run: from a build, or from changing sources. */
export interface RunMode {
  kind: Kind;
  /** Prepares what the pages need before their servers start. */
  prepare(print: (line: string) => void): Promise<unknown>;
  /** Starts a part; `giveUp` is called when it cannot be kept running. */
  keep(plan: PartPlan, print: (line: string) => void, giveUp: () => void): Part;
}

/** Starts the whole installation and runs it until a signal; an error ends the process with a line that explains it. */
export async function runGuichet(mode: RunMode): Promise<void> {
  await start(mode).catch(fail);
}

async function start({ kind, prepare, keep: keepRunning }: RunMode): Promise<void> {
  const startedAt = performance.now();
  const config = configOfProcess();
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, () => stop(0));
  // Without the process that started it, npm or a test, nothing else can stop it.
  process.on("disconnect", () => stop(0));
  if (config.endWithParent) endWithParent();
  if (!config.demo) checkSettings(await planParts(config, config.databaseUrl, kind));
  const postgres = await openPostgres({
    dataDir: config.dataDir,
    databaseUrl: config.databaseUrl,
    role: "server",
    log: databaseLines(config, print),
    onExit: ({ restarting }) => {
      if (!restarting) stop(1);
    },
  });
  closeDatabase = postgres.close;
  if (stopping !== undefined) return;
  const plans = await planParts(config, postgres.url, kind);
  checkSettings(plans);
  const keep = (plan: PartPlan) => (stopping === undefined ? keepRunning(plan, print, () => stop(1)) : undefined);

  const sandbox = plans.sandbox && keep(plans.sandbox);
  parts.push({ part: sandbox, limitMs: stopGraceMs * 0.2 });
  const prepared = prepareDatabase(postgres.url, config.demo);
  const [networks] = await Promise.all([prepared, prepare(print), sandbox?.ready]);
  const api = keep(plans.api);
  const shop = keep(plans.shop);
  const office = keep(plans.office);
  parts.unshift(
    { part: office, limitMs: stopGraceMs * 0.2 },
    { part: shop, limitMs: stopGraceMs * 0.3 },
    { part: api, limitMs: stopGraceMs * 0.3 },
  );
  await Promise.all([api?.ready, shop?.ready, office?.ready]);
  if (stopping !== undefined) return;
  print(announcement(plans.addresses, networks, plans.logsFolder, (performance.now() - startedAt) / 1_000));
  process.send?.({ ready: plans.addresses });
}

/** Stops the parts one after the other, so that requests in progress in one part still reach the others, then the database. */
function stop(code: number): void {
  stopping ??= (async () => {
    for (const { part, limitMs } of parts) await part?.stop(limitMs);
    await closeDatabase();
  })().finally(() => process.exit(code));
}

function endWithParent(): void {
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) stop(0);
  }, parentPollMs).unref();
}

function fail(failure: unknown): void {
  if (stopping !== undefined) return;
  const known = failure instanceof StartRefused || failure instanceof PostgresUnavailable;
  console.error(known ? failure.message : failure);
  stop(1);
}
