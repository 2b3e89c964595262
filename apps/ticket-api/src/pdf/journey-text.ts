import type { Journey } from "@guichet/contract/travel.ts";
import { isolate } from "./reading-order.ts";

/** The names of both ends of a journey, for a document. */
export interface JourneyNames {
  origin: string;
  destination: string;
}

export const namesOf = ({ origin, destination }: Journey): JourneyNames => ({
  origin: origin.name,
  destination: destination.name,
});

/** Formats origin and destination in reading order, so that a dash suits every language. */
export const journeyText = ({ origin, destination }: JourneyNames): string =>
  `${isolate(origin)} – ${isolate(destination)}`;
