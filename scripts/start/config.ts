import path from "node:path";
import { demoModeVariables, isDemoMode } from "@guichet/contract/demo-mode.ts";
import { z } from "zod";

const Port = z.coerce.number().int().min(0).max(65_535);

const Environment = z.object({
  ...demoModeVariables,
  HOST: z.string().min(1).default("127.0.0.1"),
  SHOP_PORT: Port.default(3000),
  API_PORT: Port.default(3001),
  OFFICE_PORT: Port.default(3002),
  SANDBOX_PORT: Port.default(3003),
  SANDBOX_SMTP_PORT: Port.default(3004),
  SANDBOX_PUSH_PORT: Port.default(3005),
  DATA_DIR: z.string().min(1).default("./.data"),
  DATABASE_URL: z.string().min(1).optional(),
});

export interface StartConfig {
  demo: boolean;
  host: string;
  /** 0 picks a free port. */
  ports: { shop: number; api: number; office: number; sandbox: number; mail: number; push: number };
  /** Absolute path. */
  dataDir: string;
  databaseUrl: string | undefined;
  /** The environment passed on to the parts. */
  environment: NodeJS.ProcessEnv;
  /** Started by npm: without it, nobody can stop this process. */
  endWithParent: boolean;
}

/** Refuses to start; the message lists the reasons, one per line. */
export class StartRefused extends Error {}

/** Reads the environment of this process once; reports every error. */
export function configOfProcess(): StartConfig {
  return readConfig(process.env);
}

export function readConfig(environment: NodeJS.ProcessEnv): StartConfig {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ""));
  const parsed = Environment.safeParse(given);
  if (!parsed.success) {
    const faults = parsed.error.issues.map((issue) => `  ${issue.path.join(".")}: ${issue.message}`);
    throw new StartRefused(`Configuration:\n${faults.join("\n")}`);
  }
  const read = parsed.data;
  return {
    demo: isDemoMode(read),
    host: read.HOST,
    ports: {
      shop: read.SHOP_PORT,
      api: read.API_PORT,
      office: read.OFFICE_PORT,
      sandbox: read.SANDBOX_PORT,
      mail: read.SANDBOX_SMTP_PORT,
      push: read.SANDBOX_PUSH_PORT,
    },
    dataDir: path.resolve(read.DATA_DIR),
    databaseUrl: read.DATABASE_URL,
    environment: given,
    endWithParent: given.npm_lifecycle_event !== undefined,
  };
}
