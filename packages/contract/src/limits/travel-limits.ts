/** Limits of timetable feeds and trips; the time zone of a network that names none. */

export const defaultTimeZone = "Europe/Paris"; // §9

/** A timetable feed of a network pack (GTFS): its archive, its unpacked size, its rows and its fares. */
export const feedMaxBytes = 20 * 1024 * 1024;
export const feedEntriesMax = 100;
export const feedUnpackedMaxBytes = 150 * 1024 * 1024;
export const feedRowsMax = 2_000_000;
export const feedCallsPerTripMax = 500;
export const feedFarePairsMax = 500_000;
/** Departures of a day between two stops in one answer. */
export const tripsPerAnswerMax = 500;
