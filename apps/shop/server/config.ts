import { demoModeVariables, isDemoMode } from "@guichet/contract/demo-mode.ts";
import { beaconSourcesMax } from "@guichet/contract/limits/maintenance-limits.ts";
import { z } from "zod";

const Port = z.coerce.number().int().min(0).max(65535);

/** Addresses of sources, separated by the pipe character (§7 "Maintenance"). */
const Beacons = z
  .string()
  .transform((list) =>
    list
      .split("|")
      .map((one) => one.trim())
      .filter((one) => one !== ""),
  )
  .pipe(z.array(z.url({ protocol: /^https?$/ })).max(beaconSourcesMax));

const Environment = z.object({
  SHOP_PORT: Port.default(3000),
  HOST: z.string().min(1).default("127.0.0.1"),
  API_URL: z.url().default("http://127.0.0.1:3001"),
  API_CLIENT_ID: z.string().min(1).default("shop"),
  API_CLIENT_KEY: z.string().min(1).optional(),
  DEFAULT_NETWORK: z.string().min(1).optional(),
  METRICS_TOKEN: z.string().min(16).optional(),
  TRUSTED_PROXIES: z.string().default("loopback"),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "silent"]).default("info"),
  MAINTENANCE_BEACONS: Beacons.optional(),
  SANDBOX_URL: z.url().optional(),
  ...demoModeVariables,
});

export interface ShopConfig {
  port: number;
  host: string;
  apiUrl: string;
  apiClientId: string;
  apiClientKey: string;
  /** The network for a host name that belongs to no network. */
  defaultNetwork: string | undefined;
  metricsToken: string | undefined;
  /** The proxies with trusted X-Forwarded-* headers: names or ranges as proxy-addr takes them. */
  trustedProxies: string[];
  logLevel: string;
  /** The sources of maintenance alerts: the Ticket API, then others; in the demo, the sandbox by default. */
  beacons: readonly string[];
  demo: boolean;
}

const demoClientKey = "guichet-demo-key";
const demoNetwork = "demo";

/**
 * Reads the configuration once. A wrong or missing value aborts the start with one line per value that names it;
 * outside demo mode a secret has no default, and the demo's secret is refused.
 */
export function readConfig(environment: NodeJS.ProcessEnv): ShopConfig {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ""));
  const parsed = Environment.safeParse(given);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
    throw new Error(`Configuration of the shop:\n${lines.join("\n")}`);
  }
  const env = parsed.data;
  const demo = isDemoMode(env);
  const apiClientKey = env.API_CLIENT_KEY ?? (demo ? demoClientKey : undefined);
  if (apiClientKey === undefined) throw new Error("Configuration of the shop:\nAPI_CLIENT_KEY: is missing");
  if (!demo && apiClientKey === demoClientKey) {
    throw new Error("Configuration of the shop:\nAPI_CLIENT_KEY: the demo's key is refused in production");
  }
  const sandbox = demo && env.SANDBOX_URL ? [`${withoutSlash(env.SANDBOX_URL)}/beacon`] : [];
  const others = env.MAINTENANCE_BEACONS ?? sandbox;
  return {
    port: env.SHOP_PORT,
    host: env.HOST,
    apiUrl: withoutSlash(env.API_URL),
    apiClientId: env.API_CLIENT_ID,
    apiClientKey,
    defaultNetwork: env.DEFAULT_NETWORK ?? (demo ? demoNetwork : undefined),
    metricsToken: env.METRICS_TOKEN,
    trustedProxies: env.TRUSTED_PROXIES.split(",").map((part) => part.trim()),
    logLevel: env.LOG_LEVEL,
    beacons: [`${withoutSlash(env.API_URL)}/beacon`, ...others],
    demo,
  };
}

const withoutSlash = (url: string): string => url.replace(/\/+$/, "");
