import type { ErrorCode } from "@guichet/contract/error-codes.ts";
import type { Money } from "@guichet/contract/values.ts";

/** A stop as it is chosen by its name. */
export interface OfferedStop {
  id: string;
  name: string;
}

/** What was chosen of a journey; empty while open. */
export interface ChosenJourney {
  origin: string;
  destination: string;
  day: string;
}

/** What is known of a journey once its ends are chosen, one after the other. */
export interface ShownJourney {
  /** Where one may go from the origin; all stops while there is none. */
  destinations: readonly OfferedStop[];
  /** null: an end is missing, or nothing is sold between them. */
  price: Money | null;
  /** Departures of the day that have not left yet. */
  trips: readonly ShownTrip[];
  /** Why there is no price between two ends. */
  code: ErrorCode | null;
}

export interface ShownTrip {
  tripId: string;
  route: string;
  headsign: string | null;
  departsAt: string;
  arrivesAt: string;
}

/** How the journeys of an article are chosen: where they begin, and what the page's address says already. */
export interface OfferedJourney {
  origins: readonly OfferedStop[];
  today: string;
  chosen: ChosenJourney;
  shown: ShownJourney;
}
