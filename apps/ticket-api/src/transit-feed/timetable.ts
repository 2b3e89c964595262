import type { Stop } from "@guichet/contract/travel.ts";
import type { Headway, ServiceDays } from "@guichet/rules/travel.ts";

/** The parts of a timetable feed (GTFS Schedule) that Guichet uses. */
export interface Feed {
  /** Stops by id: stations with their platforms, and stops without a station. */
  stops: ReadonlyMap<string, Stop>;
  trips: readonly FeedTrip[];
  fares: readonly FeedFare[];
}

export interface FeedTrip {
  id: string;
  routeId: string;
  /** The name of the line. */
  route: string;
  headsign: string | null;
  service: ServiceDays;
  calls: readonly FeedCall[];
  /** Empty: it runs once a day, at the times of its calls. */
  headways: readonly Headway[];
}

/** A trip at a stop; times in seconds after noon minus twelve hours of its service day. */
export interface FeedCall {
  stop: string;
  arrival: number;
  departure: number;
  boards: boolean;
  alights: boolean;
}

/** The price of a fare between two zones. Stops without a zone are in the zone "". */
export interface FeedFare {
  fare: string;
  originZone: string;
  destinationZone: string;
  /** Minor units of the network's currency. */
  amount: number;
}
