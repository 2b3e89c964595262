import type { DraftItemKind } from "@guichet/contract/office/catalogue/catalogue-drafts.ts";
import { sql } from "kysely";
import type { Tx } from "../database/database.ts";

/** An item of a draft, or the sequence of all items of a kind (`order`, with the kind as its id). */
export interface ChangedItem {
  kind: DraftItemKind | "order";
  itemId: string;
}

/** An item that the office changed since the last import. */
export interface OfficeChangedItem extends ChangedItem {
  changedAt: string;
  changedBy: string | null;
}

/** Marks items as changed by the office, so that an import does not undo that unasked. */
export async function markOfficeChanges(
  tx: Tx,
  networkId: string,
  items: readonly ChangedItem[],
  { at, staffId }: { at: string; staffId: string },
): Promise<void> {
  await sql`insert into catalogue_office_change (network_id, kind, item_id, changed_at, changed_by)
    select ${networkId}, kind, "itemId", ${at}, ${staffId}
    from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as item (kind text, "itemId" text)
    on conflict (network_id, kind, item_id) do update set changed_at = excluded.changed_at, changed_by = excluded.changed_by`.execute(
    tx,
  );
}

/** The items that the office changed since the last import, also those that it withdrew. */
export async function itemsChangedInOffice(tx: Tx, networkId: string): Promise<OfficeChangedItem[]> {
  const found = await sql<OfficeChangedItem>`
    select c.kind, c.item_id as "itemId", c.changed_at as "changedAt", s.name as "changedBy"
    from catalogue_office_change c left join staff s on s.id = c.changed_by
    where c.network_id = ${networkId} order by c.kind = 'order', c.kind, c.item_id collate "C"`.execute(tx);
  return found.rows;
}

/** Takes over into the pack what the office changed: an import with the same content is its source from now on. */
export async function forgetOfficeItems(tx: Tx, networkId: string, items: readonly ChangedItem[]): Promise<void> {
  await sql`delete from catalogue_office_change c using jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as item (kind text, "itemId" text)
    where c.network_id = ${networkId} and c.kind = item.kind and c.item_id = item."itemId"`.execute(tx);
}
