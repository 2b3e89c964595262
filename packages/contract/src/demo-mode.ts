import { z } from "zod";

/** The two variables that select demo mode, for the environment schema of each program. */
export const demoModeVariables = {
  NODE_ENV: z.enum(["production", "development", "test"]).optional(),
  GUICHET_DEMO: z.enum(["0", "1"]).optional(),
};

/**
 * Whether this process is part of a demo: as set by `GUICHET_DEMO`, or without it, unless `NODE_ENV` is `production`.
 * Every program and command uses this function, so that they agree.
 */
export function isDemoMode({
  NODE_ENV,
  GUICHET_DEMO,
}: {
  NODE_ENV?: string | undefined;
  GUICHET_DEMO?: string | undefined;
}): boolean {
  return GUICHET_DEMO === undefined ? NODE_ENV !== "production" : GUICHET_DEMO === "1";
}
