import { inject } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    isThorough: boolean;
  }
}

/** How often a test repeats random steps: `usual`, or `thorough` with `TEST_THOROUGH=1 npm test` (decision 165). */
export const repetitions = ({ usual, thorough }: { usual: number; thorough: number }): number =>
  inject("isThorough") ? thorough : usual;
