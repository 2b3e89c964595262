import { Language, Texts } from "@guichet/contract/locales.ts";
import { type NetworkPack, PackNetwork, termsKinds } from "@guichet/contract/network-pack.ts";
import {
  NetworkItem,
  type NetworkItemKind,
  type SettingKind,
  settingKinds,
  settingsId,
} from "@guichet/contract/office/catalogue/network-items.ts";
import type { ItemValues } from "@guichet/rules/catalogue-drafts/merge-item.ts";
import type { z } from "zod";

/** The parts of a pack that drafts change. */
export type DraftedPack = Pick<NetworkPack, "network" | "catalogue" | "terms">;

/** The keys of `network.json` in which the settings of a kind are; the others are keys of it themselves. */
const objects: Partial<Record<SettingKind, "contact" | "accessibility" | "switches">> = {
  ...{ contact: "contact", accessibility: "accessibility", switches: "switches" },
};

const definitions = new Map(
  NetworkItem.options.map(({ shape: { kind, definition } }): [NetworkItemKind, z.ZodObject] => [
    kind.value,
    definition,
  ]),
);

/** The schema of an item of this kind. */
export function networkItemSchema(kind: NetworkItemKind): z.ZodObject {
  const schema = definitions.get(kind);
  if (schema === undefined) throw new Error(`${kind} is no kind of settings`);
  return schema;
}

export type NetworkEntry = ItemValues & { id: string };

/** The items of this kind: the settings as one item, or the legal texts. */
export function networkItemsOf({ network, terms }: DraftedPack, kind: NetworkItemKind): readonly NetworkEntry[] {
  if (kind === "legal-text") {
    return termsKinds.flatMap((id) => {
      const updatedOn = network.termsUpdatedOn[id];
      if (terms[id] === undefined || updatedOn === undefined) return [];
      return [{ id, updatedOn, texts: trimmed(terms[id]) }];
    });
  }
  const values = new Map(Object.entries(valuesOf(network, kind)));
  const keys = keysOf(kind).filter((key) => values.get(key) !== undefined);
  return [{ id: settingsId, ...Object.fromEntries(keys.map((key) => [key, values.get(key)])) }];
}

/** An item of this kind as it is compared: with the defaults of its schema, legal texts without line breaks at their end. Throws for what is none. */
export function parseNetworkItem(kind: NetworkItemKind, values: unknown): ItemValues {
  if (kind !== "legal-text") return networkItemSchema(kind).parse(values);
  const { texts, ...text } = legalText.parse(values);
  return { ...text, texts: trimmed(texts) };
}

/** The pack with an item of this kind replaced; throws for what is no such item. */
export function withNetworkItem(pack: DraftedPack, kind: NetworkItemKind, values: ItemValues): DraftedPack {
  if (kind === "legal-text") {
    const { id, updatedOn, texts } = legalText.parse(values);
    return {
      ...pack,
      network: { ...pack.network, termsUpdatedOn: { ...pack.network.termsUpdatedOn, [id]: updatedOn } },
      terms: { ...pack.terms, [id]: filesOf(texts, pack.terms[id]) },
    };
  }
  const { id: _, ...given } = networkItemSchema(kind).parse(values);
  const drafted = new Set(keysOf(kind));
  const kept = Object.entries(valuesOf(pack.network, kind)).filter(([key]) => !drafted.has(key));
  const merged = { ...Object.fromEntries(kept), ...given };
  const key = objects[kind];
  return { ...pack, network: PackNetwork.parse(key === undefined ? merged : { ...pack.network, [key]: merged }) };
}

const trimmed = (texts: Texts): Texts =>
  Texts.parse(Object.fromEntries(Object.entries(texts).map(([language, text]) => [language, text.trimEnd()])));

/** Legal texts as files, which end with a line break; one that is unchanged stays as it is to the last byte. A form has none at its end. */
const filesOf = (texts: Texts, live: Texts = {}): Texts =>
  Texts.parse(
    Object.fromEntries(
      Object.entries(texts).map(([name, text]) => {
        const language = Language.parse(name);
        const was = live[language];
        return [language, was?.trimEnd() === text.trimEnd() ? was : `${text.trimEnd()}\n`];
      }),
    ),
  );

const legalText = NetworkItem.options[settingKinds.length].shape.definition;

const valuesOf = (network: PackNetwork, kind: SettingKind): object => {
  const key = objects[kind];
  return key === undefined ? network : network[key];
};

const keysOf = (kind: SettingKind): string[] =>
  Object.keys(networkItemSchema(kind).shape).filter((key) => key !== "id");
