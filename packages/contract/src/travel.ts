import { z } from "zod";
import { call } from "./call.ts";
import { previewable } from "./catalogue.ts";
import { advisedDaysMax, advisedTravellersMax, advisedTripsPerDayMax } from "./limits/catalogue-limits.ts";
import { Day, Id, Instant, Money, RequestDay } from "./values.ts";

/** A stop of a network's timetable feed, with the feed's id. */
export const StopId = z.string().min(1).max(100);
export const Stop = z.object({
  id: StopId,
  name: z.string(),
  zone: z.string().nullable(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
});
export type Stop = z.infer<typeof Stop>;

const JourneyEnd = z.object({ id: StopId, name: z.string() });
/** Origin and destination of a line or ticket, with the stops' names at pricing time. */
export const Journey = z.object({ origin: JourneyEnd, destination: JourneyEnd });
export type Journey = z.infer<typeof Journey>;

/** Fields of a line that contain the journey (§7 "Order line payload"). */
export const journeyFields = ["origin", "destination"] as const;

export const getODStops = call("travel", "GET", "/Transit/getODStops", {
  summary: "Lists the stops where a journey of this product may begin or, with an origin, where it may end.",
  section: "§7",
  session: "none",
  request: { product_id: Id, origin_stop: StopId.optional(), ...previewable },
  answer: { stops: z.array(Stop) },
  refusals: ["ARTICLE_UNKNOWN", "STOP_UNKNOWN", "NOT_FOUND"],
  cacheable: true,
});

export const Trip = z.object({
  tripId: z.string(),
  route: z.string(),
  headsign: z.string().nullable(),
  departsAt: Instant,
  arrivesAt: Instant,
  headwaySeconds: z
    .int()
    .nullable()
    .describe("Seconds between departures whose times are approximate; null: the times are fixed"),
});
export type Trip = z.infer<typeof Trip>;

export const getODTrips = call("travel", "GET", "/Transit/getODTrips", {
  summary: "Returns the price of a journey between two stops and its departures on a day (default: today).",
  section: "§7",
  session: "none",
  request: {
    product_id: Id,
    origin_stop: StopId,
    destination_stop: StopId,
    day: RequestDay.optional(),
    ...previewable,
  },
  answer: { origin: Stop, destination: Stop, price: Money, day: Day, trips: z.array(Trip) },
  refusals: ["ARTICLE_UNKNOWN", "STOP_UNKNOWN", "TRIP_NOT_SOLD", "NOT_FOUND"],
  cacheable: true,
});

/** Travellers, frequency and days of planned trips, as input of the fare adviser. Nothing of it is stored. */
export const TravelHabits = {
  travellers: z
    .array(
      z.strictObject({
        birthday: RequestDay.nullish(),
        age: z.int().min(0).max(130).nullish().describe("Age, where the birth date is not given; assumed constant"),
        status: Id.nullish(),
      }),
    )
    .min(1)
    .max(advisedTravellersMax),
  from: RequestDay,
  to: RequestDay.describe(`At most ${advisedDaysMax} days, including the first`),
  days: z
    .array(z.strictObject({ weekday: z.int().min(1).max(7), trips: z.int().min(0).max(advisedTripsPerDayMax) }))
    .min(1)
    .max(7)
    .describe("Trips of each traveller on each day of the week, Monday 1"),
  fareZone: Id.nullish().describe("One of the network's `fareZones`, required where it has any"),
  together: z.boolean().default(true).describe("They travel together and may share tickets"),
} as const;

const AdvisedSet = z.object({
  totalAmount: Money,
  lines: z.array(
    z.object({
      shopItemId: Id,
      name: z.string(),
      quantity: z.int(),
      travellers: z.array(z.int()).describe("Indexes of the travellers whose trips it covers"),
      startsOn: Day,
      endsOn: Day,
      trips: z.int().describe("Number of trips that it covers"),
      unitAmount: Money,
      amount: Money,
      requiredDocuments: z.array(z.string()).describe("Documents required before the purchase"),
    }),
  ),
});
export type AdvisedSet = z.infer<typeof AdvisedSet>;

export const adviseFares = call("travel", "POST", "/Intelligence/adviseFares", {
  summary:
    "Returns the cheapest set of articles for these trips with its price breakdown (experimental; off by default).",
  session: "none",
  request: { ...TravelHabits, ...previewable },
  answer: {
    ...AdvisedSet.shape,
    trips: z.int().describe("Number of trips of all travellers"),
    singleTicketsAmount: Money.nullable().describe("Price with single tickets; null: they cannot cover every trip"),
    runnerUp: AdvisedSet.nullable().describe("The cheapest set without one of the proposed articles"),
  },
  refusals: ["FEATURE_DISABLED", "TRAVEL_NOT_COVERED", "ADVICE_TOO_LARGE", "NOT_FOUND"],
});

export const sendGeolocation = call("travel", "POST", "/Intelligence/sendGeolocation.json", {
  summary: "Stores the position of the caller's own punch for 30 days, with the caller's consent.",
  section: "§7",
  session: "user",
  request: {
    useId: Id,
    latitude: z.number().min(-90).max(90),
    longitude: z.number().min(-180).max(180),
    accuracy: z.number().min(0).max(100_000).optional().describe("Accuracy in metres"),
  },
  answer: { keptUntil: Instant },
  refusals: ["GEOLOCATION_NOT_AGREED", "NOT_FOUND"],
});

export const getGeolocation = call("travel", "GET", "/Intelligence/getGeolocation", {
  summary: "Returns the consent to store positions of punches (null: not asked yet), and the stored positions.",
  session: "user",
  request: {},
  answer: {
    agreed: z.boolean().nullable(),
    items: z.array(
      z.object({ useId: Id, latitude: z.number(), longitude: z.number(), recordedAt: Instant, keptUntil: Instant }),
    ),
  },
  refusals: [],
});

export const agreeToGeolocation = call("travel", "POST", "/Intelligence/agreeToGeolocation", {
  summary: "Gives or withdraws the consent to store positions of punches; a withdrawal deletes them.",
  session: "user",
  request: { agreed: z.boolean() },
  answer: { agreed: z.boolean() },
  refusals: [],
});
