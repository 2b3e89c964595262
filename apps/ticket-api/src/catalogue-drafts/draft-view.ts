import type { Language, Texts } from "@guichet/contract/locales.ts";
import { textIn } from "@guichet/contract/locales.ts";
import type { NetworkPack } from "@guichet/contract/network-pack.ts";
import type {
  CatalogueDraft,
  CatalogueFault,
  DraftChange,
} from "@guichet/contract/office/catalogue/catalogue-drafts.ts";
import { changedKeys, type ItemValues } from "@guichet/rules/catalogue-drafts/merge-item.ts";
import type { z } from "zod";
import type { Database, Tx } from "../database/database.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import { sameValueOf } from "../networks/catalogue-items.ts";
import { readPack } from "../networks/export.ts";
import { checkContents, withIdPaths } from "../networks/pack-checks.ts";
import { warnOfPack } from "../networks/pack-warnings.ts";
import { warnOfTermsDays } from "../networks/terms-warnings.ts";
import { readTravelPlan } from "../transit-feed/feed-store.ts";
import { type AppliedChange, type AppliedDraft, type AppliedItem, type AppliedOrder, isOrder } from "./apply-draft.ts";
import { type ListedDraft, listDrafts } from "./draft-store.ts";

/** A pack without its timetable, which the catalogue does not change. */
export type LivePack = Omit<NetworkPack, "gtfs">;

/** The live pack of a network that is known to exist. */
export async function livePack(db: Database | Tx, networkId: string): Promise<LivePack> {
  const pack = await readPack(db, networkId);
  if (pack === undefined) throw new Error(`Network ${networkId} does not exist`);
  return pack;
}

/**
 * What an import of the changed pack would refuse. A fault that the live pack has already, from before it was checked, is not the draft's:
 * it may be in a file that the office does not change.
 */
export async function faultsOf(db: Database | Tx, live: LivePack, { pack }: AppliedDraft): Promise<CatalogueFault[]> {
  const travel = await readTravelPlan(db, live.network.id);
  const fares = travel === null ? "none" : travel.fares;
  const found = checkContents({ ...live, ...pack }, fares);
  if (found.length === 0) return found;
  const known = new Set(checkContents(live, fares).map(textOf));
  return found.filter((fault) => !known.has(textOf(fault)));
}

/** What an import of the changed pack would warn of, and of the live one would not. `at`: an instant. */
export function warningsOf(live: LivePack, { pack }: AppliedDraft, at: string): CatalogueFault[] {
  const draft = { ...live, ...pack };
  const known = new Set(withIdPaths(live, warnOfPack(live, at)).map(textOf));
  const found = [...warnOfPack(draft, at), ...warnOfTermsDays(live, draft)];
  return withIdPaths(draft, found).filter((warning) => !known.has(textOf(warning)));
}

const textOf = ({ file, path, message }: CatalogueFault): string => JSON.stringify([file, path, message]);

/** A draft as calls answer it. */
export function draftView(row: ListedDraft): z.input<typeof CatalogueDraft> {
  const { id, status, networkId: _, sequences: __, reverts, revertsName, ...draft } = row;
  return {
    ...draft,
    ...{ draftId: id, state: status },
    reverts: reverts === null ? null : { draftId: reverts, name: revertsName ?? "" },
  };
}

/** Reads a draft that is known to exist, as calls answer it. */
export async function readDraftView(db: Database | Tx, networkId: string, id: string) {
  const [row] = await listDrafts(db, { networkId, id, limit: 1 });
  if (row === undefined) throw new Error(`Draft ${id} does not exist`);
  return draftView(row);
}

/** The changes of a draft with the names of their authors, as calls answer them. */
export function changesView(
  changes: readonly AppliedChange[],
  names: ReadonlyMap<string, string>,
  network: LoadedNetwork,
): z.input<typeof DraftChange>[] {
  return changes.map((change) => {
    const { kind, itemId, changedBy, changedAt } = change.row;
    const { conflicts } = change;
    const shared = { kind, itemId, conflicts, changedBy: names.get(changedBy) ?? null, changedAt };
    return { ...shared, ...(isOrder(change) ? orderChange(change) : itemChange(change, network)) };
  });
}

type ChangedValues = Pick<z.input<typeof DraftChange>, "name" | "change" | "fields">;

const orderChange = ({ live, values }: AppliedOrder): ChangedValues => ({
  ...{ name: "", change: "changed" },
  fields: [{ field: "order", before: json(live), after: json(values) }],
});

function itemChange({ row, live, values }: AppliedItem, { language, definition }: LoadedNetwork): ChangedValues {
  const name = itemName(values ?? live, language, definition.languages);
  if (values === null) return { name, change: "withdrawn", fields: [] };
  if (live === null) return { name, change: "added", fields: [] };
  const fields = changedKeys(live, values, sameValueOf(row.kind)).map((field) => {
    return { field, before: json(live[field]), after: json(values[field]) };
  });
  return { name, change: "changed", fields };
}

const json = (value: unknown): string | null => (value === undefined ? null : JSON.stringify(value));

/** The name of an item, which every kind has. */
export function itemName(item: ItemValues | null, language: Language, languages: readonly Language[]): string {
  const name = item?.name;
  return isTexts(name) ? textIn(name, language, languages) : String(item?.id ?? "");
}

const isTexts = (value: unknown): value is Texts => typeof value === "object" && value !== null;
