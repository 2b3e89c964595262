import { open, rename } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import { addMonths, dayIn } from "@guichet/rules/dates/days.ts";
import { settingsOfMonth } from "../../apps/ticket-api/src/finance/closing.ts";
import { fecFile, fecName } from "../../apps/ticket-api/src/finance/fec-file.ts";
import { journalOf } from "../../apps/ticket-api/src/finance/journal.ts";
import { csvName, journalCsv } from "../../apps/ticket-api/src/finance/journal-csv.ts";
import { networkRegistry } from "../../apps/ticket-api/src/network-registry/registry.ts";
import { exitWith, Refused, WrongUse } from "../command.ts";
import { withDatabase } from "../command-database.ts";

const help = `The accounting journal of a network's month as FEC and CSV, written into a folder: the files that the office offers under Finance.

  npm run journal -- 2026-10 --network demo --to exports    the journal of October 2026
  npm run journal -- last --network demo --to exports       that of the last month that is over, for a scheduled task
  npm run journal -- --help                                 this text

A file has its name once it is complete, and replaces one of the same name. Changes nothing else, and may run while the shop is running.
Uses the database at DATABASE_URL, otherwise the local one in DATA_DIR (default ./.data). Exit codes: 0 written, 1 an unknown network or
a folder that cannot be written to, 2 wrong use or no database.`;

await exitWith(run);

async function run(): Promise<void> {
  const { values, positionals } = typed();
  if (values.help) return console.log(help);
  const [word, ...rest] = positionals;
  const { network: id, to } = values;
  if (word === undefined || rest.length > 0 || id === undefined || to === undefined) throw new WrongUse(help);
  if (!/^(last|\d{4}-(0[1-9]|1[0-2]))$/.test(word))
    throw new WrongUse(`${word} is not a month: write 2026-10, or last.`);
  await withDatabase("read", async ({ db, clock }) => {
    const networks = networkRegistry(db);
    const network = await networks.get(id);
    if (network === undefined)
      throw new Refused(`There is no network ${id}: ${[...(await networks.ids())].join(", ")}.`);
    const today = dayIn(clock.iso(), network.definition.timeZone);
    const month = word === "last" ? addMonths(`${today.slice(0, 7)}-01`, -1).slice(0, 7) : word;
    const settings = await settingsOfMonth(db, network, month);
    const entries = () => journalOf(db, id, month, settings);
    const files = [
      [fecName(network.definition.seller.identifiers.siret, month), fecFile(entries(), settings.currency)],
      [csvName(id, month), journalCsv(entries(), settings.currency)],
    ] as const;
    for (const [name, chunks] of files) {
      const file = path.join(to, name);
      await written(file, chunks);
      console.log(file);
    }
  });
}

/** Writes a file under another name first: whoever collects the files finds complete ones only. */
async function written(file: string, chunks: AsyncIterable<Uint8Array>): Promise<void> {
  const partial = `${file}.part`;
  try {
    const handle = await open(partial, "w", 0o640);
    try {
      for await (const chunk of chunks) await handle.writeFile(chunk);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(partial, file);
  } catch (error) {
    if (error instanceof Error && "syscall" in error) throw new Refused(`${file} cannot be written: ${error.message}`);
    throw error;
  }
}

function typed() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: { help: { type: "boolean", short: "h" }, network: { type: "string" }, to: { type: "string" } },
    });
  } catch (error) {
    throw new WrongUse(`${error instanceof Error ? error.message : String(error)}\n\n${help}`);
  }
}
