import { parseArgs } from "node:util";
import { monthEnd } from "../apps/ticket-api/src/audit/month-end.ts";
import { describeMonthEnd } from "../apps/ticket-api/src/audit/month-end-report.ts";
import { networkRegistry } from "../apps/ticket-api/src/network-registry/registry.ts";
import { exitWith, Refused, WrongUse } from "./command.ts";
import { withDatabase } from "./command-database.ts";

const help = `What each network sold, credited, took, paid back and owes in a calendar month, from the invoices and the ledger.

  npm run month-end -- 2026-10                     a readable report of October 2026, of all networks
  npm run month-end -- 2026-10 --network demo      the same, of one network
  npm run month-end -- 2026-10 --json              the same as JSON, amounts in minor units
  npm run month-end -- --help                      this text

A month begins and ends at midnight in the network's time zone. Changes nothing, and may run while the shop is running.
Uses the database at DATABASE_URL, otherwise the local one in DATA_DIR (default ./.data). Exit codes: 0 ledger and documents agree,
1 differences or an unknown network, 2 wrong use or no database.`;

await exitWith(run);

async function run(): Promise<void> {
  const { values, positionals } = typed();
  if (values.help) return console.log(help);
  const [month, ...rest] = positionals;
  if (month === undefined || rest.length > 0) throw new WrongUse(help);
  if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(month)) throw new WrongUse(`${month} is not a month: write 2026-10.`);
  await withDatabase("read", async ({ db }) => {
    const networks = networkRegistry(db);
    const all = await networks.ids();
    const { network: only } = values;
    if (only !== undefined && !all.includes(only)) throw new Refused(`There is no network ${only}: ${all.join(", ")}.`);
    const reports = [];
    for (const id of only === undefined ? all : [only]) {
      const network = await networks.get(id);
      if (network === undefined) continue;
      const { timeZone, currency } = network.definition;
      reports.push(await monthEnd(db, { id, timeZone, currency }, month));
    }
    const plain = reports.map(({ opening, closing, ...report }) => ({
      ...report,
      opening: Object.fromEntries(opening),
      closing: Object.fromEntries(closing),
    }));
    console.log(values.json ? JSON.stringify(plain, null, 2) : reports.map(describeMonthEnd).join("\n\n"));
    if (reports.some(({ differences }) => differences.length > 0)) process.exitCode = 1;
  });
}

function typed() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: { help: { type: "boolean", short: "h" }, network: { type: "string" }, json: { type: "boolean" } },
    });
  } catch (error) {
    throw new WrongUse(`${error instanceof Error ? error.message : String(error)}\n\n${help}`);
  }
}
