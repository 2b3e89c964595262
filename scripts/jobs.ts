import { parseArgs } from "node:util";
import { openPostgres } from "@guichet/postgres/open-postgres.ts";
import { movableClock } from "../apps/ticket-api/src/clock.ts";
import { connect } from "../apps/ticket-api/src/database/connection.ts";
import type { Database } from "../apps/ticket-api/src/database/database.ts";
import { migrate } from "../apps/ticket-api/src/database/migrate.ts";
import { readOffset } from "../apps/ticket-api/src/jobs/clock-store.ts";
import { type ListedJob, listJobs, retryJobs } from "../apps/ticket-api/src/jobs/failed-job-store.ts";
import { jobDetails } from "../apps/ticket-api/src/jobs/report.ts";
import { exitWith, Refused, WrongUse } from "./command.ts";
import { databaseConfig } from "./database-config.ts";

const help = `Jobs: payment checks, refunds, debits, e-mails, cleaning. A job that fails twenty times in a row (5 hours) is given up,
and stays in the list until it is retried. An unreachable outside party never counts as a failure.

  npm run jobs -- list [--kind <kind>]       given-up jobs and e-mails with their last error, and unreachable parties
  npm run jobs -- list --waiting [--kind k]  waiting jobs, soonest first
  npm run jobs -- retry <id>...              retries these now
  npm run jobs -- retry --kind <kind>        retries all given-up jobs of a kind; mail and urgent-mail are e-mails
  npm run jobs -- retry --all                retries all given-up jobs
  npm run jobs -- list --json                the list as JSON
  npm run jobs -- --help                     this text

Fix the cause first: see the last error. The running Ticket API starts retried jobs within a second.
Uses the database at DATABASE_URL, otherwise the local one in DATA_DIR (default ./.data), also while the server runs.
Exit codes: 0 done, 1 refused (nothing was changed), 2 wrong use or no database.`;

const listedMax = 1_000;

await exitWith(run);

async function run(): Promise<void> {
  const { values, positionals } = typed();
  if (values.help) return console.log(help);
  const [verb, ...ids] = positionals;
  const { kind, all = false, waiting = false, json = false } = values;
  if (verb === "list" && ids.length === 0 && !all)
    return withDatabase(async (db) => {
      const jobs = await listJobs(db, { kind, waiting, limit: listedMax });
      const { unreachable } = await jobDetails({ db });
      console.log(json ? JSON.stringify({ jobs, unreachable }, null, 2) : listing(jobs, waiting, unreachable));
    });
  const ways = [ids.length > 0, kind !== undefined, all].filter(Boolean).length;
  if (verb !== "retry" || ways !== 1 || waiting) throw new WrongUse(help);
  return withDatabase(async (db) => {
    const at = movableClock(await readOffset(db)).iso();
    const count = await db.transaction().execute(async (tx) => {
      const retried = await retryJobs(tx, all ? "all" : kind === undefined ? { ids } : { kind }, at);
      const missing = ids.filter((id) => !retried.some((one) => one.id === id));
      if (missing.length > 0) throw new Refused(`No job ${missing.join(", ")} was given up; nothing was changed.`);
      return retried.length;
    });
    console.log(`retried: ${count}`);
  });
}

function typed() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        help: { type: "boolean", short: "h" },
        all: { type: "boolean" },
        waiting: { type: "boolean" },
        json: { type: "boolean" },
        kind: { type: "string" },
      },
    });
  } catch (error) {
    throw new WrongUse(`${error instanceof Error ? error.message : String(error)}\n\n${help}`);
  }
}

function listing(
  jobs: readonly ListedJob[],
  waiting: boolean,
  unreachable: readonly { party: string; since: string }[],
) {
  const lines = jobs.map((job) => {
    const when = job.givenUpAt === null ? `due ${job.dueAt}` : `given up ${job.givenUpAt}`;
    const subject = job.template === null ? job.key : `${job.template} to ${job.recipient}`;
    const error = job.lastError === null ? "" : `\n    ${job.attempts} failures in a row, the last: ${job.lastError}`;
    return `${job.id}  ${job.kind}  ${job.networkId ?? "-"}  ${when}  ${subject}${error}`;
  });
  if (jobs.length === 0) lines.push(waiting ? "No job waits." : "No job was given up.");
  if (jobs.length === listedMax) lines.push(`Only the first ${listedMax} are listed.`);
  for (const { party, since } of unreachable)
    lines.push(`The ${party} has been unreachable since ${since}; its jobs wait.`);
  return lines.join("\n");
}

async function withDatabase(work: (db: Database) => Promise<void>): Promise<void> {
  const postgres = await openPostgres({ ...databaseConfig(), role: "command" });
  try {
    const connection = connect(postgres.url, 2, () => undefined);
    try {
      await migrate(connection.pool);
      await work(connection.db);
    } finally {
      await connection.close();
    }
  } finally {
    await postgres.close();
  }
}
