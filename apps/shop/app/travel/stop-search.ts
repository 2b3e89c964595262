import { fold } from "@guichet/rules/persons/folding.ts";
import type { OfferedStop } from "./journey-offer.ts";

/** The stops whose names hold every word that was typed, case and accents aside; those that begin with it come first. */
export function findStops<S extends OfferedStop>(stops: readonly S[], typed: string): S[] {
  const asked = fold(typed);
  const words = asked.split(" ").filter((word) => word !== "");
  const found = stops.filter(({ name }) => words.every((word) => fold(name).includes(word)));
  return found.sort((a, b) => Number(fold(b.name).startsWith(asked)) - Number(fold(a.name).startsWith(asked)));
}
