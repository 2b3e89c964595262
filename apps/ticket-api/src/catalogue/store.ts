import { PackArticle, PackCatalogue } from "@guichet/contract/network-pack.ts";
import { sql } from "kysely";
import type { Database, Tx } from "../database/database.ts";

const lists = ["groups", "tariffs", "documentTypes", "statuses"] as const;

/** The catalogue of a network's pack; withdrawn articles are left out. */
export async function readCatalogue(db: Database, networkId: string): Promise<PackCatalogue> {
  const categories = await sql<{ definition: unknown }>`
    select definition from category where network_id = ${networkId} order by position`.execute(db);
  const articles = await sql<{ definition: unknown }>`
    select definition from article where network_id = ${networkId} and withdrawn_at is null order by position`.execute(
    db,
  );
  const found = await sql<{ kind: string; definition: unknown }>`
    select kind, definition from catalogue_list where network_id = ${networkId}`.execute(db);
  return PackCatalogue.parse({
    categories: categories.rows.map((row) => row.definition),
    ...Object.fromEntries(found.rows.map((row) => [row.kind, row.definition])),
    articles: articles.rows.map((row) => PackArticle.parse(row.definition)),
  });
}

/** Replaces the network's catalogue; missing articles are withdrawn from sale, never deleted. */
export async function saveCatalogue(tx: Tx, networkId: string, catalogue: PackCatalogue, at: string): Promise<void> {
  await sql`delete from category where network_id = ${networkId}`.execute(tx);
  await sql`insert into category (network_id, id, position, definition)
    select ${networkId}, each ->> 'id', position, each
    from jsonb_array_elements(${JSON.stringify(catalogue.categories)}::jsonb) with ordinality as list (each, position)`.execute(
    tx,
  );
  for (const kind of lists) {
    await sql`insert into catalogue_list (network_id, kind, definition)
      values (${networkId}, ${kind}, ${JSON.stringify(catalogue[kind])})
      on conflict (network_id, kind) do update set definition = excluded.definition`.execute(tx);
  }
  const ids = catalogue.articles.map(({ id }) => id);
  await sql`update article set withdrawn_at = ${at}
    where network_id = ${networkId} and id <> all(${ids}) and withdrawn_at is null`.execute(tx);
  await sql`insert into article (network_id, id, position, definition)
    select ${networkId}, each ->> 'id', position, each
    from jsonb_array_elements(${JSON.stringify(catalogue.articles)}::jsonb) with ordinality as list (each, position)
    on conflict (network_id, id) do update
      set definition = excluded.definition, position = excluded.position, withdrawn_at = null`.execute(tx);
}
