import { Language } from "@guichet/contract/locales.ts";
import { type NetworkPack, PackTerms, type TermsKind, termsKinds } from "@guichet/contract/network-pack.ts";
import { sql } from "kysely";
import type { Database, Tx } from "../database/database.ts";
import { recordVersion } from "./version-store.ts";

interface TermsRow {
  kind: TermsKind;
  language: string;
  markdown: string;
}

/** All legal texts of a network, as in its pack. */
export async function readAllTerms(db: Database, networkId: string): Promise<NetworkPack["terms"]> {
  const found = await sql<TermsRow>`select kind, language, markdown from terms where network_id = ${networkId}`.execute(
    db,
  );
  const textsOf = (kind: TermsKind) =>
    Object.fromEntries(found.rows.filter((row) => row.kind === kind).map((row) => [row.language, row.markdown]));
  const kinds = termsKinds.filter((kind) => found.rows.some((row) => row.kind === kind));
  return PackTerms.parse(Object.fromEntries(kinds.map((kind) => [kind, textsOf(kind)])));
}

/** One legal text in the first of these languages that has it. */
export async function readTerms(
  db: Database,
  networkId: string,
  kind: TermsKind,
  languages: readonly Language[],
): Promise<{ markdown: string; language: Language; updatedOn: string } | undefined> {
  const found = await sql<{ markdown: string; language: string; updatedOn: string }>`
    select markdown, language, updated_on as "updatedOn" from terms
    where network_id = ${networkId} and kind = ${kind} and language = any(${languages})
    order by array_position(${languages}::text[], language) limit 1`.execute(db);
  const row = found.rows[0];
  return row === undefined ? undefined : { ...row, language: Language.parse(row.language) };
}

/** Replaces the network's legal texts, and records those that changed as new versions. `staffId`: null for an import. */
export async function saveTerms(
  tx: Tx,
  { network, terms }: Pick<NetworkPack, "network" | "terms">,
  by: { at: string; staffId: string | null },
): Promise<void> {
  await sql`delete from terms where network_id = ${network.id}`.execute(tx);
  for (const kind of termsKinds) {
    const updatedOn = network.termsUpdatedOn[kind];
    const texts = terms[kind] ?? {};
    for (const [language, markdown] of Object.entries(texts)) {
      await sql`insert into terms (network_id, kind, language, markdown, updated_on)
        values (${network.id}, ${kind}, ${language}, ${markdown}, ${updatedOn})`.execute(tx);
    }
    if (updatedOn !== undefined) await recordVersion(tx, network.id, { kind, updatedOn, texts }, by);
  }
}
