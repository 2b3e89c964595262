import { textIn } from "@guichet/contract/locales.ts";
import type { NetworkPack, PackArticle } from "@guichet/contract/network-pack.ts";
import { isAmbiguous } from "@guichet/rules/catalogue/groups.ts";
import type { CatalogueFault } from "./catalogue-fault.ts";

/**
 * Checks the groups of the catalogue (decision 130): they exist, their articles share a category, and the choices of zone and
 * audience lead to one article in every language of the network.
 */
export function checkGroups(
  { network, catalogue }: Pick<NetworkPack, "network" | "catalogue">,
  fault: CatalogueFault,
): void {
  const known = new Set(catalogue.groups.map(({ id }) => id));
  const members = new Map<string, PackArticle[]>();
  catalogue.articles.forEach((article, index) => {
    const at = (key: string, message: string) => fault(`articles.${index}.${key}`, message);
    const { group } = article;
    if (group === undefined) {
      if (article.zone !== undefined) at("zone", "needs a group: the zone is chosen among its articles");
      return;
    }
    if (!known.has(group)) {
      at("group", `no group ${group}`);
      return;
    }
    const earlier = members.get(group) ?? [];
    members.set(group, [...earlier, article]);
    const [first] = earlier;
    if (first === undefined) return;
    if (article.category !== first.category) at("category", `not that of ${first.id}, of the same group ${group}`);
    const same = ambiguousWith(article, earlier, network.languages);
    if (same !== undefined)
      at("group", `not told from ${same.id} by zone and audience (in ${same.language}): give both one of their own`);
  });
  catalogue.groups.forEach(({ id }, index) => {
    if (!members.has(id)) fault(`groups.${index}.id`, "no article is in it");
  });
}

function ambiguousWith(
  article: PackArticle,
  others: readonly PackArticle[],
  languages: NetworkPack["network"]["languages"],
) {
  for (const language of languages) {
    const aspects = ({ zone, audience }: PackArticle) => ({
      zone: zone === undefined ? null : textIn(zone, language, languages),
      audience: audience === undefined ? null : textIn(audience, language, languages),
    });
    const same = others.find((other) => isAmbiguous(aspects(article), aspects(other)));
    if (same !== undefined) return { id: same.id, language };
  }
  return undefined;
}
