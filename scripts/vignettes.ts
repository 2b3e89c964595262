import { readFile, writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import type { Vignette } from "@guichet/contract/wallet.ts";
import type { Clock } from "../apps/ticket-api/src/clock.ts";
import type { Database } from "../apps/ticket-api/src/database/database.ts";
import { loadKeys } from "../apps/ticket-api/src/keys.ts";
import { type LoadedNetwork, networkRegistry } from "../apps/ticket-api/src/network-registry/registry.ts";
import { vignettesPdf } from "../apps/ticket-api/src/pdf/vignette-pdf.ts";
import { vignettePicture } from "../apps/ticket-api/src/pdf/vignette-picture.ts";
import { vignetteAddress } from "../apps/ticket-api/src/wallet/read-vignette.ts";
import { readVignettes, vignettesMax } from "../apps/ticket-api/src/wallet/vignette-file.ts";
import { listVignettes, saveVignette, withdrawVignette } from "../apps/ticket-api/src/wallet/vignette-store.ts";
import { exitWith, Refused, WrongUse } from "./command.ts";
import { withDatabase } from "./command-database.ts";
import { shopUrlConfig } from "./shop-config.ts";

const help = `Vignettes: stickers in vehicles and at stops, whose code says where a ticket is punched.

  npm run vignettes -- load <network> <file.csv>                 creates or updates the vignettes in a file
  npm run vignettes -- withdraw <network> <number>...            ends them: nobody can punch with them any more
  npm run vignettes -- list <network>                            the vignettes of a network
  npm run vignettes -- print <network> <file.pdf> [<number>...]  A4 sheets to cut out, six stickers each; without numbers: all
  npm run vignettes -- print <network> <file.png> <number>       one sticker as a picture
  npm run vignettes -- --help                                    this text

The first line of the file names its columns, separated by commas: number, kind, name, and optionally stop and line.
  number   4 to 12 letters and digits, written below the code       kind   vehicle or stop
  name     what travellers read: "Bus 42", "Gare, quai B"           stop   its id in the network's timetable

    number,kind,name,stop,line
    BUS42,vehicle,Bus 42,,A

A code leads to the network's own shop: its first domain, with the scheme and port of SHOP_PUBLIC_URL (default
http://localhost:3000). A sticker stays valid when its name, stop or line changes.
Uses the database at DATABASE_URL, otherwise the local one in DATA_DIR (default ./.data), also while the server runs.
Exit codes: 0 done, 1 refused (nothing was changed), 2 wrong use or no database.`;

interface Context {
  db: Database;
  clock: Clock;
  network: LoadedNetwork;
}

await exitWith(run);

async function run(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { help: { type: "boolean", short: "h" } },
  });
  if (values.help) return console.log(help);
  const [verb, network, first, ...rest] = positionals;
  if (network === undefined) throw new WrongUse(help);
  if (verb === "list" && first === undefined) return withContext(network, list, "read");
  if (first === undefined) throw new WrongUse(help);
  if (verb === "load" && rest.length === 0) return withContext(network, (context) => load(context, first));
  if (verb === "withdraw") return withContext(network, (context) => withdraw(context, [first, ...rest].map(numberOf)));
  if (verb !== "print") throw new WrongUse(help);
  const shopUrl = shopUrlConfig();
  if (/\.pdf$/i.test(first))
    return withContext(network, (context) => print(context, shopUrl, first, rest.map(numberOf)));
  if (!/\.png$/i.test(first)) throw new Refused(`${first}: a sheet ends in .pdf, a picture in .png.`);
  if (rest.length !== 1) throw new Refused("A picture shows one vignette: give its number.");
  return withContext(network, (context) => print(context, shopUrl, first, rest.map(numberOf)));
}

async function load({ db, clock, network }: Context, file: string): Promise<void> {
  const text = await readFile(file, "utf8").catch(() => {
    throw new Refused(`${file} cannot be read.`);
  });
  const read = readVignettes(text, network.travel === null ? undefined : new Set(network.travel.stops.keys()));
  if (!read.ok) {
    const lines = read.faults.map((fault) => `  ${fault}`);
    throw new Refused([`${file} was not loaded, nothing was changed:`, ...lines].join("\n"));
  }
  const before = new Map((await all(db, network.id)).map((vignette) => [vignette.stickerId, lineOf(vignette)]));
  await db.transaction().execute(async (tx) => {
    for (const vignette of read.vignettes) await saveVignette(tx, network.id, vignette, clock.iso());
  });
  const made = read.vignettes.filter(({ stickerId }) => !before.has(stickerId));
  const changed = read.vignettes.filter(
    (one) => before.has(one.stickerId) && before.get(one.stickerId) !== lineOf(one),
  );
  const unchanged = read.vignettes.length - made.length - changed.length;
  console.log(`${network.id}: ${made.length} created, ${changed.length} changed, ${unchanged} unchanged`);
  for (const vignette of made) console.log(`  created  ${lineOf(vignette)}`);
  for (const vignette of changed) console.log(`  changed  ${lineOf(vignette)}`);
}

async function withdraw({ db, clock, network }: Context, numbers: readonly string[]): Promise<void> {
  await db.transaction().execute(async (tx) => {
    for (const number of numbers) {
      if (!(await withdrawVignette(tx, network.id, number, clock.iso()))) throw unknown(network, [number]);
    }
  });
  console.log(`${network.id}: withdrawn ${numbers.join(", ")}`);
}

async function list({ db, network }: Context): Promise<void> {
  const found = await all(db, network.id);
  if (found.length === 0) console.log(`${network.id} has no vignettes.`);
  for (const vignette of found) console.log(lineOf(vignette));
}

async function print({ db, clock, network }: Context, shopUrl: string, file: string, numbers: string[]): Promise<void> {
  const found = numbers.length === 0 ? await all(db, network.id) : await named(db, network, numbers);
  if (found.length === 0) throw new Refused(`${network.id} has no vignettes.`);
  const keys = await loadKeys(db, clock);
  const vignettes = found.map(({ stickerId, name, line }) => {
    return { number: stickerId, name, line, address: vignetteAddress({ keys, shopUrl }, network, stickerId) };
  });
  const vignetteNetwork = { name: network.definition.name, languages: network.definition.languages };
  const [first] = vignettes;
  const isPicture = /\.png$/i.test(file) && first !== undefined;
  const bytes = isPicture
    ? await vignettePicture(first, vignetteNetwork)
    : await vignettesPdf(vignettes, vignetteNetwork, clock.iso());
  await writeFile(file, bytes).catch(() => {
    throw new Refused(`${file} cannot be written.`);
  });
  const there = new URL(first?.address ?? shopUrl);
  console.log(`${file}: ${found.length} of ${network.id}; the codes lead to ${there.origin}${there.pathname}`);
}

function all(db: Database, networkId: string): Promise<Vignette[]> {
  return listVignettes(db, networkId, { limit: vignettesMax });
}

async function named(db: Database, network: LoadedNetwork, numbers: string[]): Promise<Vignette[]> {
  const found = await listVignettes(db, network.id, { stickerIds: numbers, limit: numbers.length });
  const missing = numbers.filter((number) => !found.some(({ stickerId }) => stickerId === number));
  if (missing.length > 0) throw unknown(network, missing);
  return found;
}

function unknown(network: LoadedNetwork, numbers: readonly string[]): Refused {
  return new Refused(`${network.id} has no vignette ${numbers.join(", ")}; nothing was changed.`);
}

/** Formats a vignette in one line: "BUS42  vehicle  Bus 42  line A". */
function lineOf({ stickerId, kind, name, stopId, line }: Vignette): string {
  const more = [stopId === null ? "" : `  stop ${stopId}`, line === null ? "" : `  line ${line}`];
  return `${stickerId}  ${kind}  ${name}${more.join("")}`;
}

/** Normalises a number as the shop does. */
function numberOf(typed: string): string {
  return typed.replaceAll(/[\s-]/g, "").toUpperCase();
}

function withContext(
  networkId: string,
  work: (context: Context) => Promise<void>,
  kind: "read" | "write" = "write",
): Promise<void> {
  return withDatabase(kind, async ({ db, clock }) => {
    const network = await networkRegistry(db).get(networkId);
    if (network === undefined) throw new Refused(`There is no network ${networkId}.`);
    await work({ db, clock, network });
  });
}
