import { Texts } from "@guichet/contract/locales.ts";
import type { TermsKind } from "@guichet/contract/network-pack.ts";
import { sql } from "kysely";
import type { Database, Tx } from "../database/database.ts";

/** A legal text as it was published, in all its languages. */
export interface TermsVersion {
  kind: TermsKind;
  /** Counts the versions of a kind from 1. */
  number: number;
  publishedAt: string;
  /** The day from which it is in force, as it says itself. */
  updatedOn: string;
  texts: Texts;
  /** null: by an import, or a member of the staff without a name. */
  publishedBy: string | null;
}

/** Records a published legal text as the next version of its kind; one that is equal to the last version is none. */
export async function recordVersion(
  tx: Tx,
  networkId: string,
  { kind, updatedOn, texts }: Pick<TermsVersion, "kind" | "updatedOn" | "texts">,
  { at, staffId }: { at: string; staffId: string | null },
): Promise<void> {
  await sql`with latest as (
      select number, updated_on, texts from terms_version where network_id = ${networkId} and kind = ${kind}
      order by number desc limit 1)
    insert into terms_version (network_id, kind, number, published_at, updated_on, texts, published_by)
    select ${networkId}, ${kind}, coalesce((select number from latest), 0) + 1, ${at}, ${updatedOn},
      ${JSON.stringify(texts)}::jsonb, ${staffId}
    where not exists (select from latest
      where updated_on = ${updatedOn}::date and texts = ${JSON.stringify(texts)}::jsonb)`.execute(tx);
}

/** The versions of the legal texts of a network, the newest first. */
export async function readVersions(db: Database | Tx, networkId: string): Promise<TermsVersion[]> {
  const found = await sql<TermsVersion>`select v.kind, v.number, v.published_at as "publishedAt",
      v.updated_on as "updatedOn", v.texts, s.name as "publishedBy"
    from terms_version v left join staff s on s.id = v.published_by
    where v.network_id = ${networkId} order by v.kind, v.number desc`.execute(db);
  return found.rows.map((row) => ({ ...row, texts: Texts.parse(row.texts) }));
}
