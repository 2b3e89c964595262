import type { Language } from "@guichet/contract/locales.ts";
import { PackArticle, PackCatalogue, PackNetwork, type PackTerms } from "@guichet/contract/network-pack.ts";
import { sql } from "kysely";
import type { Database } from "../database/database.ts";
import { readTravelPlan, type TravelPlan } from "../transit-feed/feed-store.ts";

export type PackCategory = PackCatalogue["categories"][number];

/** A network with its parsed catalogue, as rules and handlers use it. Immutable: an import makes a new one. */
export interface LoadedNetwork {
  id: string;
  version: string;
  definition: PackNetwork;
  logo: string;
  language: Language;
  categories: readonly PackCategory[];
  /** Articles for sale in this network, in their order, by id; withdrawn ones are left out. */
  articles: ReadonlyMap<string, PackArticle>;
  /** The article that a product belongs to, by product id. */
  articleOfProduct: ReadonlyMap<string, PackArticle>;
  groups: PackCatalogue["groups"];
  tariffs: PackCatalogue["tariffs"];
  documentTypes: PackCatalogue["documentTypes"];
  statuses: PackCatalogue["statuses"];
  /** Stops and fares; null for a network without a timetable feed. */
  travel: TravelPlan | null;
  /** The legal texts of a draft, of which this is the preview; absent: they are those of the database. */
  draftedTerms?: PackTerms;
}

/** The networks of the installation; a loaded network is cached as long as its version is current. */
export interface NetworkRegistry {
  get(id: string): Promise<LoadedNetwork | undefined>;
  byDomain(domain: string): Promise<LoadedNetwork | undefined>;
  ids(): Promise<readonly string[]>;
  /** Clears the cached versions, so that the next call reads the database. */
  forget(): void;
}

/** How long versions are cached: a change by import is seen within this time. */
const versionCacheMs = 1_000;

interface NetworkRow {
  id: string;
  definition: unknown;
  logo: string;
  version: string;
}

export function networkRegistry(db: Database, realNow: () => number = Date.now): NetworkRegistry {
  let versions: { at: number; found: Promise<Map<string, string>> } | undefined;
  const loaded = new Map<string, Promise<LoadedNetwork>>();

  const currentVersions = (): Promise<Map<string, string>> => {
    if (versions !== undefined && realNow() - versions.at < versionCacheMs) return versions.found;
    const found = readVersions(db);
    versions = { at: realNow(), found };
    found.catch(() => {
      versions = undefined;
    });
    return found;
  };

  const get = async (id: string): Promise<LoadedNetwork | undefined> => {
    const version = (await currentVersions()).get(id);
    if (version === undefined) return undefined;
    const key = `${id} ${version}`;
    let network = loaded.get(key);
    if (network === undefined) {
      for (const cachedKey of loaded.keys()) if (cachedKey.startsWith(`${id} `)) loaded.delete(cachedKey);
      network = load(db, id);
      loaded.set(key, network);
      network.catch(() => loaded.delete(key));
    }
    return network;
  };

  return {
    get,
    ids: async () => [...(await currentVersions()).keys()],
    byDomain: async (domain) => {
      for (const id of (await currentVersions()).keys()) {
        const network = await get(id);
        if (network?.definition.domains.includes(domain)) return network;
      }
      return undefined;
    },
    forget: () => {
      versions = undefined;
    },
  };
}

async function readVersions(db: Database): Promise<Map<string, string>> {
  const found = await sql<{
    id: string;
    version: string;
  }>`select id, version from network order by imported_at, id`.execute(db);
  return new Map(found.rows.map((row) => [row.id, row.version]));
}

async function load(db: Database, id: string): Promise<LoadedNetwork> {
  const networks = await sql<NetworkRow>`select id, definition, logo, version from network where id = ${id}`.execute(
    db,
  );
  const row = networks.rows[0];
  if (row === undefined) throw new Error(`Network ${id} does not exist`);
  const categories = await sql<{ definition: PackCategory }>`
    select definition from category where network_id = ${id} order by position`.execute(db);
  const articles = await sql<{ definition: unknown }>`
    select definition from article where network_id = ${id} and withdrawn_at is null order by position`.execute(db);
  const lists = await sql<{ kind: "groups" | "tariffs" | "documentTypes" | "statuses"; definition: never }>`
    select kind, definition from catalogue_list where network_id = ${id}`.execute(db);
  const list = (kind: string) => lists.rows.find((found) => found.kind === kind)?.definition ?? [];
  return loadedNetwork({
    ...{ id, version: row.version, logo: row.logo, definition: PackNetwork.parse(row.definition) },
    catalogue: {
      categories: categories.rows.map((category) => category.definition),
      groups: PackCatalogue.shape.groups.parse(list("groups")),
      tariffs: PackCatalogue.shape.tariffs.parse(list("tariffs")),
      documentTypes: PackCatalogue.shape.documentTypes.parse(list("documentTypes")),
      statuses: PackCatalogue.shape.statuses.parse(list("statuses")),
      articles: articles.rows.map((article) => PackArticle.parse(article.definition)),
    },
    travel: await readTravelPlan(db, id),
  });
}

/** A network as rules and handlers use it, made of its parts. */
export function loadedNetwork({
  catalogue: { articles, ...catalogue },
  ...network
}: Pick<LoadedNetwork, "id" | "version" | "definition" | "logo" | "travel" | "draftedTerms"> & {
  catalogue: PackCatalogue;
}): LoadedNetwork {
  return {
    ...network,
    ...catalogue,
    language: network.definition.languages[0] ?? "fr",
    articles: new Map(articles.map((article) => [article.id, article])),
    articleOfProduct: new Map(
      articles.flatMap((article) => productsOf(article).map((product) => [product.id, article] as const)),
    ),
  };
}

/** The products of an article; one with the article's own id if the pack names none. */
export function productsOf(article: PackArticle): { id: string; dematerialized: boolean }[] {
  if (article.products.length > 0) return article.products;
  return [{ id: article.id, dematerialized: article.supports.includes("DEMATERIALIZED") }];
}
