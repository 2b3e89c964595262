import type { Translate } from "../texts/texts.tsx";
import type { ChosenJourney, OfferedJourney } from "../travel/journey-offer.ts";
import type { JourneyState } from "../travel/use-journey.ts";

/** Error text for a missing origin or destination. */
export const missingEndText = (t: Translate, end: "origin" | "destination"): string =>
  t(`catalogue.journey.missing-${end}`);

/** Error text for two stops that cannot be added to the cart: no journey is sold between them, or the price has not loaded yet. */
export const unpricedText = (t: Translate, refusal: (code: string) => string, { shown }: JourneyState): string =>
  shown.code === null ? t("catalogue.journey.price-missing") : refusal(shown.code);

/** Text shown instead of a price until both stops are selected. */
export const byStopsText = (t: Translate): string => t("catalogue.journey.by-stops");

/** Receipt row of the selected journey; empty until both stops are selected. */
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
