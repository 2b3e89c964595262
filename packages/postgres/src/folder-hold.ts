import { createHash } from "node:crypto";
import { rm, stat } from "node:fs/promises";
import net from "node:net";
import { createInterface } from "node:readline";
import { type DataFolder, placesIn } from "./data-folder.ts";
import { codeOf, firstLineOf, PostgresUnavailable } from "./postgres-unavailable.ts";
import { settlesWithin, until } from "./waiting.ts";

/** Role of a process: `server` and `test` need the folder exclusively; a `command` shares its PostgreSQL. */
export type Role = "server" | "command" | "test";

/**
 * The process that listens on the folder's socket holds the folder: the system releases it with the process, so that neither
 * leftover files nor a reused pid can mislead.
 */
export type Holding = {
  kind: "holder";
  folder: DataFolder;
  /** Admits the commands that wait for the database. */
  ready(): void;
  /** Admits no more commands, and waits until the current ones have left. */
  guestsLeft(limitMs: number): Promise<void>;
  release(): Promise<void>;
};
export type Visit = { kind: "guest"; folder: DataFolder; ended: Promise<void>; leave(): void };

/** How long a command waits for a database that is starting or stopping. */
const commandPatienceMs = 120_000;
const helloLimitMs = 5_000;
const entranceLimitMs = 10_000;

/** Takes the data folder, or joins its holder; a server waits `patienceMs` for a command. The error names folder and holder in one line. */
export async function holdFolder(path: string, role: Role, patienceMs: number): Promise<Holding | Visit> {
  const end = performance.now() + (role === "command" ? commandPatienceMs : patienceMs);
  for (;;) {
    const found = await alone(path, async () => {
      const folder = await placesIn(path);
      const holder = await callHolder(folder);
      return holder === undefined ? listen(folder, role) : { kind: "taken" as const, folder, holder };
    });
    if (found.kind === "holder") return found;
    const left = end - performance.now();
    if (role === "command") {
      const hold = await join(found.folder, found.holder, left);
      if (hold !== undefined) return hold;
    } else {
      await waitOrRefuse(path, found.holder, left);
    }
  }
}

/** Serialises processes that start at the same moment. */
async function alone<T>(path: string, act: () => Promise<T>): Promise<T> {
  const { dev, ino } = await stat(path);
  const name = createHash("sha256").update(`${dev}:${ino}:${process.getuid?.()}`).digest("hex");
  const entrance = net.createServer();
  const inside = await until(entranceLimitMs, () => tryListen(entrance, `\0guichet-postgres-${name}`));
  if (inside === undefined)
    throw new PostgresUnavailable(`another process is busy opening the database folder ${path}: try again`);
  try {
    return await act();
  } finally {
    entrance.close();
  }
}

async function tryListen(server: net.Server, path: string): Promise<true | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<true | undefined>();
  const refused = (failure: Error) => (codeOf(failure) === "EADDRINUSE" ? resolve(undefined) : reject(failure));
  server.once("error", refused);
  server.listen({ path }, () => {
    server.off("error", refused);
    resolve(true);
  });
  return promise;
}

async function listen(folder: DataFolder, role: Role): Promise<Holding> {
  const guests = new Set<net.Socket>();
  const callers = new Set<net.Socket>();
  const leaving = Promise.withResolvers<void>();
  let state: "starting" | "ready" | "ending" = "starting";
  const server = net.createServer((caller) => {
    callers.add(caller);
    caller.on("error", () => undefined);
    caller.write(`${process.pid} ${role}\n`);
    caller.on("data", () => {
      if (state === "ending") return;
      guests.add(caller);
      if (state === "ready") caller.write("ready\n");
    });
    caller.on("close", () => {
      callers.delete(caller);
      guests.delete(caller);
      if (state === "ending" && guests.size === 0) leaving.resolve();
    });
  });
  await rm(folder.holderSocket, { force: true });
  await tryListen(server, folder.holderSocket).catch((failure: unknown) => {
    throw new PostgresUnavailable(`the data folder ${folder.path} cannot hold a socket: ${firstLineOf(failure)}`);
  });
  return {
    kind: "holder",
    folder,
    ready() {
      state = "ready";
      for (const guest of guests) guest.write("ready\n");
    },
    async guestsLeft(limitMs) {
      state = "ending";
      if (guests.size > 0) await settlesWithin(limitMs, leaving.promise);
    },
    async release() {
      for (const caller of callers) caller.destroy();
      const { promise, resolve } = Promise.withResolvers<void>();
      server.close(() => resolve());
      await promise;
    },
  };
}

type Holder = { socket: net.Socket; lines: AsyncIterator<string>; ended: Promise<void> };

/** Connects to the process that holds the folder; undefined without one. A holder that ends before it accepts is called once more. */
export async function callHolder(folder: DataFolder): Promise<Holder | undefined> {
  const socket = net.connect({ path: folder.holderSocket });
  const { promise, resolve, reject } = Promise.withResolvers<Holder | undefined>();
  const ended = Promise.withResolvers<void>();
  const lines = createInterface({ input: socket })[Symbol.asyncIterator]();
  socket.once("connect", () => resolve({ socket, lines, ended: ended.promise }));
  socket.once("close", () => ended.resolve());
  socket.on("error", (failure) => {
    if (["ENOENT", "ECONNREFUSED"].includes(codeOf(failure) ?? "")) return resolve(undefined);
    if (codeOf(failure) === "ECONNRESET") return resolve(callHolder(folder));
    reject(new PostgresUnavailable(`the data folder ${folder.path} cannot be used: ${firstLineOf(failure)}`));
  });
  return promise;
}

/** The holder's next message; undefined when it closed or was killed. */
async function nextLine(holder: Holder): Promise<string | undefined> {
  const { value, done } = await holder.lines.next().catch(() => ({ value: undefined, done: true }));
  return done === true ? undefined : value;
}

type Introduction = { pid: string; role: string };

/** The holder's pid and role; undefined when it ends meanwhile. A stopped holder does not respond. */
async function introduction(holder: Holder): Promise<Introduction | undefined> {
  const hello = nextLine(holder);
  if (!(await settlesWithin(helloLimitMs, hello))) return { pid: "unknown", role: "process that does not answer" };
  const line = await hello;
  if (line === undefined) return undefined;
  const [pid = "unknown", role = "unknown"] = line.split(" ");
  return { pid, role };
}

async function join(folder: DataFolder, holder: Holder, leftMs: number): Promise<Visit | undefined> {
  const { socket, ended } = holder;
  const who = await introduction(holder);
  if (who === undefined) return undefined;
  socket.write("join\n");
  const answer = nextLine(holder);
  if (!(await settlesWithin(leftMs, answer))) {
    socket.destroy();
    throw new PostgresUnavailable(
      `the database folder ${folder.path} is held by a ${who.role} (pid ${who.pid}) whose database is still not ready`,
    );
  }
  if ((await answer) !== "ready") return undefined;
  return { kind: "guest", folder, ended, leave: () => socket.destroy() };
}

async function waitOrRefuse(path: string, holder: Holder, leftMs: number): Promise<void> {
  const who = await introduction(holder);
  if (who === undefined) return;
  if (who.role === "command" && (await settlesWithin(leftMs, holder.ended))) return;
  holder.socket.destroy();
  const remedy = who.role === "command" ? "wait until it has ended" : "stop it first, or give another DATA_DIR";
  throw new PostgresUnavailable(`the database folder ${path} is in use by a ${who.role} (pid ${who.pid}): ${remedy}`);
}
