import type { DraftItemKind } from "@guichet/contract/office/catalogue/catalogue-drafts.ts";
import type { ItemValues } from "@guichet/rules/catalogue-drafts/merge-item.ts";
import { sql } from "kysely";
import type { Database, Tx } from "../database/database.ts";

/** The kind of a change: that of an item, or `order`, the sequence of all items of a kind. */
export type ChangeKind = DraftItemKind | "order";

interface ChangeRow {
  /** Of an order: the kind of the items. */
  itemId: string;
  changedBy: string;
  changedAt: string;
}

/** A change of one item; null: there was no such item, or it is withdrawn. */
export interface ItemChangeRow extends ChangeRow {
  kind: DraftItemKind;
  before: ItemValues | null;
  after: ItemValues | null;
}

/** A change of the sequence of items, as their ids. */
export interface OrderChangeRow extends ChangeRow {
  kind: "order";
  before: string[];
  after: string[];
}

export type DraftChangeRow = ItemChangeRow | OrderChangeRow;

/** The names of the authors of a draft's changes, by their id. */
export async function authorsOf(db: Database, draftId: string): Promise<Map<string, string>> {
  const found = await sql<{ id: string; name: string }>`select id, name from staff
    where id in (select changed_by from catalogue_draft_change where draft_id = ${draftId})`.execute(db);
  return new Map(found.rows.map(({ id, name }) => [id, name]));
}

/** The changes of a draft, by kind and item; those of sequences come last, because they are about all items. */
export async function readChanges(db: Database | Tx, draftId: string): Promise<DraftChangeRow[]> {
  const found = await sql<DraftChangeRow>`select kind, item_id as "itemId", before, after, changed_by as "changedBy",
      changed_at as "changedAt" from catalogue_draft_change
    where draft_id = ${draftId} order by kind = 'order', kind, item_id collate "C"`.execute(db);
  return found.rows;
}

/** Writes a change of a draft, instead of the former one of the same item. */
export async function saveChange(
  tx: Tx,
  draft: { id: string; networkId: string },
  { kind, itemId, before, after, changedBy, changedAt }: DraftChangeRow,
): Promise<void> {
  const values = [before, after].map((value) => (value === null ? null : JSON.stringify(value)));
  await sql`insert into catalogue_draft_change (network_id, draft_id, kind, item_id, before, after, changed_by, changed_at)
    values (${draft.networkId}, ${draft.id}, ${kind}, ${itemId}, ${values[0]}, ${values[1]}, ${changedBy}, ${changedAt})
    on conflict (draft_id, kind, item_id) do update set before = excluded.before, after = excluded.after,
      changed_by = excluded.changed_by, changed_at = excluded.changed_at`.execute(tx);
}

/** Takes a change out of a draft; returns whether there was one. */
export async function deleteChange(tx: Tx, draftId: string, kind: ChangeKind, itemId: string): Promise<boolean> {
  const deleted = await sql`delete from catalogue_draft_change
    where draft_id = ${draftId} and kind = ${kind} and item_id = ${itemId} returning draft_id`.execute(tx);
  return deleted.rows.length > 0;
}
