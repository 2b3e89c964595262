import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { PackCatalogue } from "@guichet/contract/network-pack.ts";
import { draftFromFeed } from "../../apps/ticket-api/src/fares-v2/draft-from-feed.ts";
import type { FareNote } from "../../apps/ticket-api/src/fares-v2/fare-note.ts";
import { feedFileNames, readDraftFiles } from "../../apps/ticket-api/src/fares-v2/feed-files.ts";
import { publishedFeed } from "../../apps/ticket-api/src/fares-v2/published-feed.ts";
import { canonicalJson } from "../../apps/ticket-api/src/networks/canonical.ts";
import { exportPack } from "../../apps/ticket-api/src/networks/export.ts";
import { describeFault, readPackFolder } from "../../apps/ticket-api/src/networks/pack-folder.ts";
import type { FeedFault } from "../../apps/ticket-api/src/transit-feed/feed-tables.ts";
import { Refused } from "../command.ts";
import { withDatabase } from "../command-database.ts";

/** Writes `catalogue.json` to a folder, drafted from a feed, and prints what the draft cannot express. Refuses a feed with faults. */
export async function draftFromFeedTo(feed: string, folder: string, packFolder: string | undefined): Promise<void> {
  const reading = packFolder === undefined ? undefined : await readPackFolder(packFolder);
  if (reading?.ok === false) throw refused(packFolder ?? "", reading.faults.map(describeFault));
  const read = await readDraftFiles(feed);
  if (!read.ok) throw refused(feed, [read.message]);
  const drafted = draftFromFeed(read.files, reading?.pack);
  if (!drafted.ok) throw refused(feed, drafted.faults.map(describeFeedFault));
  const { catalogue, notes } = drafted.draft;
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "catalogue.json"), canonicalJson(PackCatalogue, catalogue));
  console.log(`${join(folder, "catalogue.json")} written: ${catalogue.articles.length} articles`);
  printNotes("The draft does not express:", notes);
}

/** Writes the feed of a network with its catalogue as Fares v2 to an empty folder, and prints what Fares v2 cannot express. */
export async function exportFaresTo(id: string, folder: string): Promise<void> {
  await withDatabase("read", async ({ db }) => {
    const pack = await exportPack(db, id);
    if (pack === undefined) throw new Refused(`There is no network ${id}.`);
    const { files, notes } = publishedFeed(pack);
    await mkdir(folder, { recursive: true });
    const present = await readdir(folder);
    const unknown = present.filter((name) => !feedFileNames.has(name));
    if (unknown.length > 0) throw new Refused(`${folder} is not a feed: it contains ${unknown.join(", ")}`);
    for (const name of present) if (!files.has(name)) await rm(join(folder, name));
    for (const [name, content] of files) await writeFile(join(folder, name), content);
    console.log(`${id} written to ${folder}: ${[...files.keys()].join(", ")}`);
    printNotes("Fares v2 does not express:", notes);
  });
}

function printNotes(title: string, notes: readonly FareNote[]): void {
  if (notes.length === 0) return;
  console.log([title, ...notes.map(({ id, message }) => `  ${id}: ${message}`)].join("\n"));
}

const describeFeedFault = ({ file, line, message }: FeedFault): string =>
  line === 0 ? `${file}: ${message}` : `${file}, line ${line}: ${message}`;

function refused(what: string, faults: readonly string[]): Refused {
  return new Refused([`${what} was not read, nothing was written:`, ...faults.map((fault) => `  ${fault}`)].join("\n"));
}
