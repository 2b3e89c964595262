import { fold } from "@guichet/rules/persons/folding.ts";
import type { OfferedStop } from "./journey-offer.ts";

/** Finds stops whose names contain every word entered, ignoring case and accents; names that start with it come first. */
export function findStops<S extends OfferedStop>(stops: readonly S[], typed: string): S[] {
  const asked = fold(typed);
  const words = asked.split(" ").filter((word) => word !== "");
  const found = stops.filter(({ name }) => words.every((word) => fold(name).includes(word)));
  return found.sort((a, b) => Number(fold(b.name).startsWith(asked)) - Number(fold(a.name).startsWith(asked)));
}
