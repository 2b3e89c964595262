import { type NetworkPack, termsKinds } from "@guichet/contract/network-pack.ts";
import { CatalogueItemKind, type DraftItemKind } from "@guichet/contract/office/catalogue/catalogue-drafts.ts";
import { PackAgencies } from "@guichet/contract/packs/pack-agencies.ts";
import { mergeOrder } from "@guichet/rules/catalogue-drafts/merge-item.ts";
import { dayIn } from "@guichet/rules/dates/days.ts";
import type { OfficeChangedAgency } from "../network-registry/agency-store.ts";
import { canonicalJson } from "./canonical.ts";
import { inOrderOf, itemLists, itemsOf, itemText, withItem } from "./catalogue-items.ts";
import type { DraftedPack } from "./network-items.ts";
import type { OfficeChangedItem } from "./office-change-store.ts";
import type { PackFault } from "./pack-folder.ts";

/** What an import does with what the office changed and the pack has otherwise: keeps it, or replaces it. */
export type OfficeChanges = "keep" | "replace";

const Agency = PackAgencies.shape.agencies.element;

/** Tells the agencies that the office changed and the pack has otherwise from those that are the `same` in both (their ids). */
export function compareOfficeAgencies(
  changed: readonly OfficeChangedAgency[],
  { agencies: { agencies } }: NetworkPack,
): { different: OfficeChangedAgency[]; same: string[] } {
  const isSame = ({ id, agency, isClosed }: OfficeChangedAgency): boolean => {
    const given = agencies.find((one) => one.id === id);
    if (given === undefined || isClosed) return given === undefined && isClosed;
    return canonicalJson(Agency, given) === canonicalJson(Agency, agency);
  };
  return {
    different: changed.filter((one) => !isSame(one)),
    same: changed.filter(isSame).map(({ id }) => id),
  };
}

/** Tells the items that the office changed and the pack has otherwise from those that are the `same` in both. */
export function compareOfficeItems(
  changed: readonly OfficeChangedItem[],
  live: DraftedPack,
  given: DraftedPack,
): { different: OfficeChangedItem[]; same: OfficeChangedItem[] } {
  const isSame = ({ kind, itemId }: OfficeChangedItem): boolean => {
    if (kind !== "order") return textOf(live, kind, itemId) === textOf(given, kind, itemId);
    const sequences = sequencesOf(live, given, CatalogueItemKind.parse(itemId));
    return sequences.live.join() === sequences.given.join();
  };
  return { different: changed.filter((one) => !isSame(one)), same: changed.filter(isSame) };
}

const textOf = (pack: DraftedPack, kind: DraftItemKind, id: string): string =>
  itemText(kind, itemsOf(pack, kind).find((item) => item.id === id) ?? null);

/** The ids that two packs share, in the sequence of each. */
function sequencesOf(live: DraftedPack, given: DraftedPack, kind: CatalogueItemKind) {
  const ids = { live: itemsOf(live, kind).map(({ id }) => id), given: itemsOf(given, kind).map(({ id }) => id) };
  return {
    live: ids.live.filter((id) => ids.given.includes(id)),
    given: ids.given.filter((id) => ids.live.includes(id)),
  };
}

/** Refuses to undo what the office changed: one fault for each of these agencies and items. */
export const faultsOfOfficeChanges = (
  agencies: readonly OfficeChangedAgency[],
  items: readonly OfficeChangedItem[],
  { network: { timeZone } }: NetworkPack,
): PackFault[] => {
  const message = (verb: string, { changedAt, changedBy }: { changedAt: string; changedBy: string | null }) =>
    `${verb} in the office on ${dayIn(changedAt, timeZone)}${changedBy === null ? "" : ` by ${changedBy}`}, and the pack differs: export the network first, or import with --office-changes keep or replace`;
  return [
    ...agencies.map((one) => ({
      file: "agencies.json",
      path: `agencies.${one.id}`,
      message: message(one.isClosed ? "closed" : "changed", one),
    })),
    ...items.map((one) => ({
      ...placeOf(one),
      message: message(one.kind === "order" ? "sorted" : "changed", one),
    })),
  ];
};

/** Where an item is in the files of a pack. */
function placeOf({ kind, itemId }: OfficeChangedItem): Pick<PackFault, "file" | "path"> {
  if (kind === "order") return { file: "catalogue.json", path: itemLists[CatalogueItemKind.parse(itemId)] };
  if (kind === "legal-text") return { file: `terms/*/${termsKinds.find((one) => one === itemId) ?? "*"}.md`, path: "" };
  const listed = CatalogueItemKind.safeParse(kind);
  if (listed.success) return { file: "catalogue.json", path: `${itemLists[listed.data]}.${itemId}` };
  return { file: "network.json", path: `(${kind})` };
}

/** The pack with these items as the office left them. */
export function withItemsKept(pack: NetworkPack, kept: readonly OfficeChangedItem[], live: DraftedPack): NetworkPack {
  const drafted = kept.reduce<DraftedPack>((sofar, { kind, itemId }) => {
    if (kind !== "order")
      return withItem(sofar, kind, itemId, itemsOf(live, kind).find(({ id }) => id === itemId) ?? null);
    const sorted = CatalogueItemKind.parse(itemId);
    const [ids, current] = [live, sofar].map((one) => itemsOf(one, sorted).map(({ id }) => id));
    return inOrderOf(sofar, sorted, mergeOrder(ids ?? [], current ?? []));
  }, pack);
  return { ...pack, ...drafted };
}

/** The pack with these agencies as the office left them. */
export function withAgenciesKept(pack: NetworkPack, kept: readonly OfficeChangedAgency[]): NetworkPack {
  const others = pack.agencies.agencies.filter(({ id }) => kept.every((one) => one.id !== id));
  const open = kept.filter(({ isClosed }) => !isClosed).map(({ agency }) => agency);
  return { ...pack, agencies: { ...pack.agencies, agencies: [...others, ...open] } };
}
