import type { Translate } from "../shell/texts.tsx";
import type { ChosenJourney, OfferedJourney } from "./journey-offer.ts";
import type { JourneyState } from "./use-journey.ts";

/** What to do about an end that is not chosen. */
export const missingEndText = (t: Translate, end: "origin" | "destination"): string => t(`travel.missing-${end}`);

/** Why two chosen ends cannot go into the cart: nothing is sold between them, or the price is not there yet. */
export const unpricedText = (t: Translate, refusal: (code: string) => string, { shown }: JourneyState): string =>
  shown.code === null ? t("travel.price-missing") : refusal(shown.code);

/** Instead of an amount, while the stops are not chosen. */
export const byStopsText = (t: Translate): string => t("travel.price-by-stops");

/** The chosen journey as a line of the receipt; nothing while an end is open. */
export function journeyRow(t: Translate, offered: OfferedJourney, journey: JourneyState, chosen: ChosenJourney) {
  const origin = offered.origins.find(({ id }) => id === chosen.origin)?.name;
  const destination = journey.shown.destinations.find(({ id }) => id === chosen.destination)?.name;
  if (origin === undefined || destination === undefined) return [];
  return [{ id: "journey", name: t("travel.journey"), value: <bdi>{t("travel.pair", { origin, destination })}</bdi> }];
}
