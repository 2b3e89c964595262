import { parseArgs } from "node:util";
import { openPostgres } from "@guichet/postgres/open-postgres.ts";
import { movableClock } from "../apps/ticket-api/src/clock.ts";
import { connect } from "../apps/ticket-api/src/database/connection.ts";
import type { Database } from "../apps/ticket-api/src/database/database.ts";
import { migrate } from "../apps/ticket-api/src/database/migrate.ts";
import { readOffset } from "../apps/ticket-api/src/jobs/clock-store.ts";
import { type ListedJob, listJobs, retryJobs } from "../apps/ticket-api/src/jobs/failed-job-store.ts";
import { jobDetails } from "../apps/ticket-api/src/jobs/report.ts";
import { endWith, Refused, WrongUse } from "./command.ts";
import { databaseConfig } from "./database-config.ts";

const help = `Jobs: payments looked after, refunds, debits, e-mails, cleaning. A job that fails twenty times in a row (5 hours) is given
up and waits here for a person. That a party outside cannot be reached never counts as a failure.

  npm run jobs -- list [--kind <kind>]       the jobs and e-mails that were given up, with their last error, and who is away
  npm run jobs -- list --waiting [--kind k]  those that wait, soonest first
  npm run jobs -- retry <id>...              begins these anew, now
  npm run jobs -- retry --kind <kind>        all given-up ones of a kind; mail and urgent-mail are e-mails
  npm run jobs -- retry --all                all that were given up
  npm run jobs -- list --json                the list as JSON
  npm run jobs -- --help                     this text

Put the cause right first: the last error says what it is. The running Ticket API takes up what is begun anew within a second.
Uses the database of DATABASE_URL, else our own in DATA_DIR (default ./.data), also while the server runs.
Exit codes: 0 done, 1 refused (nothing was changed), 2 wrong use or no database.`;

const listedMax = 1_000;

await endWith(run);

async function run(): Promise<void> {
  const { values, positionals } = typed();
  if (values.help) return console.log(help);
  const [verb, ...ids] = positionals;
  const { kind, all = false, waiting = false, json = false } = values;
  if (verb === "list" && ids.length === 0 && !all)
    return withDatabase(async (db) => {
      const jobs = await listJobs(db, { kind, waiting, limit: listedMax });
      const { unreachable } = await jobDetails({ db });
      console.log(json ? JSON.stringify({ jobs, unreachable }, null, 2) : told(jobs, waiting, unreachable));
    });
  const ways = [ids.length > 0, kind !== undefined, all].filter(Boolean).length;
  if (verb !== "retry" || ways !== 1 || waiting) throw new WrongUse(help);
  return withDatabase(async (db) => {
    const at = movableClock(await readOffset(db)).iso();
    const count = await db.transaction().execute(async (tx) => {
      const begun = await retryJobs(tx, all ? "all" : kind === undefined ? { ids } : { kind }, at);
      const missing = ids.filter((id) => !begun.some((one) => one.id === id));
      if (missing.length > 0) throw new Refused(`No job ${missing.join(", ")} was given up; nothing was changed.`);
      return begun.length;
    });
    console.log(`begun anew: ${count}`);
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

function told(jobs: readonly ListedJob[], waiting: boolean, unreachable: readonly { party: string; since: string }[]) {
  const lines = jobs.map((job) => {
    const when = job.givenUpAt === null ? `due ${job.dueAt}` : `given up ${job.givenUpAt}`;
    const letter = job.template === null ? job.key : `${job.template} to ${job.recipient}`;
    const error = job.lastError === null ? "" : `\n    ${job.attempts} failures in a row, the last: ${job.lastError}`;
    return `${job.id}  ${job.kind}  ${job.networkId ?? "-"}  ${when}  ${letter}${error}`;
  });
  if (jobs.length === 0) lines.push(waiting ? "No job waits." : "No job was given up.");
  if (jobs.length === listedMax) lines.push(`Only the first ${listedMax} are listed.`);
  for (const { party, since } of unreachable)
    lines.push(`The ${party} cannot be reached since ${since}; what needs it waits.`);
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
