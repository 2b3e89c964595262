import { inject } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    isThorough: boolean;
  }
}

type JourneyLanguage = "fr" | "ar";

/**
 * The languages of a journey that is the same in each of them: one, or with `TEST_THOROUGH=1 npm test` one for each direction of
 * writing (decision 165). About half of the journeys are in Arabic.
 */
export const languagesOfJourney = (language: JourneyLanguage): readonly JourneyLanguage[] =>
  inject("isThorough") ? ["fr", "ar"] : [language];
