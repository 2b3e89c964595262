import { storedTag } from "./catalogue.ts";

/** Kind of card that an article makes: a traveller's card, or a duplicate of a blocked one (§5 tags, §6). */
export type CardWork = "new" | "duplicate";

const works: Readonly<Record<string, CardWork>> = { "physical-pass": "new", "physical-duplicate": "duplicate" };

/** Kind of card that an article with these tags makes; null: none. */
export function cardWork(tags: readonly string[]): CardWork | null {
  for (const tag of tags) {
    const stored = storedTag(tag);
    if (Object.hasOwn(works, stored)) return works[stored] ?? null;
  }
  return null;
}
