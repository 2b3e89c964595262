import { expectedDecision } from "@guichet/rules/documents.ts";
import { publicHolidaysAround } from "../network-registry/public-holidays.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";

/** The day, `YYYY-MM-DD`, on which documents handed in at an instant are expected to be decided about. */
export const decisionExpectedOn = ({ definition }: LoadedNetwork, at: string): string =>
  expectedDecision(at, definition.timeZone, publicHolidaysAround(definition, at.slice(0, 10)));
