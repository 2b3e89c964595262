import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { bundledStart, bundleOf } from "./bundles/bundle-places.ts";

/** A complete installation, started as a person starts it, on free ports and in its own data folder. */
export interface Installation {
  /** The shop of the network `demo`; `shopOf` returns another network's. */
  shop: string;
  api: string;
  /** The staff's application. */
  office: string;
  sandbox: string;
  dataDir: string;
  /** The process of `npm start`. */
  supervisor: ChildProcess;
  /** All output so far. */
  printed(): string;
  shopOf(network: string): string;
  /** Stops it by signal, as a person or the system would, and returns the exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
  /** Stops it and removes its data. */
  remove(): Promise<void>;
}

interface Addresses {
  shop: string;
  api: string;
  office: string;
  sandbox: string;
}

export interface InstallationOptions {
  /** An existing data folder. */
  dataDir?: string;
  environment?: Record<string, string>;
  /** `start` as customers use it (default), `dev`, or from the bundles that the journeys' setup made. */
  command?: "start" | "dev" | "bundled";
  /** The folder of the sources to run, if not these. */
  sources?: string;
}

const startLimitMs = 120_000;
const freePorts = {
  ...{ SHOP_PORT: "0", API_PORT: "0", OFFICE_PORT: "0" },
  ...{ SANDBOX_PORT: "0", SANDBOX_SMTP_PORT: "0", SANDBOX_PUSH_PORT: "0" },
};
const root = path.join(import.meta.dirname, "..");

/** Starts an installation and waits until it is ready; rejects with its output if it does not start. */
export async function startInstallation(options: InstallationOptions = {}): Promise<Installation> {
  const dataDir = options.dataDir ?? (await mkdtemp(path.join(tmpdir(), "guichet-e2e-")));
  const command = options.command ?? "start";
  const program = command === "bundled" ? [bundleOf(bundledStart)] : ["scripts/on-node-24.mjs", command];
  const supervisor = spawn(process.execPath, program, {
    cwd: options.sources ?? root,
    env: { ...plainEnvironment(), ...freePorts, DATA_DIR: dataDir, ...options.environment },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  let text = "";
  const read = (chunk: Buffer) => {
    text += chunk;
  };
  supervisor.stdout?.on("data", read);
  supervisor.stderr?.on("data", read);
  const exited = new Promise<number | null>((resolve) => {
    supervisor.once("exit", resolve);
  });
  const addresses = await ready(supervisor, exited, () => text);
  const stop = async (signal: NodeJS.Signals = "SIGTERM") => {
    if (supervisor.exitCode === null && supervisor.signalCode === null) supervisor.kill(signal);
    return exited;
  };
  return {
    ...addresses,
    dataDir,
    supervisor,
    printed: () => text,
    shopOf: (network) => addresses.shop.replace("//localhost", `//${network}.localhost`),
    stop,
    remove: async () => {
      await stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function ready(child: ChildProcess, exited: Promise<unknown>, printed: () => string): Promise<Addresses> {
  const { promise, resolve, reject } = Promise.withResolvers<Addresses>();
  const late = setTimeout(() => {
    child.kill("SIGTERM");
    reject(new Error(`Guichet is not ready after ${startLimitMs / 1_000} s:\n${printed()}`));
  }, startLimitMs);
  child.on("message", (message) => {
    if (isReady(message)) resolve(message.ready);
  });
  void exited.then((code) => reject(new Error(`Guichet ended with ${code} instead of starting:\n${printed()}`)));
  return promise.finally(() => clearTimeout(late));
}

function isReady(message: unknown): message is { ready: Addresses } {
  return typeof message === "object" && message !== null && "ready" in message;
}

/** The environment without the settings of the machine that runs the tests. */
export function plainEnvironment(): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR, LANG, NODE_COMPILE_CACHE } = process.env;
  return { PATH, HOME, TMPDIR, LANG, NODE_COMPILE_CACHE, GUICHET_ENV_FILE: "" };
}

/** Runs `npm run audit` on a running installation; returns its output and exit code. */
export const auditOf = (guichet: Installation): Promise<Printed> => runCommand(guichet, "audit");

export interface Printed {
  code: number | null;
  printed: string;
}

/** Runs an operator's command (`npm run <name> -- <words>`) on a running installation. */
export async function runCommand(
  { dataDir, sandbox, shop }: Installation,
  name: string,
  ...words: string[]
): Promise<Printed> {
  const settings = { DATA_DIR: dataDir, SANDBOX_URL: sandbox, SHOP_PUBLIC_URL: shop, GUICHET_DEMO: "1" };
  const child = spawn(process.execPath, ["scripts/on-node-24.mjs", name, ...words], {
    cwd: root,
    env: { ...plainEnvironment(), ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let printed = "";
  const read = (chunk: Buffer) => {
    printed += chunk;
  };
  child.stdout.on("data", read);
  child.stderr.on("data", read);
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  return { code, printed };
}

/** The last lines of one part's log. */
export async function logOf({ dataDir }: Installation, part: "shop" | "ticket-api" | "sandbox"): Promise<string> {
  const text = await readFile(path.join(dataDir, "logs", `${part}.log`), "utf8").catch(() => "");
  return text.slice(-5_000);
}
