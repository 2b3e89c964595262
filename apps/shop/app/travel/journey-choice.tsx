import { Button } from "@guichet/ui/button.tsx";
import { Combobox } from "@guichet/ui/forms/combobox.tsx";
import { Field } from "@guichet/ui/forms/field.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { LiveRegion } from "@guichet/ui/page/live-region.tsx";
import { useFormats } from "../formats/formats.ts";
import { refusalText } from "../texts/refusal-texts.ts";
import { useT } from "../texts/texts.tsx";
import type { ChosenJourney, OfferedJourney, OfferedStop } from "./journey-offer.ts";
import { JourneyTrips } from "./journey-trips.tsx";
import { findStops } from "./stop-search.ts";
import type { JourneyState } from "./use-journey.ts";

interface JourneyChoiceProps {
  offered: OfferedJourney;
  chosen: ChosenJourney;
  journey: JourneyState;
  errorFor: (end: "origin" | "destination") => string | undefined;
  change: (part: Partial<ChosenJourney>) => void;
}

/** Choice of origin, destination and day, with the price and departures. Without script the form reloads the page. */
export function JourneyChoice({ offered, chosen, journey, errorFor, change }: JourneyChoiceProps) {
  const t = useT();
  const { money } = useFormats();
  const { state, shown, retry } = journey;
  const { price, code } = shown;
  const said = () => {
    if (state === "loading") return t("travel.loading");
    if (code !== null) return refusalText(t, code);
    return price === null ? "" : t("travel.price", { amount: money(price) });
  };
  return (
    <fieldset id="journey" tabIndex={-1}>
      <legend>{t("travel.journey")}</legend>
      <div className="stack">
        <StopChoice
          name="origin"
          label={t("travel.origin")}
          stops={offered.origins}
          value={chosen.origin}
          error={errorFor("origin")}
          onChange={(origin) => change({ origin })}
        />
        <StopChoice
          name="destination"
          label={t("travel.destination")}
          stops={shown.destinations}
          value={chosen.destination}
          error={errorFor("destination")}
          onChange={(destination) => change({ destination })}
        />
        <div className="row" data-ends="">
          <Field
            type="date"
            name="day"
            label={t("travel.day")}
            min={offered.today}
            value={chosen.day}
            onChange={({ currentTarget: { value } }) => change({ day: value || offered.today })}
          />
          <div className="noscript:hidden">
            <Button
              type="button"
              variant="quiet"
              disabled={chosen.origin === "" && chosen.destination === ""}
              onClick={() => change({ origin: chosen.destination, destination: chosen.origin })}
            >
              {t("travel.swap")}
            </Button>
          </div>
        </div>
        <noscript>
          <Button>{t("travel.show")}</Button>
        </noscript>
        <LiveRegion visible>
          {code !== null && chosen.destination !== "" ? (
            <Notice tone="wait">{said()}</Notice>
          ) : (
            <p className="text-lead">{said()}</p>
          )}
        </LiveRegion>
        {state === "failed" && (
          <Notice tone="bad" role="status" title={t("travel.failed")}>
            <Button type="button" onClick={retry}>
              {t("travel.again")}
            </Button>
          </Notice>
        )}
        {price !== null && <JourneyTrips trips={shown.trips} day={chosen.day} />}
      </div>
    </fieldset>
  );
}

interface StopChoiceProps {
  name: "origin" | "destination";
  label: string;
  stops: readonly OfferedStop[];
  value: string;
  error: string | undefined;
  onChange: (id: string) => void;
}

function StopChoice({ name, label, stops, value, error, onChange }: StopChoiceProps) {
  const t = useT();
  return (
    <Combobox
      name={name}
      label={label}
      error={error}
      options={stops.map(asOption)}
      value={value}
      onChange={onChange}
      find={(typed) => findStops(stops, typed).map(asOption)}
      words={{ choose: t("travel.choose"), found: (count) => t("travel.found", { count }) }}
    />
  );
}

const asOption = ({ id, name }: OfferedStop) => ({ value: id, label: name });
