import { createHash } from "node:crypto";
import { NetworkPack, PackNetwork } from "@guichet/contract/network-pack.ts";
import { PackAgencies } from "@guichet/contract/packs/pack-agencies.ts";
import { sql } from "kysely";
import { saveVouchers } from "../cart/voucher-store.ts";
import { saveCatalogue } from "../catalogue/store.ts";
import type { Database, Tx } from "../database/database.ts";
import { readAgencies, saveAgencies } from "../network-registry/agency-store.ts";
import { saveTerms } from "../terms/store.ts";
import { feedDigest } from "../transit-feed/feed.ts";
import { type SavingProgress, saveFeed } from "../transit-feed/feed-store.ts";
import { canonicalJson } from "./canonical.ts";
import type { DraftedPack } from "./network-items.ts";

/**
 * Saves a whole pack: what it no longer contains is withdrawn (articles, agencies, vouchers, which orders reference) or
 * deleted. Uses of vouchers stay. Returns the network's new version: equal packs have equal versions, so that
 * cached data of one is right for the other. Agencies `kept` as the office left them are those of the pack already.
 */
export async function savePack(
  tx: Tx,
  pack: NetworkPack,
  at: string,
  { kept = [], onProgress }: { kept?: readonly string[]; onProgress?: SavingProgress | undefined } = {},
): Promise<string> {
  const { id } = pack.network;
  const { gtfs, ...texts } = pack;
  const content = canonicalJson(NetworkPack, texts) + (gtfs === undefined ? "" : feedDigest(gtfs));
  const version = versionOf(content);
  await saveNetwork(tx, { definition: pack.network, logo: pack.logo, version }, at);
  // The feed first: it takes the longest, and nobody who buys waits for its rows.
  await saveFeed(tx, pack.network, gtfs, at, onProgress);
  await saveCatalogue(tx, id, pack.catalogue, at);
  // Vouchers before agencies, in the same sequence as an order, so that the two cannot deadlock.
  await saveVouchers(tx, id, pack.vouchers.vouchers, at);
  await saveAgencies(tx, id, pack.agencies.agencies, { at, kept });
  await saveTerms(tx, pack, { at, staffId: null });
  return version;
}

/**
 * Saves what a draft changed of a network; articles that it no longer contains are withdrawn. `change` tells this change from any other:
 * the network's new version is made of it and the former one, so that no cached data of that is used. The caller holds the lock of imports.
 */
export async function saveDraftedPack(
  tx: Tx,
  { network: definition, catalogue, terms }: DraftedPack,
  change: string,
  by: { at: string; staffId: string },
): Promise<void> {
  const former = await readNetwork(tx, definition.id);
  if (former === undefined) throw new Error(`Network ${definition.id} does not exist`);
  const version = versionOf(`${former.version} ${change}`);
  await saveNetwork(tx, { definition, logo: former.logo, version }, by.at);
  await saveCatalogue(tx, definition.id, catalogue, by.at);
  await saveTerms(tx, { network: definition, terms }, by);
}

/**
 * Gives a network a new version after its agencies were changed in the office, so that no cached data of the former one is used. It is
 * made of the former version and the agencies: the caller holds the lock of imports.
 */
export async function renewVersion(tx: Tx, id: string): Promise<void> {
  const network = await readNetwork(tx, id);
  if (network === undefined) throw new Error(`Network ${id} does not exist`);
  const content = network.version + canonicalJson(PackAgencies, { agencies: await readAgencies(tx, id) });
  await sql`update network set version = ${versionOf(content)} where id = ${id}`.execute(tx);
}

/** The version of some content: equal for equal content. */
const versionOf = (content: string): string => createHash("sha256").update(content).digest("base64url").slice(0, 16);

/** Locks a network against concurrent imports and changes of its agencies until the transaction ends. */
export async function lockForImport(tx: Tx, id: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('network-import'), hashtext(${id}))`.execute(tx);
}

export async function readNetwork(
  db: Database,
  id: string,
): Promise<{ definition: PackNetwork; logo: string; version: string } | undefined> {
  const found = await sql<{ definition: unknown; logo: string; version: string }>`
    select definition, logo, version from network where id = ${id}`.execute(db);
  const row = found.rows[0];
  return row === undefined ? undefined : { ...row, definition: PackNetwork.parse(row.definition) };
}

/** Host names and sign-in keys that other networks already use, with the network. */
export async function namesOfOtherNetworks(
  tx: Tx,
  id: string,
  domains: readonly string[],
  key: string,
): Promise<{ name: string; networkId: string; what: "domain" | "key" }[]> {
  const found = await sql<{ name: string; networkId: string; what: "domain" | "key" }>`
    select domain as name, network_id as "networkId", 'domain' as what from network_domain
      where domain = any(${domains}) and network_id <> ${id}
    union all
    select ${key}, network.id, 'key' from network
      where coalesce(definition #>> '{authentication,key}', 'demo-' || network.id) = ${key} and network.id <> ${id}`.execute(
    tx,
  );
  return found.rows;
}

/** Inserts or updates the network itself. Its position among the networks is that of its first import. */
export async function saveNetwork(
  tx: Tx,
  network: { definition: PackNetwork; logo: string; version: string },
  at: string,
): Promise<void> {
  const { definition, logo, version } = network;
  await sql`insert into network (id, definition, logo, version, imported_at)
    values (${definition.id}, ${JSON.stringify(definition)}, ${logo}, ${version}, ${at})
    on conflict (id) do update set definition = excluded.definition, logo = excluded.logo, version = excluded.version`.execute(
    tx,
  );
  await sql`delete from network_domain where network_id = ${definition.id} and domain <> all(${definition.domains})`.execute(
    tx,
  );
  await sql`insert into network_domain (domain, network_id)
    select unnest(${definition.domains}::text[]), ${definition.id} on conflict (domain) do nothing`.execute(tx);
}

/** The currency in which a network has sold; undefined if it has not sold yet. */
export async function salesCurrency(tx: Tx, networkId: string): Promise<string | undefined> {
  const found = await sql<{
    currency: string;
  }>`select currency from orders where network_id = ${networkId} limit 1`.execute(tx);
  return found.rows[0]?.currency;
}

/** The time zone of a network's closed months; undefined if none was closed. */
export async function timeZoneOfClosedMonths(tx: Tx, networkId: string): Promise<string | undefined> {
  const found = await sql<{ timeZone: string }>`
    select settings ->> 'timeZone' as "timeZone" from month_closing
    where network_id = ${networkId} order by month desc limit 1`.execute(tx);
  return found.rows[0]?.timeZone;
}
