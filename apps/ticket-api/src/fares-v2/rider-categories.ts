import { textIn } from "@guichet/contract/locales.ts";
import type { NetworkPack, PackArticle } from "@guichet/contract/network-pack.ts";

/** The rider category of an article: who may have it, by age, status and document; undefined: everybody. */
export function categoryOf(
  { ageFrom, ageTo, statuses, requiredDocuments, audience }: PackArticle,
  { network, catalogue }: Pick<NetworkPack, "network" | "catalogue">,
): { id: string; name: string } | undefined {
  const parts = [...agesOf(ageFrom, ageTo), ...statuses, ...requiredDocuments];
  if (parts.length === 0) return undefined;
  const language = network.languages[0] ?? "fr";
  const statusNames = catalogue.statuses.flatMap(({ id, name }) =>
    statuses.includes(id) ? [textIn(name, language)] : [],
  );
  const ages = [ageFrom, ageTo].map((age) => age ?? "").join("–");
  const unnamed = statusNames.length > 0 ? statusNames.join(", ") : ages === "–" ? parts.join(", ") : ages;
  // The words are part of the identity: two articles may name the same ages differently.
  const name = audience === undefined ? unnamed : textIn(audience, language);
  return { id: [...parts, name].join("/"), name };
}

function agesOf(from: number | undefined, to: number | undefined): string[] {
  if (from === undefined && to === undefined) return [];
  if (to === undefined) return [`from-${from}`];
  return from === undefined ? [`to-${to}`] : [`${from}-to-${to}`];
}
