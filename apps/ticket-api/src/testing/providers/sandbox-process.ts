import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { z } from "zod";

const main = fileURLToPath(new URL("../../../../sandbox/src/main.ts", import.meta.url));
const ready = z.object({ ready: z.object({ url: z.string(), smtpPort: z.number() }) });
const startWithinMs = 60_000;

export interface SandboxProcess {
  url: string;
  smtpPort: number;
  pid: number;
  /** Kills it immediately, like a crash. */
  kill(): Promise<void>;
  /** Stops it; returns its exit code. */
  stop(): Promise<number | null>;
}

/** Starts the sandbox as a separate program, on free ports, with its data in `dataDir`. */
export async function startSandboxProcess(
  dataDir: string,
  environment: Record<string, string> = {},
): Promise<SandboxProcess> {
  const child = fork(main, {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      DATA_DIR: dataDir,
      SANDBOX_PORT: "0",
      SANDBOX_SMTP_PORT: "0",
      LOG_LEVEL: "error",
      ...environment,
    },
    execArgv: [],
  });
  const { url, smtpPort } = await readyMessage(child);
  return {
    url,
    smtpPort,
    pid: child.pid ?? 0,
    kill: async () => {
      await ended(child, "SIGKILL");
    },
    stop: () => ended(child, "SIGTERM"),
  };
}

async function readyMessage(child: ChildProcess): Promise<{ url: string; smtpPort: number }> {
  const early = once(child, "exit").then(([code]) => {
    throw new Error(`the sandbox ended with ${code} before it was ready`);
  });
  const message = once(child, "message", { signal: AbortSignal.timeout(startWithinMs) });
  early.catch(() => {});
  const [content] = await Promise.race([message, early]);
  return ready.parse(content).ready;
}

async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const exit = once(child, "exit");
  child.kill(signal);
  await exit;
  return child.exitCode;
}
