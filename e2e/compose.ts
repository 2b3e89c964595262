import { type ChildProcess, execFile, spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { parse } from "yaml";
import { z } from "zod";
import { plainEnvironment } from "./installation.ts";

const root = path.join(import.meta.dirname, "..");
const Service = z.object({
  image: z.string(),
  env_file: z.string().optional(),
  environment: z.record(z.string(), z.string()).default({}),
  command: z.string().optional(),
  entrypoint: z.array(z.string()).optional(),
  ports: z.array(z.string()).default([]),
  depends_on: z.record(z.string(), z.object({ condition: z.string() })).default({}),
  healthcheck: z.object({ test: z.tuple([z.literal("CMD")], z.string()) }).optional(),
});
const ComposeFile = z.object({
  services: z.record(z.string(), Service),
  networks: z.object({
    default: z.object({ ipam: z.object({ config: z.array(z.object({ subnet: z.cidrv4() })) }) }),
  }),
});
export type ComposeFile = z.infer<typeof ComposeFile>;
export type Service = z.infer<typeof Service>;

/** Reads the project's compose file, with shared settings merged into each service. */
export async function readComposeFile(): Promise<ComposeFile> {
  return ComposeFile.parse(parse(await readFile(path.join(root, "compose.yaml"), "utf8"), { merge: true }));
}

export function serviceOf(file: ComposeFile, name: string): Service {
  const service = file.services[name];
  if (service === undefined) throw new Error(`The compose file has no service ${name}`);
  return service;
}

/** Fills in `${NAME}` and `${NAME:?message}` from `.env` as Compose does; a missing required variable is an error. */
export function filledIn(text: string, variables: Record<string, string>): string {
  return text.replace(/\$\{([A-Z_]+)(?::\?([^}]*))?\}/g, (_, name: string, message?: string) => {
    const value = variables[name] ?? "";
    if (value === "" && message !== undefined) throw new Error(`${name} ${message}`);
    return value;
  });
}

/** Runs the services as processes of this machine, in place of containers. */
export interface Containers {
  /** The content of `.env`; later commands and services see what is added. */
  env: Record<string, string>;
  /** Replacements in environment values, commands and health checks: the text to find, and its value here. */
  addresses: [found: string, here: string][];
  /** Ports set in addition to the file, because processes of one machine share them. */
  ports: Record<string, string>;
}

/** The environment of a container: the image's search path, `.env` and the compose file. */
function environmentOf(service: Service, { env, addresses, ports }: Containers): NodeJS.ProcessEnv {
  const said = Object.entries(service.environment).map(([name, value]) => [
    name,
    here(filledIn(value, env), addresses),
  ]);
  const plain = plainEnvironment();
  // The image contains the Node that runs this test.
  const PATH = `${path.dirname(process.execPath)}:${plain.PATH}`;
  return { ...plain, PATH, ...env, ...Object.fromEntries(said), ...ports };
}

const here = (text: string, addresses: Containers["addresses"]): string =>
  addresses.reduce((value, [found, local]) => value.replaceAll(found, local), text);

/** Starts a service with its command, as its container would; its output is in `printed`. */
export function startService(service: Service, containers: Containers): { child: ChildProcess; printed(): string } {
  const [program = "", ...words] = (service.command ?? "").split(" ");
  const child = spawn(program, words, {
    cwd: root,
    env: environmentOf(service, containers),
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk: Buffer) => {
      text += chunk;
    });
  return { child, printed: () => text };
}

/** `docker compose run --rm <service> <words>`: returns the output; rejects on an exit code other than 0. */
export async function runService(service: Service, words: string[], containers: Containers): Promise<string> {
  const [program = "", ...before] = service.entrypoint ?? [];
  const { stdout } = await promisify(execFile)(program, [...before, ...words], {
    cwd: root,
    env: environmentOf(service, containers),
  });
  return stdout;
}

/** Whether the health check of a service succeeds. */
export async function isHealthy(service: Service, containers: Containers): Promise<boolean> {
  if (service.healthcheck === undefined) throw new Error("The service has no health check");
  const [, program = "", ...words] = service.healthcheck.test;
  return promisify(execFile)(
    program,
    words.map((word) => here(word, containers.addresses)),
    { env: environmentOf(service, containers) },
  ).then(
    () => true,
    () => false,
  );
}
