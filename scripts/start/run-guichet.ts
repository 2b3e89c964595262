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

const parentLookMs = 1_000;
const say = (line: string) => console.log(line);

/** What runs, in the order in which it is to be stopped, and the share of the grace that it has for ending. */
const parts: { part: Part | undefined; limitMs: number }[] = [];
let closeDatabase = async (): Promise<void> => undefined;
let stopping: Promise<void> | undefined;

/** How the parts are run: from a build, or from their sources while these change. */
export interface RunMode {
  kind: Kind;
  /** Makes what the pages need before their servers start. */
  prepare(say: (line: string) => void): Promise<unknown>;
  /** Starts a part; `giveUp` is called when it cannot be kept running. */
  keep(plan: PartPlan, say: (line: string) => void, giveUp: () => void): Part;
}

/** Starts the whole installation and runs it until a signal; what goes wrong ends the process with a line that says why. */
export async function runGuichet(mode: RunMode): Promise<void> {
  await start(mode).catch(fail);
}

async function start({ kind, prepare, keep: keepRunning }: RunMode): Promise<void> {
  const begun = performance.now();
  const config = configOfProcess();
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, () => stop(0));
  // Whoever started us, npm or a test, and is gone cannot stop us any more.
  process.on("disconnect", () => stop(0));
  if (config.endWithParent) endWithParent();
  if (!config.demo) checkSettings(await planParts(config, config.databaseUrl, kind));
  const postgres = await openPostgres({
    dataDir: config.dataDir,
    databaseUrl: config.databaseUrl,
    role: "server",
    log: databaseLines(config, say),
    onExit: ({ restarting }) => {
      if (!restarting) stop(1);
    },
  });
  closeDatabase = postgres.close;
  if (stopping !== undefined) return;
  const plans = await planParts(config, postgres.url, kind);
  checkSettings(plans);
  const keep = (plan: PartPlan) => (stopping === undefined ? keepRunning(plan, say, () => stop(1)) : undefined);

  const sandbox = plans.sandbox && keep(plans.sandbox);
  parts.push({ part: sandbox, limitMs: stopGraceMs * 0.2 });
  const prepared = prepareDatabase(postgres.url, config.demo);
  const [networks] = await Promise.all([prepared, prepare(say), sandbox?.ready]);
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
  say(announcement(plans.addresses, networks, plans.logsFolder, (performance.now() - begun) / 1_000));
  process.send?.({ ready: plans.addresses });
}

/** Ends the parts one after the other, so that what is in flight in the first still finds the others, then the database. */
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
  }, parentLookMs).unref();
}

function fail(failure: unknown): void {
  if (stopping !== undefined) return;
  const known = failure instanceof StartRefused || failure instanceof PostgresUnavailable;
  console.error(known ? failure.message : failure);
  stop(1);
}
