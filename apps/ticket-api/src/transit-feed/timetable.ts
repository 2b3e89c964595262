import type { Stop } from "@guichet/contract/travel.ts";
import type { ServiceDays } from "@guichet/rules/travel.ts";

/** What Guichet takes of a timetable feed (GTFS Schedule). */
export interface Feed {
  /** Where one gets on or off, by id: stations with their platforms, and stops that stand alone. */
  stops: ReadonlyMap<string, Stop>;
  trips: readonly FeedTrip[];
  fares: readonly FeedFare[];
}

export interface FeedTrip {
  id: string;
  routeId: string;
  /** What the line is called. */
  route: string;
  headsign: string | null;
  service: ServiceDays;
  calls: readonly FeedCall[];
}

/** A trip at a stop; times in seconds after noon minus twelve hours of its service day. */
export interface FeedCall {
  stop: string;
  arrival: number;
  departure: number;
  boards: boolean;
  alights: boolean;
}

/** What a fare of the feed costs between two zones. Stops without a zone are in the zone "". */
export interface FeedFare {
  fare: string;
  originZone: string;
  destinationZone: string;
  /** Minor units of the network's currency. */
  amount: number;
}
