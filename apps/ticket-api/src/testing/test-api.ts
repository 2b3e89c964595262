import type { AnswerOf, Call, RequestIn } from "@guichet/contract/call.ts";
import { type CallName, type Calls, calls } from "@guichet/contract/calls.ts";
import type { NetworkPack } from "@guichet/contract/network-pack.ts";
import { sign } from "@guichet/contract/signature.ts";
import type { FastifyInstance } from "fastify";
import { pino } from "pino";
import { type MovableClock, movableClock } from "../clock.ts";
import { readConfig } from "../config.ts";
import { createApp } from "../create-app.ts";
import type { Dependencies } from "../dependencies.ts";
import { inspectionLimits, inspectionPool } from "../file-inspection/inspection-pool.ts";
import { saveClient } from "../http/client-store.ts";
import { recordInstallation } from "../installation/installation-store.ts";
import type { Runner } from "../jobs/runner.ts";
import { savePack } from "../networks/store.ts";
import { addRoutes } from "../routes.ts";
import { createServer } from "../server.ts";
import { testDatabase } from "./database.ts";
import { testPack } from "./test-pack.ts";

export interface Failed {
  error: { code: string; message: string; details?: Record<string, unknown>; requestId: string };
}
/** The result of a call that returns a file. */
export interface FileReply {
  bytes: Uint8Array;
  type: string;
}
export interface Reply<A> {
  http: number;
  body: A;
  /** The delay that the response asks for (`Retry-After`). */
  retryAfter?: string;
}
export interface Asking {
  network?: string | undefined;
  token?: string | undefined;
  idempotencyKey?: string;
  client?: { id: string; key: string };
  address?: string;
  headers?: Record<string, string>;
  /** The file, for calls that accept one. */
  file?: { bytes: Uint8Array; name?: string; type?: string };
}

export interface TestApi {
  deps: Dependencies;
  clock: MovableClock;
  work: Runner;
  server: FastifyInstance;
  url: string;
  /** Makes a call over HTTP, signed as the shop's server does. */
  call<Name extends CallName>(
    name: Name,
    values: Values<Name>,
    asking?: Asking,
  ): Promise<Reply<AnswerOf<Calls[Name]> & { status: "ok" | "ko" } & Partial<Failed> & Partial<FileReply>>>;
  /** Sends any request, unsigned. */
  send(
    method: string,
    path: string,
    options?: { body?: unknown; headers?: Record<string, string> },
  ): Promise<Reply<Record<string, unknown>>>;
  close(): Promise<void>;
}

/** A call's own values and any others; without this, a call without values would accept none. */
type Values<Name extends CallName> = Record<string, unknown> &
  (keyof Calls[Name]["request"] extends never ? unknown : Partial<RequestIn<Calls[Name]>>);

export const shopClient = { id: "shop", key: "guichet-demo-key" };
export const counterClient = { id: "counter", key: "counter-key-for-tests" };
export const validatorClient = { id: "validators", key: "validators-key-for-tests" };
export const officeClient = { id: "office", key: "office-key-for-tests" };
/** The instant at which every test starts. */
export const testStart = "2026-11-20T09:00:00.000Z";

/** How long a file inspection may take while other tests keep the processors busy. */
const inspectionMs = 60_000;

/** Starts a Ticket API for this test: real database, real HTTP, its own networks, and a clock that the test sets. */
export async function openTestApi(
  options: { packs?: NetworkPack[]; parts?: Partial<Dependencies>; environment?: Record<string, string> } = {},
): Promise<TestApi> {
  const database = await testDatabase();
  const config = readConfig({
    DATABASE_URL: database.url,
    DATABASE_POOL: "8",
    LOG_LEVEL: "silent",
    BANK_CHANNEL: "manual",
    ...options.environment,
  });
  const clock = movableClock(Date.parse(testStart) - Date.now());
  const patient = { ...inspectionLimits, totalMs: inspectionMs };
  const inspector = inspectionPool((fault) => process.stderr.write(`${fault}\n`), patient);
  const opened = await createApp(config, pino({ level: config.logLevel }), { clock, inspector, ...options.parts });
  const { deps, work } = opened;
  const packs = options.packs ?? [testPack(), testPack({ id: "south" })];
  for (const pack of packs) await deps.db.transaction().execute((tx) => savePack(tx, pack, deps.clock.iso()));
  // A process that a test starts next to this API finds the matching kind of installation.
  await recordInstallation(deps.db, config.demo ? "demo" : "production");
  const networks = packs.map((pack) => pack.network.id);
  await saveClient(deps.db, { ...shopClient, rights: [], replayProtection: false, networks });
  await saveClient(deps.db, {
    ...counterClient,
    rights: ["counter"],
    replayProtection: false,
    networks,
  });
  await saveClient(deps.db, { ...validatorClient, rights: ["validator"], replayProtection: false, networks });
  await saveClient(deps.db, { ...officeClient, rights: ["office"], replayProtection: false, networks });
  const server = await createServer(deps, (app) => addRoutes(app, deps, clock));
  const base = await server.listen({ host: "127.0.0.1", port: 0 });
  const first = networks[0] ?? "north";

  const send: TestApi["send"] = async (method, path, { body, headers = {} } = {}) => {
    const isForm = body instanceof FormData;
    const text = body === undefined || isForm || typeof body === "string" ? body : JSON.stringify(body);
    const response = await fetch(new URL(path, base), {
      method,
      headers: { ...(text === undefined || isForm ? {} : { "content-type": "application/json" }), ...headers },
      ...(text === undefined ? {} : { body: text }),
    });
    const retryAfter = response.headers.get("retry-after");
    const reply = { http: response.status, body: await read(response) };
    return retryAfter === null ? reply : { ...reply, retryAfter };
  };

  const request = async (definition: Call, path: string, options: Parameters<typeof send>[2]) => {
    const reply = await send(definition.method, path, options);
    if ("bytes" in reply.body && definition.file === undefined)
      throw new Error(`${definition.method} ${definition.path} returned ${reply.http} and no JSON: ${reply.body.type}`);
    return reply as never;
  };

  return {
    deps,
    clock,
    work,
    server,
    url: base,
    send,
    call: async (name, values, asking = {}) => {
      const definition: Call = calls[name];
      const client = asking.client ?? clientOf(definition);
      const sent: Record<string, unknown> = {
        ...(asking.network === "" ? {} : { networkId: asking.network ?? first }),
        ...values,
      };
      const headers: Record<string, string> = { "x-client": client.id, ...asking.headers };
      if (asking.token !== undefined) headers.authorization = `Bearer ${asking.token}`;
      if (asking.idempotencyKey !== undefined) headers["idempotency-key"] = asking.idempotencyKey;
      if (asking.address !== undefined) headers["x-forwarded-for"] = asking.address;
      const { method, upload } = definition;
      const inQuery = method === "GET" || method === "DELETE";
      if (!inQuery && upload === undefined)
        return request(definition, definition.path, { body: { ...sent, signature: sign(sent, client.key) }, headers });
      const texts = Object.fromEntries(
        Object.entries(sent)
          .filter(([, value]) => value !== undefined && value !== null)
          .map(([key, value]) => [key, String(value)]),
      );
      const signed = { ...texts, signature: sign(texts, client.key) };
      if (upload !== undefined) {
        const form = new FormData();
        for (const [name, value] of Object.entries(signed)) form.set(name, value);
        const { bytes, name: filename = "file.bin", type = "" } = asking.file ?? { bytes: undefined };
        if (bytes !== undefined) form.set(upload, new Blob([new Uint8Array(bytes)], { type }), filename);
        return request(definition, definition.path, { body: form, headers });
      }
      const query = new URLSearchParams(signed);
      return request(definition, `${definition.path}?${query}`, { headers });
    },
    close: async () => {
      await server.close();
      await opened.close();
      await database.drop();
    },
  };
}

/** The default client of a call. */
function clientOf({ right }: Call): { id: string; key: string } {
  if (right === "office") return officeClient;
  return right === "counter" ? counterClient : shopClient;
}

async function read(response: Response): Promise<Record<string, unknown>> {
  const type = response.headers.get("content-type") ?? "";
  if (type.includes("json")) return (await response.json()) as Record<string, unknown>;
  return { bytes: new Uint8Array(await response.arrayBuffer()), type };
}
