import type { Section } from "@guichet/contract/catalogue.ts";

/** Sections of the shop's list, in the order in which they are shown (decision 130). */
export const sectionOrder: readonly Section[] = [
  "single",
  "day-week",
  "month",
  "year",
  "reduced",
  "parking",
  "services",
];
