import { demoModeVariables, isDemoMode } from "@guichet/contract/demo-mode.ts";
import { demoOfficeClient } from "@guichet/contract/office/demo-client.ts";
import { z } from "zod";

const Environment = z.object({
  OFFICE_PORT: z.coerce.number().int().min(0).max(65_535).default(3002),
  HOST: z.string().min(1).default("127.0.0.1"),
  API_URL: z.url().default("http://127.0.0.1:3001"),
  OFFICE_CLIENT_ID: z.string().min(1).default(demoOfficeClient.id),
  OFFICE_CLIENT_KEY: z.string().min(1).optional(),
  METRICS_TOKEN: z.string().min(16).optional(),
  TRUSTED_PROXIES: z.string().default("loopback"),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "silent"]).default("info"),
  ...demoModeVariables,
});

export interface OfficeConfig {
  port: number;
  host: string;
  apiUrl: string;
  clientId: string;
  clientKey: string;
  metricsToken: string | undefined;
  /** The proxies with trusted X-Forwarded-* headers: names or ranges as proxy-addr takes them. */
  trustedProxies: string[];
  logLevel: string;
  demo: boolean;
}

/**
 * Reads the configuration once. A wrong or missing value aborts the start with one line per value that names it;
 * outside demo mode a secret has no default, and the demo's secret is refused.
 */
export function readConfig(environment: NodeJS.ProcessEnv): OfficeConfig {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ""));
  const parsed = Environment.safeParse(given);
  if (!parsed.success) throw faults(parsed.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`));
  const env = parsed.data;
  const demo = isDemoMode(env);
  const clientKey = env.OFFICE_CLIENT_KEY ?? (demo ? demoOfficeClient.key : undefined);
  if (clientKey === undefined) throw faults(["OFFICE_CLIENT_KEY: is missing"]);
  if (!demo && clientKey === demoOfficeClient.key) {
    throw faults(["OFFICE_CLIENT_KEY: the demo's key is refused in production"]);
  }
  return {
    port: env.OFFICE_PORT,
    host: env.HOST,
    apiUrl: env.API_URL.replace(/\/+$/, ""),
    clientId: env.OFFICE_CLIENT_ID,
    clientKey,
    metricsToken: env.METRICS_TOKEN,
    trustedProxies: env.TRUSTED_PROXIES.split(",").map((part) => part.trim()),
    logLevel: env.LOG_LEVEL,
    demo,
  };
}

const faults = (lines: readonly string[]) => new Error(`Configuration of the office:\n${lines.join("\n")}`);
