import type { VoucherState } from "@guichet/contract/office/vouchers.ts";
import { type RawBuilder, sql } from "kysely";
import type { Database, Tx } from "../database/database.ts";

/** Vouchers with the same terms, and how many of them were used. Minor units. */
export interface BatchRow {
  id: string;
  name: string;
  terms: unknown;
  validFrom: string;
  validUntil: string;
  currency: string;
  createdBy: string | null;
  createdAt: string;
  blockedAt: string | null;
  codeCount: number;
  usedCount: number;
  useCount: number;
  blockedCount: number;
}

export interface NewBatch {
  id: string;
  networkId: string;
  name: string;
  /** As a voucher of a pack, without its code. */
  terms: Record<string, unknown>;
  validFrom: string;
  validUntil: string;
  currency: string;
  createdBy: string;
  createdAt: string;
}

export async function insertBatch(tx: Tx, batch: NewBatch): Promise<void> {
  await sql`insert into voucher_batch (id, network_id, name, terms, valid_from, valid_until, currency, created_by, created_at)
    values (${batch.id}, ${batch.networkId}, ${batch.name}, ${JSON.stringify(batch.terms)}, ${batch.validFrom},
      ${batch.validUntil}, ${batch.currency}, ${batch.createdBy}, ${batch.createdAt})`.execute(tx);
}

/** Inserts the codes of a batch that are free in its network; returns how many. */
export async function insertBatchVouchers(
  tx: Tx,
  { id, networkId, terms }: NewBatch,
  limit: number,
  codes: readonly string[],
): Promise<number> {
  const inserted = await sql`insert into voucher (network_id, code, definition, use_limit, batch_id)
    select ${networkId}, code, ${JSON.stringify(terms)}::jsonb || jsonb_build_object('code', code), ${limit}, ${id}
    from unnest(${codes}::text[]) code on conflict (network_id, code) do nothing`.execute(tx);
  return Number(inserted.numAffectedRows ?? 0n);
}

const columns = sql`b.id, b.name, b.terms, b.valid_from as "validFrom", b.valid_until as "validUntil", b.currency,
  s.name as "createdBy", b.created_at as "createdAt", b.blocked_at as "blockedAt", counted.*`;
const rows = sql`voucher_batch b left join staff s on s.id = b.created_by
  cross join lateral (select count(*)::integer as "codeCount", count(*) filter (where v.uses > 0)::integer as "usedCount",
    coalesce(sum(v.uses), 0)::integer as "useCount", count(v.blocked_at)::integer as "blockedCount"
    from voucher v where v.batch_id = b.id) counted`;

/** Lists one page of the batches of a network, the newest first; `after` is an id. */
export async function listBatches(
  db: Database,
  { networkId, after = null, limit }: { networkId: string; after: string | null | undefined; limit: number },
): Promise<BatchRow[]> {
  const found = await sql<BatchRow>`select ${columns} from ${rows} where b.network_id = ${networkId}
      and (${after}::uuid is null
        or (b.created_at, b.id) < (select created_at, id from voucher_batch where id = ${after}::uuid))
    order by b.created_at desc, b.id desc limit ${limit}`.execute(db);
  return found.rows;
}

export async function readBatch(db: Database | Tx, networkId: string, id: string): Promise<BatchRow | undefined> {
  const found = await sql<BatchRow>`select ${columns} from ${rows}
    where b.network_id = ${networkId} and b.id = ${id}::uuid`.execute(db);
  return found.rows[0];
}

/** One code of a batch. */
export interface BatchVoucherRow {
  code: string;
  uses: number;
  lastUsedAt: string | null;
  blockedAt: string | null;
}

const inState: Record<VoucherState, RawBuilder<unknown>> = {
  unused: sql`v.uses = 0 and v.blocked_at is null`,
  used: sql`v.uses > 0 and v.blocked_at is null`,
  blocked: sql`v.blocked_at is not null`,
};

/** Lists one page of the codes of a batch, by code; `after` is a code. */
export async function listBatchVouchers(
  db: Database,
  filter: {
    batchId: string;
    state?: VoucherState | undefined;
    code?: string | undefined;
    after?: string | undefined;
    limit: number;
  },
): Promise<BatchVoucherRow[]> {
  const { batchId, state, code = null, after = null, limit } = filter;
  const found = await sql<BatchVoucherRow>`select v.code, v.uses, v.blocked_at as "blockedAt",
      (select max(u.at) from voucher_use u where u.network_id = v.network_id and u.code = v.code
        and u.given_back_at is null) as "lastUsedAt"
    from voucher v where v.batch_id = ${batchId}::uuid and (${code}::text is null or v.code = ${code})
      and ${state === undefined ? sql`true` : inState[state]}
      and (${after}::text is null or v.code collate "C" > ${after}::text collate "C")
    order by v.code collate "C" limit ${limit}`.execute(db);
  return found.rows;
}

/**
 * Blocks the codes of a batch that are not blocked, or one of them; returns how many. An order that counts a use at this
 * moment comes before or after it. The codes are locked in the sequence in which orders use them, so that neither deadlocks.
 */
export async function blockCodes(
  tx: Tx,
  { batchId, code = null, at }: { batchId: string; code: string | null | undefined; at: string },
): Promise<number> {
  const blocked = await sql`with unblocked as materialized (
      select network_id, code from voucher
      where batch_id = ${batchId}::uuid and (${code}::text is null or code = ${code}) and blocked_at is null
      order by code collate "C" for update)
    update voucher set blocked_at = ${at} from unblocked
    where voucher.network_id = unblocked.network_id and voucher.code = unblocked.code`.execute(tx);
  return Number(blocked.numAffectedRows ?? 0n);
}

/** Marks a whole batch as blocked; false: it was before. */
export async function markBatchBlocked(tx: Tx, batchId: string, at: string): Promise<boolean> {
  const marked = await sql`update voucher_batch set blocked_at = ${at}
    where id = ${batchId}::uuid and blocked_at is null`.execute(tx);
  return marked.numAffectedRows === 1n;
}

/** Which of these are no articles of the network's catalogue. */
export async function unknownArticles(db: Database, networkId: string, ids: readonly string[]): Promise<string[]> {
  const found = await sql<{ id: string }>`select unnest(${ids}::text[]) as id
    except select id from article where network_id = ${networkId} and withdrawn_at is null`.execute(db);
  return found.rows.map(({ id }) => id);
}
