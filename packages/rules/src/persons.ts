import { fold } from "./folding.ts";

/** A person as far as a right, a card or a subscription is bound to one; `birthDate` null: unknown. */
export interface Person {
  firstName: string;
  lastName: string;
  /** `YYYY-MM-DD` */
  birthDate: string | null;
}

/**
 * What a change of names and birth date amounts to (decision 098): `same` when at most case, accents, spaces, hyphens and
 * apostrophes differ; `completed` when only what was unknown was added; otherwise `other`, which may be somebody else.
 */
export type PersonChange = "same" | "completed" | "other";

const separators = /[\s.'’ʼ\-‐‑]+/gu;
const bare = (name: string): string => fold(name).replace(separators, "");

/** Compares two values: `added` when the first one was unknown. */
const compare = (before: string, after: string): PersonChange =>
  before === after ? "same" : before === "" ? "completed" : "other";

/** Classifies the change from one state of a traveller to the next. Taking a birth date away counts as `other`. */
export function personChange(before: Person, after: Person): PersonChange {
  const changes = [
    compare(bare(before.firstName), bare(after.firstName)),
    compare(bare(before.lastName), bare(after.lastName)),
    compare(before.birthDate ?? "", after.birthDate ?? ""),
  ];
  if (changes.includes("other")) return "other";
  return changes.includes("completed") ? "completed" : "same";
}

/** Does what was examined for one person still hold for this one? */
export const isSamePerson = (examined: Person, person: Person): boolean => personChange(examined, person) !== "other";

/** Only the fields that name a person. */
export const personOf = ({ firstName, lastName, birthDate }: Person): Person => ({ firstName, lastName, birthDate });
