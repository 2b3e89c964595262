import type { NetworkPack } from "@guichet/contract/network-pack.ts";
import { packVouchers } from "../cart/voucher-store.ts";
import { readCatalogue } from "../catalogue/store.ts";
import type { Database } from "../database/database.ts";
import { readAgencies } from "../network-registry/agency-store.ts";
import { readAllTerms } from "../terms/store.ts";
import { readFeedZip } from "../transit-feed/feed-store.ts";
import { readNetwork } from "./store.ts";

/** Exports a network as a pack for `importPack`; undefined if there is no network with that id. */
export async function exportPack(db: Database, id: string): Promise<NetworkPack | undefined> {
  const pack = await readPack(db, id);
  if (pack === undefined) return undefined;
  const gtfs = await readFeedZip(db, id);
  return { ...pack, ...(gtfs === undefined ? {} : { gtfs }) };
}

/** Reads a network as a pack without its timetable, which can be large; undefined if there is no network with that id. */
export async function readPack(db: Database, id: string): Promise<Omit<NetworkPack, "gtfs"> | undefined> {
  const network = await readNetwork(db, id);
  if (network === undefined) return undefined;
  return {
    network: network.definition,
    catalogue: await readCatalogue(db, id),
    agencies: { agencies: await readAgencies(db, id) },
    vouchers: { vouchers: await packVouchers(db, id) },
    terms: await readAllTerms(db, id),
    logo: network.logo,
  };
}
