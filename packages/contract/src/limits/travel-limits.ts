/** Limits of timetable feeds and trips; the default time zone of a network. */

export const defaultTimeZone = "Europe/Paris"; // §9

/** A timetable feed of a network pack (GTFS): sizes of the archive and its content, numbers of rows and fares. */
export const feedMaxBytes = 20 * 1024 * 1024;
export const feedEntriesMax = 100;
export const feedUnpackedMaxBytes = 150 * 1024 * 1024;
export const feedRowsMax = 2_000_000;
export const feedCallsPerTripMax = 500;
/** Runs of a trip by frequency on one day: one every thirty seconds. */
export const feedRunsPerTripMax = 2_880;
export const feedFarePairsMax = 500_000;
/** Maximum of departures per response: one day between two stops. */
export const tripsPerAnswerMax = 500;
