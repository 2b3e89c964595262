import { createHash } from "node:crypto";
import { type NetworkPack, termsKinds } from "@guichet/contract/network-pack.ts";
import { sql } from "kysely";
import type { Tx } from "../database/connection.ts";

/**
 * Writes a whole pack: what it no longer names is withdrawn (articles, agencies, vouchers: orders point at them) or
 * dropped. Uses of vouchers stand. Answers the network's new version.
 */
export async function savePack(tx: Tx, pack: NetworkPack, at: string): Promise<string> {
  const id = pack.network.id;
  const version = createHash("sha256").update(JSON.stringify(pack)).digest("hex").slice(0, 16);
  await sql`insert into network (id, definition, logo, version, imported_at)
    values (${id}, ${JSON.stringify(pack.network)}, ${pack.logo}, ${version}, ${at})
    on conflict (id) do update set definition = excluded.definition, logo = excluded.logo, version = excluded.version,
      imported_at = excluded.imported_at`.execute(tx);
  await sql`delete from network_domain where network_id = ${id}`.execute(tx);
  for (const domain of pack.network.domains) {
    await sql`insert into network_domain (domain, network_id) values (${domain}, ${id})`.execute(tx);
  }
  await saveCatalogue(tx, pack, at);
  await saveAgencies(tx, pack, at);
  await saveVouchers(tx, pack, at);
  await saveTerms(tx, pack, at);
  return version;
}

async function saveCatalogue(tx: Tx, pack: NetworkPack, at: string): Promise<void> {
  const id = pack.network.id;
  const { categories, articles, tariffs, documentTypes, statuses } = pack.catalogue;
  await sql`delete from category where network_id = ${id}`.execute(tx);
  for (const [position, category] of categories.entries()) {
    await sql`insert into category (network_id, id, position, definition)
      values (${id}, ${category.id}, ${position}, ${JSON.stringify(category)})`.execute(tx);
  }
  for (const [kind, definition] of Object.entries({ tariffs, documentTypes, statuses })) {
    await sql`insert into catalogue_list (network_id, kind, definition) values (${id}, ${kind}, ${JSON.stringify(definition)})
      on conflict (network_id, kind) do update set definition = excluded.definition`.execute(tx);
  }
  await sql`update article set withdrawn_at = ${at} where network_id = ${id} and withdrawn_at is null
    and not (id = any(${articles.map((article) => article.id)}))`.execute(tx);
  for (const [position, article] of articles.entries()) {
    await sql`insert into article (network_id, id, position, definition)
      values (${id}, ${article.id}, ${position}, ${JSON.stringify(article)})
      on conflict (network_id, id) do update set position = excluded.position, definition = excluded.definition,
        withdrawn_at = null`.execute(tx);
  }
}

async function saveAgencies(tx: Tx, pack: NetworkPack, at: string): Promise<void> {
  const { agencies } = pack.agencies;
  await sql`update agency set withdrawn_at = ${at} where network_id = ${pack.network.id} and withdrawn_at is null
    and not (id = any(${agencies.map((agency) => agency.id)}))`.execute(tx);
  for (const agency of agencies) {
    await sql`insert into agency (network_id, id, definition) values (${pack.network.id}, ${agency.id}, ${JSON.stringify(agency)})
      on conflict (network_id, id) do update set definition = excluded.definition, withdrawn_at = null`.execute(tx);
  }
}

async function saveVouchers(tx: Tx, pack: NetworkPack, at: string): Promise<void> {
  const { vouchers } = pack.vouchers;
  await sql`update voucher set withdrawn_at = ${at} where network_id = ${pack.network.id} and withdrawn_at is null
    and not (code = any(${vouchers.map((voucher) => voucher.code)}))`.execute(tx);
  for (const voucher of vouchers) {
    // A limit below the uses so far would break the table's own check: it counts as used up.
    await sql`insert into voucher (network_id, code, definition, use_limit)
      values (${pack.network.id}, ${voucher.code}, ${JSON.stringify(voucher)}, ${voucher.limit ?? null})
      on conflict (network_id, code) do update set definition = excluded.definition, withdrawn_at = null,
        use_limit = case when excluded.use_limit is null then null else greatest(excluded.use_limit, voucher.uses) end`.execute(
      tx,
    );
  }
}

async function saveTerms(tx: Tx, pack: NetworkPack, at: string): Promise<void> {
  const day = at.slice(0, 10);
  for (const kind of termsKinds) {
    const texts = Object.entries(pack.terms[kind] ?? {});
    await sql`delete from terms where network_id = ${pack.network.id} and kind = ${kind}
      and not (language = any(${texts.map(([language]) => language)}))`.execute(tx);
    for (const [language, markdown] of texts) {
      await sql`insert into terms (network_id, kind, language, markdown, updated_on)
        values (${pack.network.id}, ${kind}, ${language}, ${markdown}, ${day})
        on conflict (network_id, kind, language) do update set markdown = excluded.markdown,
          updated_on = case when terms.markdown = excluded.markdown then terms.updated_on else excluded.updated_on end`.execute(
        tx,
      );
    }
  }
}
