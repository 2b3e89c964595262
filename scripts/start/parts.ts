import path from "node:path";
import {
  openWalletAuthority,
  walletAuthorityFolder,
  walletPassVariablesOf,
} from "../../apps/sandbox/src/wallets/authority.ts";
import type { StartConfig } from "./config.ts";
import { beginLog, logsFolderOf } from "./logs.ts";
import type { PartPlan } from "./part.ts";
import { freePort } from "./ports.ts";

/** Addresses of the parts. */
export interface Addresses {
  shop: string;
  api: string;
  office: string;
  /** Absent outside the demo. */
  sandbox: string | undefined;
}

export interface Plans {
  addresses: Addresses;
  logsFolder: string | undefined;
  sandbox: PartPlan | undefined;
  api: PartPlan;
  shop: PartPlan;
  office: PartPlan;
}

/** Whether the parts run from a build, or from changing sources. */
export type Kind = "built" | "development";

const root = path.join(import.meta.dirname, "../..");

/** Plans the parts to start, with matching addresses. Rejects with `StartRefused` when a port is in use. */
export async function planParts(
  config: StartConfig,
  databaseUrl: string | undefined,
  kind: Kind = "built",
): Promise<Plans> {
  const { host, demo, ports, dataDir } = config;
  const isDevelopment = kind === "development";
  const shopPort = await freePort(host, ports.shop, "SHOP_PORT");
  const apiPort = await freePort(host, ports.api, "API_PORT");
  const officePort = await freePort(host, ports.office, "OFFICE_PORT");
  const sandboxPort = demo ? await freePort(host, ports.sandbox, "SANDBOX_PORT") : 0;
  const mailPort = demo ? await freePort(host, ports.mail, "SANDBOX_SMTP_PORT") : 0;
  const pushPort = demo ? await freePort(host, ports.push, "SANDBOX_PUSH_PORT") : 0;
  const near = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host;
  const given = config.environment;
  const api = given.API_PUBLIC_URL ?? `http://${near}:${apiPort}`;
  const shop = given.SHOP_PUBLIC_URL ?? `http://localhost:${shopPort}`;
  const office = given.OFFICE_PUBLIC_URL ?? `http://localhost:${officePort}`;
  const sandbox = demo ? (given.SANDBOX_URL ?? `http://${near}:${sandboxPort}`) : undefined;
  const logsFolder = logsFolderOf(config);

  const environment: NodeJS.ProcessEnv = {
    ...given,
    NODE_ENV: isDevelopment ? "development" : "production",
    GUICHET_DEMO: demo ? "1" : "0",
    HOST: host,
    SHOP_PORT: String(shopPort),
    API_PORT: String(apiPort),
    OFFICE_PORT: String(officePort),
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    API_URL: given.API_URL ?? `http://${near}:${apiPort}`,
    // Outside the demo only the operator knows them: a part that needs one refuses to start without it.
    ...(demo && { API_PUBLIC_URL: api, SHOP_PUBLIC_URL: shop }),
    OFFICE_PUBLIC_URL: office,
    ...(sandbox !== undefined && {
      SANDBOX_PORT: String(sandboxPort),
      SANDBOX_SMTP_PORT: String(mailPort),
      SANDBOX_URL: sandbox,
      SMTP_URL: given.SMTP_URL ?? `smtp://${near}:${mailPort}`,
      SANDBOX_PUSH_PORT: String(pushPort),
      ...bankOfDemo(given, dataDir),
      ...(await walletPassesOfDemo(given, { dataDir, sandbox, push: `https://${near}:${pushPort}` })),
    }),
  };
  const plan = (name: string, program: string): PartPlan => ({
    name,
    program: path.join(root, program),
    // Packages with a development build then use it, in servers and pages alike.
    flags: isDevelopment ? ["--conditions=development"] : [],
    environment,
    logFile: logsFolder === undefined ? undefined : beginLog(logsFolder, name),
  });
  const pagesProgram = isDevelopment ? "development.ts" : "main.ts";
  return {
    addresses: { shop, api, office, sandbox },
    logsFolder,
    sandbox: demo ? plan("sandbox", "apps/sandbox/src/main.ts") : undefined,
    api: plan("ticket-api", "apps/ticket-api/src/main.ts"),
    shop: plan("shop", `apps/shop/server/${pagesProgram}`),
    office: plan("office", `apps/office/server/${pagesProgram}`),
  };
}

/** The demo's bank: files in a folder, as in production, between the Ticket API and the sandbox. Absent if a channel is set. */
const bankOfDemo = (given: NodeJS.ProcessEnv, dataDir: string): NodeJS.ProcessEnv =>
  given.BANK_CHANNEL === undefined ? { BANK_CHANNEL: "folder", BANK_FILES_FOLDER: path.join(dataDir, "bank") } : {};

/** The demo's certificates for wallet passes, of a test authority that the first start creates. Absent if a wallet is set. */
async function walletPassesOfDemo(
  given: NodeJS.ProcessEnv,
  { dataDir, sandbox, push }: { dataDir: string; sandbox: string; push: string },
): Promise<NodeJS.ProcessEnv> {
  if (given.APPLE_PASS_CERTIFICATE_FILE !== undefined || given.GOOGLE_WALLET_ISSUER !== undefined) return {};
  const files = await openWalletAuthority(walletAuthorityFolder(path.join(dataDir, "sandbox")), sandbox);
  return walletPassVariablesOf(files, { sandbox, push });
}
