import type { CatalogueFilter } from "@guichet/rules/catalogue/filter.ts";
import type { GroupAspect, GroupChoice } from "@guichet/rules/catalogue/groups.ts";
import { href } from "../paths.ts";
import { writeFilter } from "./home-filter.ts";

/** Query parameters of the choices within a group: each names an article that has the chosen zone or audience. */
const parameters = { zone: "zone", audience: "for" } as const satisfies Record<GroupAspect, string>;

/** Reads the choices from the query: `?zone=<article>&for=<article>`. Those of unknown articles count as none. */
export function readGroupChoice(query: URLSearchParams): GroupChoice {
  return { zone: query.get(parameters.zone), audience: query.get(parameters.audience) };
}

/** Address of the list with one more choice; the filters stay, and so do the other choices of the same group. */
export function choiceAddress(
  filter: CatalogueFilter,
  choice: GroupChoice,
  { aspect, id }: { aspect: GroupAspect; id: string },
): string {
  const next = { ...choice, [aspect]: id };
  return href("home", undefined, {
    ...writeFilter(filter),
    ...(next.zone === null ? {} : { [parameters.zone]: next.zone }),
    ...(next.audience === null ? {} : { [parameters.audience]: next.audience }),
  });
}
