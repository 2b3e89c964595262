import { fold } from "./folding.ts";

/** The identity to which a right, card or subscription is bound; `birthDate` null: unknown. */
export interface Person {
  firstName: string;
  lastName: string;
  /** `YYYY-MM-DD` */
  birthDate: string | null;
}

/**
 * Kind of a change of names and birth date (decision 098): `same` if at most case, accents, spaces, hyphens and apostrophes
 * differ; `completed` if only unknown values were added; otherwise `other`, possibly another person.
 */
export type PersonChange = "same" | "completed" | "other";

const separators = /[\s.'’ʼ\-‐‑]+/gu;
const bare = (name: string): string => fold(name).replace(separators, "");

/** Compares two values: `added` if the first one was unknown. */
const compare = (before: string, after: string): PersonChange =>
  before === after ? "same" : before === "" ? "completed" : "other";

/** Classifies a change of a traveller. Removing a birth date counts as `other`. */
export function personChange(before: Person, after: Person): PersonChange {
  const changes = [
    compare(bare(before.firstName), bare(after.firstName)),
    compare(bare(before.lastName), bare(after.lastName)),
    compare(before.birthDate ?? "", after.birthDate ?? ""),
  ];
  if (changes.includes("other")) return "other";
  return changes.includes("completed") ? "completed" : "same";
}

/** Whether an examination for one person is still valid for this one. */
export const isSamePerson = (examined: Person, person: Person): boolean => personChange(examined, person) !== "other";

/** Selects the fields that identify a person. */
export const personOf = ({ firstName, lastName, birthDate }: Person): Person => ({ firstName, lastName, birthDate });
