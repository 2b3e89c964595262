import { inject } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    isThorough: boolean;
  }
}

export type JourneyLanguage = "fr" | "ar";

/**
 * The languages of a journey that is the same in each of them: one, or with `TEST_THOROUGH=1 npm test` one for each direction of
 * writing (decision 165). About half of the journeys are in Arabic.
 */
export const languagesOfJourney = (language: JourneyLanguage): readonly JourneyLanguage[] =>
  checksEachLanguage() ? ["fr", "ar"] : [language];

/** Whether such journeys run in every language. */
export const checksEachLanguage = (): boolean => inject("isThorough");
