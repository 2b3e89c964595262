import { Disclosure } from "@guichet/ui/disclosure.tsx";
import { Lines } from "@guichet/ui/lines.tsx";
import { useFormats } from "../formats/formats.ts";
import { useT } from "../texts/texts.tsx";
import type { ShownTrip } from "./journey-offer.ts";

/** Number of departures shown at first; the rest of the day is expandable. */
const firstTrips = 5;

/** The departures of a day; the ticket is valid for any of them. */
export function JourneyTrips({ trips, day }: { trips: readonly ShownTrip[]; day: string }) {
  const t = useT();
  const formats = useFormats();
  const later = trips.slice(firstTrips);
  return (
    <section aria-labelledby="trips" className="stack" data-gap="s">
      <h2 id="trips" className="text-lead">
        {t("travel.trips", { day: formats.day(day) })}
      </h2>
      {trips.length === 0 ? (
        <p className="soft">{t("travel.trips.none")}</p>
      ) : (
        <>
          <TripLines trips={trips.slice(0, firstTrips)} />
          {later.length > 0 && (
            <Disclosure summary={t("travel.trips.later", { count: later.length })}>
              <TripLines trips={later} />
            </Disclosure>
          )}
          <p className="small soft">{t("travel.trips.any")}</p>
        </>
      )}
    </section>
  );
}

function TripLines({ trips }: { trips: readonly ShownTrip[] }) {
  const t = useT();
  const formats = useFormats();
  return (
    <Lines
      lines={trips.map(({ tripId, route, headsign, departsAt, arrivesAt, headwaySeconds }) => ({
        id: `${tripId} ${departsAt}`,
        strong: true,
        name: t("travel.times", { from: formats.time(departsAt), to: formats.time(arrivesAt) }),
        note: [
          headsign === null ? route : t("travel.line", { route, headsign }),
          ...(headwaySeconds === null ? [] : [t("travel.headway", { count: Math.round(headwaySeconds / 60) })]),
        ].join(" · "),
        value: t("travel.minutes", { count: Math.round((Date.parse(arrivesAt) - Date.parse(departsAt)) / 60_000) }),
      }))}
    />
  );
}
