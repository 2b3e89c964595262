import type { CatalogueItemKind, DraftState } from "@guichet/contract/office/catalogue/catalogue-drafts.ts";
import { type DraftTransition, draftMachine } from "@guichet/rules/catalogue-drafts/draft-states.ts";
import { type BirthState, transitionOf } from "@guichet/rules/state-machine.ts";
import { sql } from "kysely";
import type { Database, Tx } from "../database/database.ts";

/** A draft of the catalogue; the ids of the staff are those of its actions. */
export interface DraftRow {
  id: string;
  networkId: string;
  name: string;
  status: DraftState;
  version: number;
  createdBy: string;
  createdAt: string;
  requestedBy: string | null;
  requestedAt: string | null;
  publishAt: string | null;
  decidedBy: string | null;
  publishedAt: string | null;
  failedAt: string | null;
  /** The ids of the items before its publication, by kind, where that withdrew some. */
  sequences: Partial<Record<CatalogueItemKind, string[]>> | null;
  reverts: string | null;
}

const columns = sql`d.id, d.network_id as "networkId", d.name, d.status, d.version, d.created_by as "createdBy",
  d.created_at as "createdAt", d.requested_by as "requestedBy", d.requested_at as "requestedAt", d.publish_at as "publishAt",
  d.decided_by as "decidedBy", d.published_at as "publishedAt", d.failed_at as "failedAt", d.sequences, d.reverts`;

export async function insertDraft(
  tx: Tx,
  draft: Pick<DraftRow, "id" | "networkId" | "name" | "createdBy" | "createdAt" | "reverts"> & {
    status: BirthState<typeof draftMachine>;
  },
): Promise<void> {
  await sql`insert into catalogue_draft (id, network_id, name, status, created_by, created_at, reverts)
    values (${draft.id}, ${draft.networkId}, ${draft.name}, ${draft.status}, ${draft.createdBy}, ${draft.createdAt},
      ${draft.reverts})`.execute(tx);
}

/** Reads a draft of a network; `update` locks it until the transaction ends. */
export async function readDraft(
  db: Database | Tx,
  networkId: string,
  id: string,
  lock?: "update",
): Promise<DraftRow | undefined> {
  const found = await sql<DraftRow>`select ${columns} from catalogue_draft d
    where d.network_id = ${networkId} and d.id = ${id} ${lock === "update" ? sql`for update` : sql``}`.execute(db);
  return found.rows[0];
}

/** What a transition writes beside the state; what is absent is emptied or stays, as each says. */
export interface DraftMove {
  at: string;
  /** Who asks for the publication; absent: stays. */
  requestedBy?: string;
  /** When it is to be published; absent: stays. */
  publishAt?: string | null;
  /** The second member of the staff; absent: stays. */
  decidedBy?: string;
  sequences?: DraftRow["sequences"];
}

/**
 * Moves a draft by a transition of its state machine, and gives it its next version. Returns whether it moved: of two concurrent calls,
 * one succeeds.
 */
export async function moveDraft(
  tx: Tx,
  id: string,
  transition: DraftTransition,
  { at, requestedBy, publishAt, decidedBy, sequences = null }: DraftMove,
): Promise<boolean> {
  const { from, to } = transitionOf<DraftState, DraftTransition>(draftMachine, transition);
  const requested = requestedBy ?? null;
  const decided = decidedBy ?? null;
  const moved = await sql`update catalogue_draft d set status = ${to}, version = d.version + 1,
      requested_by = coalesce(${requested}::uuid, d.requested_by),
      requested_at = case when ${requested}::uuid is null then d.requested_at else ${at}::timestamptz end,
      decided_by = case when ${requested}::uuid is null then coalesce(${decided}::uuid, d.decided_by) else ${decided}::uuid end,
      decided_at = case when ${decided}::uuid is not null then ${at}::timestamptz
        when ${requested}::uuid is not null then null else d.decided_at end,
      publish_at = case when ${publishAt === undefined} then d.publish_at else ${publishAt ?? null}::timestamptz end,
      sequences = ${sequences === null ? null : JSON.stringify(sequences)},
      published_at = case when ${to === "published"} then ${at}::timestamptz end,
      failed_at = case when ${transition === "fail"} then ${at}::timestamptz end
    where d.id = ${id} and d.status = any(${from}) returning d.id`.execute(tx);
  return moved.rows.length === 1;
}

/** Gives an open draft its next version after a change of its contents, and its name if that is given. */
export async function touchDraft(tx: Tx, id: string, name: string | null = null): Promise<void> {
  await sql`update catalogue_draft set version = version + 1, name = coalesce(${name}, name), failed_at = null
    where id = ${id}`.execute(tx);
}

/** A draft with the names of the staff, and the number of changed items. */
export type ListedDraft = Omit<DraftRow, "createdBy" | "requestedBy" | "decidedBy"> & {
  createdBy: string | null;
  requestedBy: string | null;
  decidedBy: string | null;
  revertsName: string | null;
  changeCount: number;
};

/** Where a page of drafts ends: the sorting values of its last row. */
export interface DraftPosition {
  at: string;
  id: string;
}

/** Lists drafts of a network, the newest first. */
export async function listDrafts(
  db: Database | Tx,
  filter: {
    networkId: string;
    id?: string | undefined;
    state?: DraftState | undefined;
    after?: DraftPosition | undefined;
    limit: number;
  },
): Promise<ListedDraft[]> {
  const found = await sql<ListedDraft>`select ${columns}, created.name as "createdBy", requested.name as "requestedBy",
      decided.name as "decidedBy", reverted.name as "revertsName",
      (select count(*) from catalogue_draft_change c where c.draft_id = d.id) as "changeCount"
    from catalogue_draft d join staff created on created.id = d.created_by
      left join staff requested on requested.id = d.requested_by left join staff decided on decided.id = d.decided_by
      left join catalogue_draft reverted on reverted.id = d.reverts
    where d.network_id = ${filter.networkId}
      and (${filter.id ?? null}::uuid is null or d.id = ${filter.id ?? null}::uuid)
      and (${filter.state ?? null}::text is null or d.status = ${filter.state ?? null})
      and (${filter.after?.id ?? null}::uuid is null
        or (d.created_at, d.id) < (${filter.after?.at ?? null}::timestamptz, ${filter.after?.id ?? null}::uuid))
    order by d.created_at desc, d.id desc limit ${filter.limit}`.execute(db);
  return found.rows;
}
