import { demoModeVariables } from "@guichet/contract/demo-mode.ts";
import { z } from "zod";

const Environment = z.object({
  ...demoModeVariables,
  DATABASE_URL: z.string().min(1).optional(),
  DATA_DIR: z.string().min(1).default("./.data"),
});

/** The database of a command: the PostgreSQL of `DATABASE_URL`, or our own in `DATA_DIR`; and the mode. */
export function databaseConfig() {
  const given = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== ""));
  const parsed = Environment.safeParse(given);
  if (!parsed.success)
    throw new Error(parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`).join("\n"));
  const { DATABASE_URL, DATA_DIR, NODE_ENV, GUICHET_DEMO } = parsed.data;
  return { databaseUrl: DATABASE_URL, dataDir: DATA_DIR, NODE_ENV, GUICHET_DEMO };
}
