import type { Journey } from "@guichet/contract/travel.ts";
import { isolate } from "./reading-order.ts";

/** Both ends of a journey as a document names them. */
export interface JourneyPaper {
  origin: string;
  destination: string;
}

export const namesOf = ({ origin, destination }: Journey): JourneyPaper => ({
  origin: origin.name,
  destination: destination.name,
});

/** From where to where: in the order of reading, so that a dash does for every language. */
export const journeyOnPaper = ({ origin, destination }: JourneyPaper): string =>
  `${isolate(origin)} – ${isolate(destination)}`;
