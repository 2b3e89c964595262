import type { ErrorCode } from "@guichet/contract/error-codes.ts";
import type { Money } from "@guichet/contract/values.ts";

/** A stop that can be chosen by its name. */
export interface OfferedStop {
  id: string;
  name: string;
}

/** The chosen journey; fields are empty until chosen. */
export interface ChosenJourney {
  origin: string;
  destination: string;
  day: string;
}

/** The details of a journey, updated whenever origin or destination is chosen. */
export interface ShownJourney {
  /** The destinations reachable from the origin; all stops while there is no origin. */
  destinations: readonly OfferedStop[];
  /** null: origin or destination is missing, or no ticket is sold between them. */
  price: Money | null;
  /** The departures of the day that have not left yet. */
  trips: readonly ShownTrip[];
  /** The reason why there is no price for the journey. */
  code: ErrorCode | null;
}

export interface ShownTrip {
  tripId: string;
  route: string;
  headsign: string | null;
  departsAt: string;
  arrivesAt: string;
  /** Seconds between departures whose times are approximate; null: the times are fixed. */
  headwaySeconds: number | null;
}

/** The journeys of an article: their origins, and the choice already in the page's address. */
export interface OfferedJourney {
  origins: readonly OfferedStop[];
  today: string;
  chosen: ChosenJourney;
  shown: ShownJourney;
}
