import type { Call, RequestIn } from "@guichet/contract/call.ts";
import { type CallName, type Calls, calls } from "@guichet/contract/calls.ts";
import { Ko } from "@guichet/contract/envelope.ts";
import { type ErrorCode, isRefusalCode } from "@guichet/contract/error-codes.ts";
import { paymentTimeoutMs } from "@guichet/contract/limits/payment-limits.ts";
import { fetchTimeoutMs, httpCacheMs, originAgent } from "@guichet/contract/limits/request-limits.ts";
import type { Language } from "@guichet/contract/locales.ts";
import { type ErrorDetails, err, ok, type Result } from "@guichet/contract/result.ts";
import { clientHeader, timestampHeader } from "@guichet/contract/signature.ts";
import { z } from "zod";
import { type AnswerCache, createAnswerCache } from "./answer-cache.ts";
import { Breakage, PictureNotFile, requestFailed, SessionOver } from "./failures.ts";
import { inOwnWords } from "./own-breakages.ts";
import { type Fetch, type Repeating, read, type Sending, send } from "./transport.ts";
import { type SentFile, writeBody, writeForm, writeQuery } from "./wire.ts";

export interface TicketApiOptions {
  baseUrl: string;
  clientId: string;
  key: string;
  /** Milliseconds since the epoch; for the cache and, with `signTime`, for the signature. */
  clock?: () => number;
  fetch?: Fetch;
  /** Sign the time too, for clients with replay protection. */
  signTime?: boolean;
  cacheEntriesMax?: number;
}

export interface CallSettings {
  network?: string;
  token?: string;
  idempotencyKey?: string;
  language?: Language;
  /** Goes on as X-Forwarded-For: limits count the customer, not us. */
  customerAddress?: string;
  /** Ties the log lines of both sides together. */
  requestId?: string;
  /** The browser in words, which its owner will know in the list of their sessions. */
  device?: string;
  /** Of whom the call is, where it may be of another than who is signed in. */
  userId?: string;
  signal?: AbortSignal;
  /** The file of a call that takes one. */
  file?: SentFile;
  /** Ask again even if an answer is kept. */
  fresh?: boolean;
}

/** What a call answers, as read: parsed by its contract, defaults filled in. */
export type ReceivedOf<C extends Call> = z.output<z.ZodObject<C["answer"]>>;

export interface FileAnswer {
  bytes: Uint8Array;
  mediaType: string;
}

export interface TicketApi {
  /**
   * Makes one call of the Ticket API (§7). A refusal is a value; throws `ConnectionFailure`, `TimeoutFailure`,
   * `Breakage`, `PictureNotFile`, and `SessionOver` when the token given does not hold.
   */
  call<N extends CallName>(
    name: N,
    values: RequestIn<Calls[N]>,
    settings?: CallSettings,
  ): Promise<Result<ReceivedOf<Calls[N]>>>;
  /** The same for a call that answers a file. */
  file<N extends CallName>(name: N, values: RequestIn<Calls[N]>, settings?: CallSettings): Promise<Result<FileAnswer>>;
  /**
   * Fetches what an expiring link of an answer names, by our own way to the Ticket API; undefined: the link is over, or
   * leads elsewhere. Links belong to one person: whoever holds one is shown the file.
   */
  linkedFile(link: string): Promise<FileAnswer | undefined>;
  /** Forgets what is kept of a network: its version has changed. Without one: of all. */
  forget(network?: string): void;
  readonly baseUrl: string;
}

const cacheEntriesMaxDefault = 500;
const slowCalls: ReadonlySet<CallName> = new Set<CallName>([
  "placeOrder",
  "acknowledgePayment",
  "exportData",
  "uploadMedia",
  "uploadDocument",
  "createPaperwork",
]);

/** A client of the Ticket API for a server that holds a key: signs, times out, retries, keeps (§7, §9). */
export function createTicketApi(options: TicketApiOptions): TicketApi {
  const clock = options.clock ?? Date.now;
  const limit = options.cacheEntriesMax ?? cacheEntriesMaxDefault;
  const cache = createAnswerCache<unknown>({ now: clock, lifeMs: httpCacheMs, limit });
  const versions = new Map<string, string>();
  const fetch: Fetch = options.fetch ?? ((url, init) => globalThis.fetch(url, init));

  const sent = async (name: CallName, values: object, settings: CallSettings): Promise<[Sending, Response]> => {
    // What is no token holds nowhere, and no header would carry it.
    if (settings.token !== undefined && !/^[\w-]{1,200}$/.test(settings.token)) throw new SessionOver();
    const sending = write(options, clock, name, values, settings);
    return send(sending, fetch).then((response) => [sending, response]);
  };

  return {
    baseUrl: options.baseUrl,
    forget: (network) => cache.drop(network),

    async call(name, values, settings = {}) {
      const definition: Call = calls[name];
      const group = settings.network ?? "";
      const key = keeps(definition, values, settings) ? cacheKey(options.clientId, name, values, settings) : undefined;
      const kept = key === undefined || settings.fresh ? undefined : cache.get(key);
      if (kept !== undefined) return ok(kept as ReceivedOf<Calls[typeof name]>);
      if (settings.idempotencyKey !== undefined && !isIdempotencyKey(settings.idempotencyKey))
        return err("IDEMPOTENCY_KEY_INVALID");
      const [sending, response] = await sent(name, values, settings);
      const body = await read(sending, response.text());
      const outcome = inOwnWords(name, () => answerOf(definition, response, body));
      if (outcome.ok) noteVersion(outcome.value, group, versions, cache);
      if (outcome.ok && key !== undefined) cache.put(key, group, outcome.value);
      return outcome as Result<ReceivedOf<Calls[typeof name]>>;
    },

    async file(name, values, settings = {}) {
      const definition: Call = calls[name];
      const [sending, response] = await sent(name, values, settings);
      const mediaType = response.headers.get("content-type") ?? "";
      const expected = definition.file;
      if (response.ok && expected !== undefined && mediaType.startsWith(expected)) {
        return ok({ bytes: new Uint8Array(await read(sending, response.arrayBuffer())), mediaType });
      }
      const outcome = answerOf(definition, response, await read(sending, response.text()));
      if (outcome.ok) throw new Breakage(requestFailed, response.status, requestIdOf(response));
      return outcome;
    },

    async linkedFile(link) {
      const { pathname, search } = new URL(link);
      if (!linkedPath.test(pathname)) return undefined;
      const url = `${options.baseUrl}${pathname}${search}`;
      const sending: Sending = {
        url,
        method: "GET",
        headers: {},
        body: undefined,
        timeoutMs: fetchTimeoutMs,
        repeating: "safe",
      };
      const response = await send(sending, fetch);
      const bytes = new Uint8Array(await read(sending, response.arrayBuffer()));
      return response.ok ? { bytes, mediaType: response.headers.get("content-type") ?? "" } : undefined;
    },
  };
}

/** Where files by link stand; no other address of the Ticket API is asked on an answer's word. */
const linkedPath = /^\/files\/kept\/[\w-]+\/[\w-]+$/;

function write(
  options: TicketApiOptions,
  clock: () => number,
  name: CallName,
  values: object,
  settings: CallSettings,
): Sending {
  const definition: Call = calls[name];
  const { method, path, upload } = definition;
  if (name === "uploadMedia" && settings.file === undefined) throw new PictureNotFile();
  const language = settings.language;
  const all = {
    ...values,
    networkId: settings.network,
    locale: language,
    lang: language,
    originAgent,
    originType: "ESHOP",
    ...(settings.device === undefined ? {} : { device: settings.device }),
    ...(settings.userId === undefined ? {} : { userId: settings.userId }),
  };
  const inQuery = method === "GET" || method === "DELETE";
  const timestamp = options.signTime ? String(Math.floor(clock() / 1000)) : undefined;
  const signedBeside = { timestamp };
  const { query, body } =
    upload === undefined
      ? (inQuery ? writeQuery : writeBody)(all, options.key, signedBeside)
      : writeForm(all, options.key, { part: upload, file: settings.file, signedBeside });
  const headers: Record<string, string> = { accept: "application/json", [clientHeader]: options.clientId };
  // A form brings its own content type, with the boundary that it was written with.
  if (typeof body === "string") headers["content-type"] = "application/json";
  if (timestamp !== undefined) headers[timestampHeader] = timestamp;
  if (settings.token !== undefined) headers.authorization = `Bearer ${settings.token}`;
  if (settings.idempotencyKey !== undefined) headers["idempotency-key"] = settings.idempotencyKey;
  if (settings.customerAddress !== undefined) headers["x-forwarded-for"] = settings.customerAddress;
  if (settings.requestId !== undefined) headers["x-request-id"] = settings.requestId;
  const timeoutMs = slowCalls.has(name) ? paymentTimeoutMs : fetchTimeoutMs;
  const url = `${options.baseUrl}${path}${query}`;
  return {
    url,
    method,
    headers,
    body,
    timeoutMs,
    repeating: repeatingOf(definition, settings),
    signal: settings.signal,
  };
}

/** A changing call is repeated only where the Ticket API keeps its answer by the key (decision 049). */
function repeatingOf({ method, idempotent }: Call, { idempotencyKey }: CallSettings): Repeating {
  if (method === "GET") return "safe";
  return idempotent && idempotencyKey !== undefined ? "keyed" : "changing";
}

/** Reads the envelope: "ko" is a failure whatever the HTTP status (§7). */
function answerOf(definition: Call, response: Response, body: string): Result<unknown> {
  const requestId = requestIdOf(response);
  const json = parsed(body);
  if (json === undefined) throw new Breakage(requestFailed, response.status, requestId);
  const ko = Ko.safeParse(json);
  if (ko.success) {
    const { code, message, details } = ko.data.error;
    if (code === "AUTHENTICATION_TOKEN_INVALID") throw new SessionOver();
    if (code === "ERR_INTERNAL") throw new Breakage(message, response.status, ko.data.error.requestId ?? requestId);
    return err(knownCode(code), details as ErrorDetails | undefined);
  }
  if (!response.ok) throw new Breakage(requestFailed, response.status, requestId);
  const answer = z.object(definition.answer).safeParse(json);
  if (answer.success) return ok(answer.data);
  const where = answer.error.issues.map((issue) => issue.path.join(".")).slice(0, 5);
  throw new Breakage(`${definition.path} answered against its contract: ${where}`, response.status, requestId);
}

/** What the header takes; the Ticket API asks the same. */
const isIdempotencyKey = (key: string): boolean => /^[\x21-\x7e]{8,128}$/.test(key);

const knownCode = (code: string): ErrorCode => (isRefusalCode(code) ? code : "ERR_RESPONSE_ERROR");
const requestIdOf = (response: Response): string | undefined => response.headers.get("x-request-id") ?? undefined;

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** Only what is asked in nobody's name is the same for everybody. */
function keeps(definition: Call, values: object, { token, userId }: CallSettings): boolean {
  const isAnonymous = token === undefined && userId === undefined && !("userToken" in values || "userId" in values);
  return definition.cacheable === true && definition.method === "GET" && isAnonymous;
}

function cacheKey(clientId: string, name: CallName, values: object, settings: CallSettings): string {
  const sorted = Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([clientId, name, settings.network ?? "", settings.language ?? "", sorted]);
}

/** Answers that carry a network's version tell when what was kept of it is stale. */
function noteVersion(answer: unknown, group: string, versions: Map<string, string>, cache: AnswerCache<unknown>): void {
  const version = versionIn(answer);
  if (version === undefined || versions.get(group) === version) return;
  if (versions.has(group)) cache.drop(group);
  versions.set(group, version);
}

function versionIn(answer: unknown): string | undefined {
  if (typeof answer !== "object" || answer === null) return undefined;
  return "version" in answer && typeof answer.version === "string" ? answer.version : undefined;
}
