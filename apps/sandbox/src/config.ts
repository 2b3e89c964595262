import { join } from "node:path";
import { demoModeVariables, isDemoMode } from "@guichet/contract/demo-mode.ts";
import { demoStripeNotificationsPath } from "@guichet/contract/integrations/stripe.ts";
import { z } from "zod";

const port = z.coerce.number().int().min(0).max(65_535);
const environment = z.object({
  ...demoModeVariables,
  SANDBOX_PORT: port.default(3003),
  SANDBOX_SMTP_PORT: port.default(3004),
  SANDBOX_PUSH_PORT: port.optional(),
  HOST: z.string().min(1).default("127.0.0.1"),
  DATA_DIR: z.string().min(1).default("./.data"),
  SANDBOX_URL: z.url({ protocol: /^https?$/ }).optional(),
  API_PORT: port.default(3001),
  API_PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  BANK_FILES_FOLDER: z.string().min(1).optional(),
  METRICS_TOKEN: z.string().min(16).optional(),
  LOG_LEVEL: z.enum(["silent", "error", "warn", "info", "debug"]).default("info"),
});

export interface Config {
  port: number;
  smtpPort: number;
  /** Port of Apple's notifications; undefined: no stand-ins of Apple and Google Wallet. */
  pushPort: number | undefined;
  host: string;
  dataDir: string;
  publicUrl: string | undefined;
  /** The folder of the Ticket API's `BANK_CHANNEL=folder`. */
  bankFilesFolder: string | undefined;
  /** Where webhooks of Stripe's protocol are sent. */
  stripeWebhookUrl: string;
  metricsToken: string | undefined;
  logLevel: z.infer<typeof environment>["LOG_LEVEL"];
}

/** Reads the environment once and reports every invalid value. Refused in production outside a demo. */
export function readConfig(variables: Record<string, string | undefined>): Config {
  const set = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== undefined && value !== ""));
  const result = environment.safeParse(set);
  if (!result.success) {
    const faults = result.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
    throw new Error(`The sandbox cannot start. ${faults.join("; ")}`);
  }
  const read = result.data;
  if (!isDemoMode(read)) {
    throw new Error(
      "NODE_ENV, GUICHET_DEMO: the sandbox is only for demos and tests; set GUICHET_DEMO=1 for a demo in production.",
    );
  }
  const address = `http://${read.HOST}:${read.SANDBOX_PORT}`;
  const ticketApi = read.API_PUBLIC_URL ?? `http://${read.HOST}:${read.API_PORT}`;
  return {
    port: read.SANDBOX_PORT,
    smtpPort: read.SANDBOX_SMTP_PORT,
    pushPort: read.SANDBOX_PUSH_PORT,
    host: read.HOST,
    dataDir: join(read.DATA_DIR, "sandbox"),
    publicUrl: read.SANDBOX_URL?.replace(/\/$/, "") ?? (read.SANDBOX_PORT === 0 ? undefined : address),
    bankFilesFolder: read.BANK_FILES_FOLDER,
    stripeWebhookUrl: new URL(demoStripeNotificationsPath, ticketApi).href,
    metricsToken: read.METRICS_TOKEN,
    logLevel: read.LOG_LEVEL,
  };
}

/** Configuration from the environment of this process. */
export function configOfProcess(): Config {
  return readConfig(process.env);
}
