import { cardBlocksShown, cardFileFaultsShown } from "@guichet/contract/limits/transport-card-limits.ts";
import type { blockCards, downloadCardBlocks, previewCardBlocks } from "@guichet/contract/office/cards/card-blocks.ts";
import { err, ok } from "@guichet/contract/result.ts";
import { dayIn } from "@guichet/rules/dates/days.ts";
import { formatCardNumber } from "@guichet/rules/transport-cards.ts";
import { type CsvField, csvChunks, rowPages } from "../csv-file.ts";
import type { Database } from "../database/database.ts";
import { runTransaction } from "../database/transaction.ts";
import type { Handler } from "../http/call-handler.ts";
import { recordAuditEntry } from "../staff/audit-entry-store.ts";
import { blockBlankCards, blockedBlankCards, lockStock } from "../transport-card-records/blank-card-store.ts";
import { type HotCard, hotCards } from "../transport-card-records/incident-store.ts";
import { lockCardsWithTickets } from "../transport-cards/card-lock-store.ts";
import { blockCard } from "../transport-cards/incidents.ts";
import { checkBlocks } from "./check-blocks.ts";

export const previewBlocksHandler: Handler<typeof previewCardBlocks> = async ({ deps, network, request, upload }) => {
  const checked = await checkBlocks(deps.db, network, { upload, incident: request.incident, at: deps.clock.iso() });
  if (!checked.ok) return checked;
  const { held, blank, faults, listDigest: _, ...counts } = checked.value;
  const shown = faults.slice(0, cardFileFaultsShown);
  const heldCards = held.slice(0, cardBlocksShown).map(({ number }) => formatCardNumber(number));
  const preview = {
    ...counts,
    held: held.length,
    heldCards,
    blank: blank.length,
    faultCount: faults.length,
    faults: shown,
  };
  return ok({ preview });
};

/** Blocks all cards of the list in one transaction; each card of a person by the function that blocks a single one. */
export const blockCardsHandler: Handler<typeof blockCards> = async ({ deps, network, request, session, upload }) => {
  const { digest, incident, note } = request;
  const { staffId } = session;
  const at = deps.clock.iso();
  const result = await runTransaction(deps.db, async (tx) => {
    await lockStock(tx, network.id);
    const checked = await checkBlocks(tx, network, { upload, incident, at });
    if (!checked.ok) return checked;
    const { listDigest, held, blank, unchanged, faults } = checked.value;
    if (faults.length > 0) return err("FIELD_INVALID", { field: "file", faultCount: faults.length });
    // Sent twice, it is done.
    if (held.length + blank.length === 0) return ok({ blocked: 0, unchanged });
    if (checked.value.digest !== digest) return err("FIELD_INVALID", { field: "digest" });
    // One that was handed over since the check is a person's: the list is checked again.
    if ((await blockBlankCards(tx, network.id, blank, at)) < blank.length)
      return err("FIELD_INVALID", { field: "digest" });
    // One order for everybody who locks several cards and tickets.
    const cards = held.toSorted((one, other) => (one.cardId < other.cardId ? -1 : 1));
    await lockCardsWithTickets(
      tx,
      cards.map(({ cardId }) => cardId),
    );
    // What the list is about may name people, and is part of nobody's record: theirs names the list.
    const ofList = `CSV ${listDigest.slice(0, 12)}`;
    for (const { cardId, incident: kind } of cards) {
      const blocked = await blockCard(tx, deps, network, { cardId, kind, note: ofList, by: { staffId } });
      // Somebody changed the card since it was read: nothing is blocked, and the list is checked again.
      if (!blocked.ok) return err("FIELD_INVALID", { field: "file", faultCount: 1 });
      const { accountId } = blocked.value.card;
      const entry = { networkId: network.id, staffId, act: "card.block", thing: cardId, accountId, reason: ofList };
      await recordAuditEntry(tx, deps, entry);
    }
    const blocked = held.length + blank.length;
    await recordAuditEntry(tx, deps, {
      ...{ networkId: network.id, staffId, act: "card-stock.block", thing: listDigest.slice(0, 12), reason: note },
      changes: [
        { field: "cards-blocked", before: null, after: `${blocked}` },
        { field: "cards-unchanged", before: null, after: `${unchanged}` },
        { field: "file-digest", before: null, after: listDigest },
      ],
    });
    return ok({ blocked, unchanged });
  });
  if (result.ok) deps.wake();
  return result;
};

/** Numbers are in groups: a spreadsheet would round one of sixteen digits, and reads groups as text. */
export const downloadBlocksHandler: Handler<typeof downloadCardBlocks> = async ({ deps, network, session }) => {
  const networkId = network.id;
  const now = deps.clock.iso();
  const filename = `blocked-cards-${dayIn(now, network.definition.timeZone)}.csv`;
  const entry = { networkId, staffId: session.staffId, act: "card-stock.download", thing: filename };
  await deps.db.transaction().execute((tx) => recordAuditEntry(tx, deps, entry));
  return ok({ bytes: csvChunks(["number", "reason", "since"], blockedRows(deps.db, networkId, now)), filename });
};

/** Every blocked card: those of people first, then the blank ones. */
async function* blockedRows(db: Database, networkId: string, now: string): AsyncGenerator<CsvField[][]> {
  const row = ({ number, incident, since }: Pick<HotCard, "number" | "incident" | "since">) => [
    formatCardNumber(number),
    incident,
    since,
  ];
  const held = rowPages<HotCard>((after, limit) => hotCards(db, { networkId, now, before: after?.id, limit }));
  for await (const page of held) yield page.map(row);
  const blank = rowPages<Awaited<ReturnType<typeof blockedBlankCards>>[number]>((after, limit) =>
    blockedBlankCards(db, networkId, { after: after?.number, limit }),
  );
  for await (const page of blank) yield page.map(row);
}
