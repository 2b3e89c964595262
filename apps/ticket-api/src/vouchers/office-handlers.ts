import { voucherMaxLength } from "@guichet/contract/limits/cart-limits.ts";
import { pageSize } from "@guichet/contract/limits/request-limits.ts";
import type {
  BatchVoucher,
  blockVouchers,
  downloadVouchers,
  getVoucherBatch,
  listVoucherBatches,
  VoucherBatch,
} from "@guichet/contract/office/vouchers.ts";
import { err, ok, type Result } from "@guichet/contract/result.ts";
import { voucherCode } from "@guichet/rules/vouchers.ts";
import { z } from "zod";
import { csvFile, everyRow } from "../csv-file.ts";
import { runTransaction } from "../database/transaction.ts";
import type { Handler, ModuleHandlers } from "../http/call-handler.ts";
import { cursorAfter, keysetCursor, readCursor, readKeysetCursor } from "../http/cursor.ts";
import { isUuid } from "../ids.ts";
import { recordAuditEntry } from "../staff/audit-entry-store.ts";
import {
  type BatchVoucherRow,
  blockCodes,
  listBatches,
  listBatchVouchers,
  markBatchBlocked,
  readBatch,
} from "./batch-store.ts";
import { batchView } from "./batch-view.ts";
import { createBatchHandler } from "./create-batch.ts";

/** Handlers of vouchers in batches. */
export const vouchersOfficeHandlers: ModuleHandlers<
  "listVoucherBatches" | "getVoucherBatch" | "createVoucherBatch" | "blockVouchers" | "downloadVouchers"
> = {
  listVoucherBatches: (ctx) => listHandler(ctx),
  getVoucherBatch: (ctx) => getHandler(ctx),
  createVoucherBatch: createBatchHandler,
  blockVouchers: (ctx) => blockHandler(ctx),
  downloadVouchers: (ctx) => downloadHandler(ctx),
};

const listHandler: Handler<typeof listVoucherBatches> = async ({ deps, network, request }) => {
  const after = readCursor(request.cursor);
  if (!after.ok) return after;
  const { limit = pageSize } = request;
  const found = await listBatches(deps.db, { networkId: network.id, after: after.value, limit: limit + 1 });
  const { page, nextCursor } = cursorAfter(found, limit);
  return ok({ items: page.map(batchView), ...(nextCursor === undefined ? {} : { nextCursor }) });
};

const After = z.strictObject({ code: z.string().max(voucherMaxLength) });

const getHandler: Handler<typeof getVoucherBatch> = async ({ deps, network, request }) => {
  const after = readKeysetCursor(request.cursor, After);
  if (!after.ok) return after;
  const { batchId, state, code, limit = pageSize } = request;
  const batch = isUuid(batchId) ? await readBatch(deps.db, network.id, batchId) : undefined;
  if (batch === undefined) return err("NOT_FOUND");
  const filter = { batchId, state, code: code === undefined ? undefined : voucherCode(code), after: after.value?.code };
  const rows = await listBatchVouchers(deps.db, { ...filter, limit: limit + 1 });
  const items: BatchVoucher[] = rows.slice(0, limit);
  const last = items.at(-1);
  const more = rows.length > limit && last !== undefined ? { nextCursor: keysetCursor({ code: last.code }) } : {};
  return ok({ batch: batchView(batch), items, ...more });
};

const blockHandler: Handler<typeof blockVouchers> = async ({ deps, network, request, session }) => {
  const { batchId, reason } = request;
  const code = request.code === undefined ? undefined : voucherCode(request.code);
  type Blocked = Result<{ batch: VoucherBatch; blocked: number }, "NOT_FOUND" | "TRANSITION_NOT_ALLOWED">;
  return runTransaction(deps.db, async (tx): Promise<Blocked> => {
    const at = deps.clock.iso();
    const found = isUuid(batchId) ? await readBatch(tx, network.id, batchId) : undefined;
    if (found === undefined) return err("NOT_FOUND");
    const isMarked = code === undefined && (await markBatchBlocked(tx, batchId, at));
    const blocked = await blockCodes(tx, { batchId, code, at });
    if (!isMarked && blocked === 0) return err("TRANSITION_NOT_ALLOWED", { state: "blocked" });
    const act = code === undefined ? "voucher.block-batch" : "voucher.block";
    const entry = { networkId: network.id, staffId: session.staffId, act, thing: batchId };
    await recordAuditEntry(tx, deps, { ...entry, reason: code === undefined ? reason : `${code}: ${reason}` });
    return ok({ batch: batchView((await readBatch(tx, network.id, batchId)) ?? found), blocked });
  });
};

const header = ["code", "state", "uses", "limit", "last_used_at", "blocked_at", "valid_from", "valid_until"];

const downloadHandler: Handler<typeof downloadVouchers> = async ({ deps, network, request, session }) => {
  const { batchId } = request;
  const found = isUuid(batchId) ? await readBatch(deps.db, network.id, batchId) : undefined;
  if (found === undefined) return err("NOT_FOUND");
  const { limit, validFrom, validUntil } = batchView(found);
  const rows = await everyRow<BatchVoucherRow>((last, size) =>
    listBatchVouchers(deps.db, { batchId, after: last?.code, limit: size }),
  );
  const lines = rows.map(({ code, uses, lastUsedAt, blockedAt }) => {
    const state = blockedAt !== null ? "blocked" : uses > 0 ? "used" : "unused";
    return [code, state, uses, limit, lastUsedAt, blockedAt, validFrom, validUntil];
  });
  const entry = { networkId: network.id, staffId: session.staffId, act: "voucher.download", thing: batchId };
  await deps.db.transaction().execute((tx) => recordAuditEntry(tx, deps, entry));
  return ok({ bytes: csvFile(header, lines), filename: `vouchers-${validFrom}.csv` });
};
