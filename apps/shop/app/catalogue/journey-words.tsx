import type { Translate } from "../texts/texts.tsx";
import type { ChosenJourney, OfferedJourney } from "../travel/journey-offer.ts";
import type { JourneyState } from "../travel/use-journey.ts";

/** What to do about an end that is not chosen. */
export const missingEndText = (t: Translate, end: "origin" | "destination"): string =>
  t(`catalogue.journey.missing-${end}`);

/** Why two chosen ends cannot go into the cart: nothing is sold between them, or the price is not there yet. */
export const unpricedText = (t: Translate, refusal: (code: string) => string, { shown }: JourneyState): string =>
  shown.code === null ? t("catalogue.journey.price-missing") : refusal(shown.code);

/** Instead of an amount, while the stops are not chosen. */
export const byStopsText = (t: Translate): string => t("catalogue.journey.by-stops");

/** The chosen journey as a line of the receipt; nothing while an end is open. */
export function journeyRow(t: Translate, offered: OfferedJourney, journey: JourneyState, chosen: ChosenJourney) {
  const origin = offered.origins.find(({ id }) => id === chosen.origin)?.name;
  const destination = journey.shown.destinations.find(({ id }) => id === chosen.destination)?.name;
  if (origin === undefined || destination === undefined) return [];
  return [
    {
      id: "journey",
      name: t("catalogue.journey.row"),
      value: <bdi>{t("catalogue.journey.pair", { origin, destination })}</bdi>,
    },
  ];
}
