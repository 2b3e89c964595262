import type { Vignette } from "@guichet/contract/wallet.ts";
import { sql } from "kysely";
import type { Database, Tx } from "../database/database.ts";

/** Finds a vignette by its number, unless it was withdrawn. */
export async function findVignette(db: Database, networkId: string, stickerId: string): Promise<Vignette | undefined> {
  const found =
    await sql<Vignette>`select sticker_id as "stickerId", kind, name, stop_id as "stopId", line from vignette
    where network_id = ${networkId} and sticker_id = ${stickerId} and withdrawn_at is null`.execute(db);
  return found.rows[0];
}

/** Inserts or updates a vignette; a withdrawn one is valid again. */
export async function saveVignette(
  db: Database | Tx,
  networkId: string,
  vignette: Vignette,
  at: string,
): Promise<void> {
  await sql`insert into vignette (network_id, sticker_id, kind, name, stop_id, line, made_at)
    values (${networkId}, ${vignette.stickerId}, ${vignette.kind}, ${vignette.name}, ${vignette.stopId}, ${vignette.line}, ${at})
    on conflict (network_id, sticker_id) do update set kind = excluded.kind, name = excluded.name,
      stop_id = excluded.stop_id, line = excluded.line, withdrawn_at = null`.execute(db);
}

/** Withdraws a vignette, so that nobody can punch with it. False: there is none. */
export async function withdrawVignette(
  db: Database | Tx,
  networkId: string,
  stickerId: string,
  at: string,
): Promise<boolean> {
  const withdrawn = await sql`update vignette set withdrawn_at = ${at}
    where network_id = ${networkId} and sticker_id = ${stickerId} and withdrawn_at is null returning sticker_id`.execute(
    db,
  );
  return withdrawn.rows.length === 1;
}

/** Lists the valid vignettes of a network, by number; `stickerIds`: only these. */
export async function listVignettes(
  db: Database | Tx,
  networkId: string,
  { stickerIds = null, limit }: { stickerIds?: readonly string[] | null; limit: number },
): Promise<Vignette[]> {
  const found =
    await sql<Vignette>`select sticker_id as "stickerId", kind, name, stop_id as "stopId", line from vignette
    where network_id = ${networkId} and withdrawn_at is null
      and (${stickerIds}::text[] is null or sticker_id = any(${stickerIds}::text[]))
    order by sticker_id limit ${limit}`.execute(db);
  return found.rows;
}
