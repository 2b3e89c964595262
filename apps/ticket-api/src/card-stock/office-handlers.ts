import { pageSize } from "@guichet/contract/limits/request-limits.ts";
import { cardFileFaultsShown, cardNumberMaxLength } from "@guichet/contract/limits/transport-card-limits.ts";
import type {
  importCards,
  listCardBatches,
  listStockedCards,
  previewCardImport,
} from "@guichet/contract/office/cards/card-stock.ts";
import { err, ok } from "@guichet/contract/result.ts";
import { Instant } from "@guichet/contract/values.ts";
import { dayIn } from "@guichet/rules/dates/days.ts";
import { formatCardNumber, normaliseCardNumber } from "@guichet/rules/transport-cards.ts";
import { z } from "zod";
import { runTransaction } from "../database/transaction.ts";
import type { Handler, ModuleHandlers } from "../http/call-handler.ts";
import { cursorAfter, keysetCursor, readCursor, readKeysetCursor } from "../http/cursor.ts";
import { recordAuditEntry } from "../staff/audit-entry-store.ts";
import { stockedCards } from "../transport-card-records/blank-card-handover-store.ts";
import { addBlankCards, listBatches, lockCardNumbers, lockStock } from "../transport-card-records/blank-card-store.ts";
import { blockCardsHandler, downloadBlocksHandler, previewBlocksHandler } from "./block-list.ts";
import { checkImport } from "./check-import.ts";

/** Handlers of the stock of blank cards. */
export const cardStockOfficeHandlers: ModuleHandlers<
  | "listCardBatches"
  | "listStockedCards"
  | "previewCardImport"
  | "importCards"
  | "previewCardBlocks"
  | "blockCards"
  | "downloadCardBlocks"
> = {
  listCardBatches: (ctx) => listHandler(ctx),
  listStockedCards: (ctx) => stockedHandler(ctx),
  previewCardImport: (ctx) => previewHandler(ctx),
  importCards: (ctx) => importHandler(ctx),
  previewCardBlocks: previewBlocksHandler,
  blockCards: blockCardsHandler,
  downloadCardBlocks: downloadBlocksHandler,
};

const listHandler: Handler<typeof listCardBatches> = async ({ deps, network, request }) => {
  const after = readCursor(request.cursor);
  if (!after.ok) return after;
  const { limit = pageSize } = request;
  const today = dayIn(deps.clock.iso(), network.definition.timeZone);
  const found = await listBatches(deps.db, { networkId: network.id, today, after: after.value, limit: limit + 1 });
  const { page, nextCursor } = cursorAfter(found, limit);
  const items = page.map(({ id, ...batch }) => ({ batchId: id, ...batch }));
  return ok({ items, ...(nextCursor === undefined ? {} : { nextCursor }) });
};

const stockedHandler: Handler<typeof listStockedCards> = async ({ deps, network, request }) => {
  const after = readKeysetCursor(request.cursor, HandedOver);
  if (!after.ok) return after;
  const { limit = pageSize } = request;
  const found = await stockedCards(deps.db, {
    networkId: network.id,
    number: request.number === undefined ? undefined : normaliseCardNumber(request.number),
    today: dayIn(deps.clock.iso(), network.definition.timeZone),
    ...{ after: after.value, limit: limit + 1 },
  });
  const last = found.length > limit ? found[limit - 1] : undefined;
  const items = found
    .slice(0, limit)
    .map(({ number, cardId, firstName, lastName, chip, batch, expiresOn, state, handedAt }) => ({
      ...{ number: formatCardNumber(number), chip, batch, expiresOn, state, handedAt },
      holder: cardId === null ? null : { cardId, name: `${firstName ?? ""} ${lastName ?? ""}`.trim() },
    }));
  if (last === undefined) return ok({ items });
  return ok({ items, nextCursor: keysetCursor({ handedAt: last.handedAt, number: last.number }) });
};
/** The last card of a page of cards that were handed over. */
const HandedOver = z.object({ handedAt: Instant, number: z.string().max(cardNumberMaxLength) });

const previewHandler: Handler<typeof previewCardImport> = async ({ deps, network, upload }) => {
  const checked = await checkImport(deps.db, network, upload);
  if (!checked.ok) return checked;
  const { batchOfFile: batch, fileDigest: _, added, faults, ...counts } = checked.value;
  const shown = faults.slice(0, cardFileFaultsShown);
  const [first, last] = [added[0], added.at(-1)].map((card) => card?.number ?? null);
  const cards = { batch, added: added.length, first: first ?? null, last: last ?? null };
  return ok({ preview: { ...counts, ...cards, faultCount: faults.length, faults: shown } });
};

/** The file is read and compared again under the lock: what another import added in between counts. */
const importHandler: Handler<typeof importCards> = async ({ deps, network, request, session, upload }) =>
  runTransaction(deps.db, async (tx) => {
    await lockStock(tx, network.id);
    await lockCardNumbers(tx, network.id, "exclusive");
    const checked = await checkImport(tx, network, upload);
    if (!checked.ok) return checked;
    const { digest, fileDigest, batchOfFile, added, unchanged, faults } = checked.value;
    if (faults.length > 0) return err("FIELD_INVALID", { field: "file", faultCount: faults.length });
    // Sent twice, it is done.
    if (added.length === 0) return ok({ added: 0, unchanged });
    if (digest !== request.digest) return err("FIELD_INVALID", { field: "digest" });
    await addBlankCards(tx, { networkId: network.id, at: deps.clock.iso(), newId: deps.ids.uuid }, added);
    await recordAuditEntry(tx, deps, {
      ...{ networkId: network.id, staffId: session.staffId, act: "card-stock.import", thing: batchOfFile },
      changes: [
        { field: "cards-added", before: null, after: `${added.length}` },
        { field: "cards-unchanged", before: null, after: `${unchanged}` },
        { field: "file-digest", before: null, after: fileDigest },
      ],
    });
    return ok({ added: added.length, unchanged });
  });
