import { type NetworkPack, PackArticle, PackCatalogue, PackNetwork } from "@guichet/contract/network-pack.ts";
import { PackAgencies } from "@guichet/contract/packs/pack-agencies.ts";
import { PackVoucher } from "@guichet/contract/packs/pack-vouchers.ts";
import { z } from "zod";
import { feedParts } from "../transit-feed/feed-parts.ts";
import { canonicalJson } from "./canonical.ts";

export type Change = "added" | "changed" | "withdrawn" | "unchanged";

/** A change by an import to one item of a network: `article day-pass changed (price, name)`. */
export interface PackChange {
  kind: string;
  id: string;
  change: Change;
  /** The changed keys. */
  keys: string[];
}

interface ComparedList {
  kind: string;
  schema: z.ZodType;
  of(pack: NetworkPack): ReadonlyMap<string, unknown>;
  /** Whether the order of the list is significant. */
  ordered?: boolean;
}

const byId = <T extends { id: string }>(list: readonly T[]) => new Map(list.map((each) => [each.id, each]));
const catalogueParts = PackCatalogue.shape;

const comparedLists: readonly ComparedList[] = [
  { kind: "network", schema: PackNetwork, of: (pack) => new Map([[pack.network.id, pack.network]]) },
  { kind: "logo", schema: z.string(), of: (pack) => new Map([["logo.svg", pack.logo]]) },
  {
    kind: "category",
    schema: catalogueParts.categories.element,
    of: (pack) => byId(pack.catalogue.categories),
    ordered: true,
  },
  {
    kind: "group",
    schema: catalogueParts.groups.def.innerType.element,
    of: (pack) => byId(pack.catalogue.groups),
    ordered: true,
  },
  {
    kind: "tariff",
    schema: catalogueParts.tariffs.def.innerType.element,
    of: (pack) => byId(pack.catalogue.tariffs),
    ordered: true,
  },
  {
    kind: "document type",
    schema: catalogueParts.documentTypes.def.innerType.element,
    of: (pack) => byId(pack.catalogue.documentTypes),
    ordered: true,
  },
  {
    kind: "status",
    schema: catalogueParts.statuses.def.innerType.element,
    of: (pack) => byId(pack.catalogue.statuses),
    ordered: true,
  },
  { kind: "article", schema: PackArticle, of: (pack) => byId(pack.catalogue.articles), ordered: true },
  { kind: "agency", schema: PackAgencies.shape.agencies.element, of: (pack) => byId(pack.agencies.agencies) },
  {
    kind: "voucher",
    schema: PackVoucher,
    of: (pack) => new Map(pack.vouchers.vouchers.map((each) => [each.code, each])),
  },
  {
    kind: "feed",
    schema: z.record(z.string(), z.string()),
    of: ({ gtfs, network }) => (gtfs === undefined ? new Map() : new Map([["gtfs.zip", feedParts(gtfs, network)]])),
  },
  { kind: "text", schema: z.string(), of: textsOf },
];

/** Compares the network (undefined: there is none) with the pack, item by item. */
export function comparePacks(before: NetworkPack | undefined, after: NetworkPack): PackChange[] {
  return comparedLists.flatMap((list) =>
    compareList(list, before === undefined ? new Map() : list.of(before), list.of(after)),
  );
}

/** Describes the changes for a person: a line for every changed item, and a count of the others. */
export function describeChanges(networkId: string, changes: readonly PackChange[]): string {
  const changed = changes.filter(({ change }) => change !== "unchanged");
  const unchanged = changes.length - changed.length;
  if (changed.length === 0) return `${networkId}: nothing changed (${unchanged} items unchanged)`;
  const lines = changed.map(({ kind, id, change, keys }) => {
    const what = keys.length === 0 ? "" : ` (${keys.join(", ")})`;
    return `  ${change.padEnd(9)} ${kind} ${id}${what}`;
  });
  return [`${networkId}: ${changed.length} changed, ${unchanged} unchanged`, ...lines].join("\n");
}

function compareList(list: ComparedList, before: ReadonlyMap<string, unknown>, after: ReadonlyMap<string, unknown>) {
  const { kind, schema } = list;
  const changes: PackChange[] = [];
  for (const [id, value] of after) {
    const old = before.get(id);
    const keys = old === undefined ? [] : changedKeys(schema, old, value);
    const unchanged = old !== undefined && canonicalJson(schema, old) === canonicalJson(schema, value);
    changes.push({ kind, id, change: old === undefined ? "added" : unchanged ? "unchanged" : "changed", keys });
  }
  for (const id of before.keys()) if (!after.has(id)) changes.push({ kind, id, change: "withdrawn", keys: [] });
  const orderBefore = [...before.keys()].filter((id) => after.has(id));
  const orderAfter = [...after.keys()].filter((id) => before.has(id));
  if (list.ordered && orderBefore.join() !== orderAfter.join()) {
    changes.push({ kind, id: "*", change: "changed", keys: ["order"] });
  }
  return changes;
}

function changedKeys(schema: z.ZodType, before: unknown, after: unknown): string[] {
  if (!isRecord(before) || !isRecord(after)) return [];
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  const shape = schema instanceof z.ZodObject ? schema.shape : {};
  return [...keys].filter((key) => {
    const part = shape[key] ?? z.json();
    return canonicalJson(part, before[key]) !== canonicalJson(part, after[key]);
  });
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function textsOf(pack: NetworkPack): Map<string, unknown> {
  const texts = new Map<string, unknown>();
  for (const [kind, byLanguage] of Object.entries(pack.terms)) {
    for (const [language, text] of Object.entries(byLanguage)) texts.set(`${language}/${kind}`, text);
  }
  return texts;
}
