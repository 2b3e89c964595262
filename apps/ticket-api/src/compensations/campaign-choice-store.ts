import { campaignChoicesMax } from "@guichet/contract/limits/compensation-limits.ts";
import type { Texts } from "@guichet/contract/locales.ts";
import { sql } from "kysely";
import type { Database } from "../database/database.ts";

interface NamedChoice {
  id: string;
  name: Texts;
}

/** What a campaign of a network can be drafted for. */
interface CampaignChoices {
  articles: (NamedChoice & { onSale: boolean })[];
  categories: NamedChoice[];
  lines: string[];
  zones: string[];
}

/** Withdrawn articles are offered after those on sale: their tickets may still be valid. */
export const articleChoicesMax = 500;

/**
 * Reads articles and categories in the order of the catalogue, and the lines and zones of vignettes, withdrawn ones too: validations on
 * them are stored.
 */
export async function campaignChoices(db: Database, networkId: string): Promise<CampaignChoices> {
  const [articles, categories, lines, zones] = await Promise.all([
    sql<
      CampaignChoices["articles"][number]
    >`select id, definition -> 'name' as name, withdrawn_at is null as "onSale" from article
      where network_id = ${networkId} order by withdrawn_at is not null, position, id limit ${articleChoicesMax}`.execute(
      db,
    ),
    sql<NamedChoice>`select id, definition -> 'name' as name from category
      where network_id = ${networkId} order by position, id limit ${campaignChoicesMax}`.execute(db),
    sql<{ line: string }>`select distinct line from vignette where network_id = ${networkId} and line is not null
      order by line limit ${campaignChoicesMax}`.execute(db),
    sql<{ zone: string }>`select distinct s.zone from vignette v
      join transit_stop s on s.network_id = v.network_id and s.id = v.stop_id
      where v.network_id = ${networkId} and s.zone is not null order by s.zone limit ${campaignChoicesMax}`.execute(db),
  ]);
  return {
    articles: articles.rows,
    categories: categories.rows,
    lines: lines.rows.map(({ line }) => line),
    zones: zones.rows.map(({ zone }) => zone),
  };
}
