import { z } from "zod";

/** The two variables that decide it, for the environment schema of each part. */
export const demoModeVariables = {
  NODE_ENV: z.enum(["production", "development", "test"]).optional(),
  GUICHET_DEMO: z.enum(["0", "1"]).optional(),
};

/**
 * Whether this process is part of a demo: `GUICHET_DEMO` says it outright, without it everything but
 * `NODE_ENV=production` is one. Every part and every command reads it here, so that they agree.
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
