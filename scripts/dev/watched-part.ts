import path from "node:path";
import { settlesWithin } from "@guichet/postgres/waiting.ts";
import { firstReady, type Part, type PartPlan, type Run, run, tailOf } from "../start/part.ts";
import { watchSources } from "./source-changes.ts";

const reportFlag = ["--import", path.join(import.meta.dirname, "report-loaded-files.ts")];
const root = path.join(import.meta.dirname, "../..");
/** How long a part may take to end before it restarts; requests in progress are not worth more in development. */
const stopLimitMs = 3_000;

/**
 * Starts a part, and restarts it when a file that it has loaded or that belongs to its program changes. A part that ends by itself, for
 * example because of an error, waits for the next change. `ready` rejects with `StartRefused` if the part does not start the first time.
 */
export function watchPart(plan: PartPlan, print: (line: string) => void): Part {
  const watched = { ...plan, flags: [...plan.flags, ...reportFlag] };
  const loaded = new Set<string>();
  const begin = (): Run => {
    const started = run(watched);
    started.child.on("message", (message) => {
      if (isLoaded(message)) loaded.add(message.loaded);
    });
    return started;
  };
  let current = begin();
  const ready = firstReady(watched, current);
  let stopped = false;
  let restarting: Promise<void> = Promise.resolve();
  tellEnd(current);

  const endWatch = watchSources((files) => {
    const own = [...files].find((file) => loaded.has(file) || isBesideProgram(plan, file));
    if (own !== undefined) restarting = restarting.then(() => startAgain(path.relative(root, own)));
  });

  async function startAgain(file: string): Promise<void> {
    if (stopped) return;
    const startedAt = performance.now();
    await end(current, stopLimitMs);
    if (stopped) return;
    current = begin();
    tellEnd(current);
    const isUp = await firstReady(watched, current).then(
      () => true,
      () => false,
    );
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
    if (isUp && !stopped) print(`${file} changed: ${plan.name} runs again, after ${seconds} s.`);
  }

  function tellEnd(one: Run): void {
    void one.ended.then((how) => {
      const isOurs = stopped || one.child.killed;
      if (!isOurs) print(`${plan.name} ended (${how}) and waits for a change of its files.${tailOf(plan)}`);
    });
  }

  return {
    ready,
    async stop(limitMs) {
      stopped = true;
      endWatch();
      await end(current, limitMs);
      await restarting;
    },
  };
}

async function end({ child, ended }: Run, limitMs: number): Promise<void> {
  child.kill("SIGTERM");
  if (!(await settlesWithin(limitMs, ended))) child.kill("SIGKILL");
  await ended;
}

/** Files that a part reads without importing them, such as migrations and texts, and those of its worker threads; Vite watches pages. */
function isBesideProgram({ program }: PartPlan, file: string): boolean {
  const isSource = /\.(ts|sql|po)$/.test(file) && !/\.(test|gen)\.ts$/.test(file) && !file.includes("/testing/");
  const folder = path.dirname(program);
  return isSource && [folder, path.join(folder, "../migrations")].some((place) => file.startsWith(place + path.sep));
}

const isLoaded = (message: unknown): message is { loaded: string } =>
  typeof message === "object" && message !== null && "loaded" in message && typeof message.loaded === "string";
