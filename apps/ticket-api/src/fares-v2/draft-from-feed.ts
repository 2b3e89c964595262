import type { Language } from "@guichet/contract/languages.ts";
import type { NetworkPack } from "@guichet/contract/network-pack.ts";
import { readFeed } from "../transit-feed/feed.ts";
import { type FeedFault, FeedTables } from "../transit-feed/feed-tables.ts";
import { readServices } from "../transit-feed/feed-timetable.ts";
import { type Draft, draftCatalogue } from "./draft-catalogue.ts";
import { draftFaresV1 } from "./draft-fares-v1.ts";
import { draftIntoPack } from "./draft-into-pack.ts";
import { languageOfFeed } from "./draft-texts.ts";
import { readFeedKeys } from "./feed-keys.ts";
import { readFareTables } from "./read-fares.ts";
import { checkFares } from "./rule-checks.ts";

export type DraftReading = { ok: true; draft: Draft } | { ok: false; faults: FeedFault[] };

/** How many faults of a feed are reported. */
const faultsMax = 1_000;

/**
 * Drafts a catalogue from the fares of a feed, Fares v2 before the older files. With `pack`, the draft is the catalogue of that
 * network with what the feed says otherwise. Every fault of the feed is returned, and no draft then.
 */
export function draftFromFeed(files: ReadonlyMap<string, Buffer>, pack: NetworkPack | undefined): DraftReading {
  const tables = new FeedTables(files, faultsMax);
  const fares = readFareTables(tables);
  const keys = readFeedKeys(tables);
  const hasFaresV2 = tables.has("fare_products.txt");
  if (!hasFaresV2 && !tables.has("fare_attributes.txt"))
    tables.fault("fare_products.txt", 0, "the feed has no fares: neither this file nor fare_attributes.txt");
  const hasDays = tables.has("calendar.txt") || tables.has("calendar_dates.txt");
  const feed = {
    services: hasDays ? readServices(tables) : new Map(),
    language: pack?.network.languages[0] ?? languageOf(tables),
    ...(pack === undefined ? {} : { currency: pack.network.currency }),
  };
  const faults = [...tables.faults, ...checkFares(fares, keys)];
  if (faults.length > 0) return { ok: false, faults: faults.slice(0, faultsMax) };
  if (!hasFaresV2) {
    const draft = draftFaresV1(tables, feed);
    return tables.faults.length > 0 ? { ok: false, faults: tables.faults } : { ok: true, draft };
  }
  const draft = draftCatalogue(fares, feed);
  if (pack === undefined) return { ok: true, draft };
  const timetable = pack.gtfs === undefined ? undefined : readFeed(pack.gtfs, pack.network);
  return { ok: true, draft: draftIntoPack(pack, timetable?.ok ? timetable.feed : undefined, fares, draft) };
}

function languageOf(tables: FeedTables): Language {
  for (const [file, column] of [
    ["feed_info.txt", "feed_lang"],
    ["agency.txt", "agency_lang"],
  ] as const) {
    for (const row of tables.rows(file, [])) {
      const language = languageOfFeed(row.value(column));
      if (language !== undefined) return language;
    }
  }
  return "fr";
}
