import { availableParallelism } from "node:os";
import { demoModeVariables, isDemoMode } from "@guichet/contract/demo-mode.ts";
import {
  type BankChannel,
  bankChannelFaults,
  bankChannelOf,
  bankChannelVariables,
} from "@guichet/contract/integrations/bank-channel.ts";
import { demoLyraVariables } from "@guichet/contract/integrations/lyra.ts";
import { type LyraKeys, productionFaultsOf, readLyraAccounts } from "@guichet/contract/integrations/lyra-accounts.ts";
import { sandboxAddressesPath } from "@guichet/contract/integrations/sandbox-addresses.ts";
import { demoIdentityClients } from "@guichet/contract/integrations/sandbox-identity.ts";
import { demoQualificationToken } from "@guichet/contract/integrations/sandbox-qualification.ts";
import { demoStripeKeys } from "@guichet/contract/integrations/stripe.ts";
import {
  isTestKey,
  readStripeAccounts,
  type StripeKeys,
  variableOf,
} from "@guichet/contract/integrations/stripe-accounts.ts";
import {
  type WalletPassSettings,
  walletPassFaults,
  walletPassSettingsOf,
  walletPassVariables,
} from "@guichet/contract/integrations/wallet-pass-settings.ts";
import { z } from "zod";

/** Secrets of the demo; refused everywhere else. */
const demoSecrets = {
  apiClientKey: "guichet-demo-key",
  stripeKey: demoStripeKeys.apiKey,
  stripeSecret: demoStripeKeys.webhookSecret,
  federationSecret: demoIdentityClients.federation.clientSecret,
  qualificationToken: demoQualificationToken,
  realmSecret: demoIdentityClients.realmApi.clientSecret,
};
/** The demo network's secrets: its client at the sandbox's federation and its token at the qualification services. */
const demoProviderSecrets = {
  "demo/franceconnect": demoSecrets.federationSecret,
  ...Object.fromEntries(
    ["caf", "france-travail", "enseignement-superieur", "caf-aah"].map((id) => [
      `demo/${id}`,
      demoSecrets.qualificationToken,
    ]),
  ),
};

/** Default size of the connection pool: enough to keep the processors busy. More connections would delay every response. */
const defaultPoolSize = Math.max(6, 2 * availableParallelism() + 2);

const defaultSandboxUrl = "http://127.0.0.1:3003";

const Port = z.coerce.number().int().min(0).max(65_535);

/** JSON of a map: `{"<network id>/<provider id>": "<client secret>"}`. */
const ProviderSecrets = z
  .string()
  .transform((text, context) => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      context.addIssue("not JSON");
      return z.NEVER;
    }
  })
  .pipe(
    z.record(z.string().regex(/^[\w-]{1,64}\/[\w-]{1,64}$/, "not `<network id>/<provider id>`"), z.string().min(1)),
  );

const Environment = z.object({
  ...demoModeVariables,
  HOST: z.string().default("127.0.0.1"),
  API_PORT: Port.default(3001),
  API_PUBLIC_URL: z.url().optional(),
  SHOP_PUBLIC_URL: z.url().optional(),
  OFFICE_PUBLIC_URL: z.url().default("http://localhost:3002"),
  DATABASE_URL: z.string().min(1).optional(),
  DATABASE_POOL: z.coerce.number().int().min(2).max(100).default(defaultPoolSize),
  DEFAULT_CLIENT_KEY: z.string().min(16).optional(),
  SANDBOX_URL: z.url().default(defaultSandboxUrl),
  // Those of further accounts are read by `readStripeAccounts`, like these.
  STRIPE_SECRET_KEY: z.string().optional(),
  STRIPE_WEBHOOK_SECRET: z.string().optional(),
  STRIPE_URL: z.url({ protocol: /^https?$/ }).optional(),
  // The same for `readLyraAccounts`.
  LYRA_SHOP_ID: z.string().optional(),
  LYRA_PASSWORD: z.string().optional(),
  LYRA_URL: z.string().optional(),
  ...bankChannelVariables,
  ...walletPassVariables,
  ADDRESS_SEARCH_URL: z.url({ protocol: /^https?$/ }).optional(),
  PROVIDER_SECRETS: ProviderSecrets.optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  CLAMAV_HOST: z
    .string()
    .regex(/^[\w.-]+(:\d{1,5})?$/, "not `host` or `host:port`")
    .optional(),
  METRICS_TOKEN: z.string().min(16).optional(),
  API_DOCS: z.enum(["0", "1"]).optional(),
  TRUSTED_PROXIES: z.string().default("127.0.0.1,::1"),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
  STAFF_SECOND_FACTOR: z.enum(["required", "optional"]).optional(),
  GUICHET_DEMO_ORDERS: z.enum(["0", "1"]).default("1"),
  GUICHET_STOP_AT: z.string().optional(),
});

export interface Config {
  demo: boolean;
  host: string;
  port: number;
  publicUrl: string;
  shopUrl: string;
  officeUrl: string;
  databaseUrl: string;
  databasePool: number;
  /** The key of the client `shop`, which the demo creates. */
  demoClientKey: string;
  sandboxUrl: string;
  /** Stripe's accounts by name; `url`: where Stripe is, absent: at its own address. An account may have an address of its own. */
  stripe: { accounts: Readonly<Record<string, StripeKeys & { url?: string }>>; url: string | undefined };
  /** Lyra's shops by account. */
  lyra: { accounts: Readonly<Record<string, LyraKeys>> };
  /** How debits reach the bank; undefined: none are offered. */
  bank: BankChannel | undefined;
  /** The files by which tickets are added to Apple and Google Wallet. */
  walletPasses: WalletPassSettings;
  /** The address directory for autocomplete; undefined: no suggestions. */
  addressSearchUrl: string | undefined;
  /** Client secrets at identity providers, by `<network id>/<provider id>`. */
  providerSecrets: Readonly<Record<string, string>>;
  smtpUrl: string;
  /** The ClamAV daemon that scans uploads, if the operator runs one. */
  clamav: { host: string; port: number } | undefined;
  metricsToken: string | undefined;
  /** Whether `/docs` and `/openapi.json` describe the calls to everyone. */
  docs: boolean;
  /** Whether all staff need a second factor. */
  isSecondFactorRequired: boolean;
  trustedProxies: string[];
  logLevel: string;
  /** Demo only: whether the demo's account holder gets past orders. */
  demoOrders: boolean;
  /** Demo only: the failpoint at which the process kills itself, for the crash test. */
  stopAt: string | undefined;
}

/** Refuses to start: lists every configuration fault, one per line. */
export class ConfigurationFault extends Error {
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(`Configuration:\n${faults.map((fault) => `  ${fault}`).join("\n")}`);
    this.faults = faults;
  }
}

/**
 * The environment of a running program: a demo without its own shop at Lyra uses the sandbox's stand-in. A test reads
 * its environment unchanged, because every further account is read by each reconciliation.
 */
export function environmentOfProgram<Given extends Readonly<Record<string, string | undefined>>>(given: Given) {
  const { NODE_ENV, SANDBOX_URL } = given;
  const isDemo = isDemoMode({ NODE_ENV, GUICHET_DEMO: given.GUICHET_DEMO || undefined });
  const hasShop = [given.LYRA_SHOP_ID, given.LYRA_PASSWORD, given.LYRA_URL].some(Boolean);
  return isDemo && !hasShop ? { ...given, ...demoLyraVariables(SANDBOX_URL || defaultSandboxUrl) } : given;
}

/** Reads the environment once (decisions: secrets have no default outside the demo). Throws `ConfigurationFault`. */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ""),
  );
  const parsed = Environment.safeParse(given);
  if (!parsed.success) {
    throw new ConfigurationFault(parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`));
  }
  const env = parsed.data;
  const demo = isDemoMode(env);
  const stripe = readStripeAccounts(given);
  const lyra = readLyraAccounts(given);
  const accounts = { stripe: stripe.accounts, lyra: lyra.accounts };
  const faults = [
    ...stripe.faults,
    ...lyra.faults,
    ...bankChannelFaults(env),
    ...walletPassFaults(env),
    ...(demo ? [] : productionFaults(env, accounts)),
  ];
  const { DATABASE_URL: databaseUrl } = env;
  if (databaseUrl === undefined) faults.unshift("DATABASE_URL: required, the PostgreSQL database");
  if (databaseUrl === undefined || faults.length > 0) throw new ConfigurationFault(faults);
  return {
    demo,
    host: env.HOST,
    port: env.API_PORT,
    publicUrl: env.API_PUBLIC_URL ?? `http://${env.HOST}:${env.API_PORT}`,
    shopUrl: env.SHOP_PUBLIC_URL ?? "http://localhost:3000",
    officeUrl: env.OFFICE_PUBLIC_URL,
    databaseUrl,
    databasePool: env.DATABASE_POOL,
    demoClientKey: env.DEFAULT_CLIENT_KEY ?? demoSecrets.apiClientKey,
    sandboxUrl: env.SANDBOX_URL,
    stripe: {
      // The demo's own account is at the stand-in, wherever the others are.
      accounts: {
        ...(demo && { main: { ...demoStripeKeys, url: env.STRIPE_URL ?? env.SANDBOX_URL } }),
        ...stripe.accounts,
      },
      url: env.STRIPE_URL,
    },
    lyra: { accounts: lyra.accounts },
    bank: bankChannelOf(env),
    walletPasses: walletPassSettingsOf(env),
    addressSearchUrl:
      env.ADDRESS_SEARCH_URL ?? (demo ? new URL(sandboxAddressesPath, env.SANDBOX_URL).href : undefined),
    providerSecrets: { ...(demo ? demoProviderSecrets : {}), ...env.PROVIDER_SECRETS },
    smtpUrl: env.SMTP_URL ?? "smtp://127.0.0.1:3004",
    clamav: clamavOf(env.CLAMAV_HOST),
    metricsToken: env.METRICS_TOKEN,
    docs: env.API_DOCS === undefined ? demo : env.API_DOCS === "1",
    isSecondFactorRequired: (env.STAFF_SECOND_FACTOR ?? (demo ? "optional" : "required")) === "required",
    trustedProxies: env.TRUSTED_PROXIES.split(",").map((address) => address.trim()),
    logLevel: env.LOG_LEVEL,
    demoOrders: env.GUICHET_DEMO_ORDERS === "1",
    stopAt: demo ? env.GUICHET_STOP_AT : undefined,
  };
}

const clamavPort = 3_310;

function clamavOf(address: string | undefined): Config["clamav"] {
  const [host, port] = address?.split(":") ?? [];
  return host === undefined ? undefined : { host, port: port === undefined ? clamavPort : Number(port) };
}

function productionFaults(
  env: z.infer<typeof Environment>,
  { stripe, lyra }: { stripe: Readonly<Record<string, StripeKeys>>; lyra: Readonly<Record<string, LyraKeys>> },
): string[] {
  const faults: string[] = [];
  for (const name of ["SMTP_URL", "API_PUBLIC_URL", "SHOP_PUBLIC_URL"] as const)
    if (env[name] === undefined) faults.push(`${name}: required outside the demo`);
  if (Object.keys({ ...stripe, ...lyra }).length === 0)
    faults.push("STRIPE_SECRET_KEY or LYRA_SHOP_ID: the keys of a payment account are required outside the demo");
  for (const [account, keys] of Object.entries(stripe)) {
    if (isTestKey(keys)) faults.push(`${variableOf(account, "SECRET_KEY")}: a test key is refused in production`);
    if (keys.webhookSecret === demoSecrets.stripeSecret)
      faults.push(`${variableOf(account, "WEBHOOK_SECRET")}: a demo secret is refused in production`);
  }
  for (const [account, keys] of Object.entries(lyra)) faults.push(...productionFaultsOf(account, keys));
  for (const name of ["STRIPE_URL", "APPLE_PUSH_URL", "APPLE_PUSH_CA_FILE", "GOOGLE_WALLET_URL"] as const)
    if (env[name] !== undefined) faults.push(`${name}: exists in the demo only`);
  const demoValues = new Set<string | undefined>(Object.values(demoSecrets));
  if (demoValues.has(env.DEFAULT_CLIENT_KEY)) faults.push("DEFAULT_CLIENT_KEY: a demo secret is refused in production");
  if (Object.values(env.PROVIDER_SECRETS ?? {}).some((secret) => demoValues.has(secret))) {
    faults.push("PROVIDER_SECRETS: a demo secret is refused in production");
  }
  const { ADDRESS_SEARCH_URL: addressSearch } = env;
  if (addressSearch !== undefined && new URL(addressSearch).origin === new URL(env.SANDBOX_URL).origin)
    faults.push("ADDRESS_SEARCH_URL: the sandbox is refused in production");
  if (env.GUICHET_STOP_AT !== undefined) faults.push("GUICHET_STOP_AT: exists in the demo only");
  return faults;
}
