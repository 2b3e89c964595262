import type { Call, RequestIn } from "@guichet/contract/call.ts";
import { type CallName, type Calls, calls } from "@guichet/contract/calls.ts";
import { Ko } from "@guichet/contract/envelope.ts";
import { type ErrorCode, isRefusalCode } from "@guichet/contract/error-codes.ts";
import { financeTimeoutMs } from "@guichet/contract/limits/finance-limits.ts";
import { paymentTimeoutMs } from "@guichet/contract/limits/payment-limits.ts";
import { fetchTimeoutMs, httpCacheMs, originAgent } from "@guichet/contract/limits/request-limits.ts";
import type { Language } from "@guichet/contract/locales.ts";
import { type ErrorDetails, err, ok, type Result } from "@guichet/contract/result.ts";
import { clientHeader, timestampHeader } from "@guichet/contract/signature.ts";
import { z } from "zod";
import { type AnswerCache, createAnswerCache } from "./answer-cache.ts";
import { Breakage, PictureNotFile, requestFailed, SessionOver } from "./failures.ts";
import { inOwnWords } from "./own-breakages.ts";
import { type Fetch, type Repeating, read, type Sending, send, whileBytesArrive } from "./transport.ts";
import { type SentFile, writeBody, writeForm, writeQuery } from "./wire.ts";

export interface TicketApiOptions {
  baseUrl: string;
  clientId: string;
  key: string;
  /** Clock in milliseconds since the epoch, for the cache and, with `signTime`, for the signature. */
  clock?: () => number;
  fetch?: Fetch;
  /** Whether to sign the time, for clients with replay protection. */
  signTime?: boolean;
  cacheEntriesMax?: number;
}

export interface CallSettings {
  network?: string;
  token?: string;
  idempotencyKey?: string;
  language?: Language;
  /** Sent as X-Forwarded-For, so that rate limits count the customer instead of this server. */
  customerAddress?: string;
  /** Correlates the log lines of both sides. */
  requestId?: string;
  /** Description of the browser, shown to its owner in the list of sessions. */
  device?: string;
  /** The person concerned by the call, if not the signed-in one. */
  userId?: string;
  signal?: AbortSignal;
  /** The file, for a call that accepts one. */
  file?: SentFile;
  /** Whether to bypass the response cache. */
  fresh?: boolean;
  /** The token of a preview, for a call that shows the catalogue: its response is neither cached nor the network's version. */
  preview?: string;
}

/** Response of a call, parsed by its contract with defaults. */
export type ReceivedOf<C extends Call> = z.output<z.ZodObject<C["answer"]>>;

export interface FileAnswer {
  bytes: Uint8Array;
  mediaType: string;
}

/** A file whose bytes are still arriving: whoever reads it gets an error if they break off. */
export interface LargeFileAnswer {
  body: ReadableStream<Uint8Array>;
  mediaType: string;
  /** The name that the Ticket API gives to it. */
  filename: string;
}

export interface TicketApi {
  /**
   * Makes one call of the Ticket API (§7). Error codes are values; throws `ConnectionFailure`, `TimeoutFailure`,
   * `Breakage`, `PictureNotFile`, and `SessionOver` for an invalid token.
   */
  call<N extends CallName>(
    name: N,
    values: RequestIn<Calls[N]>,
    settings?: CallSettings,
  ): Promise<Result<ReceivedOf<Calls[N]>>>;
  /** Makes a call that returns a file. */
  file<N extends CallName>(name: N, values: RequestIn<Calls[N]>, settings?: CallSettings): Promise<Result<FileAnswer>>;
  /** Makes a call that returns a large file, as it arrives. */
  largeFile<N extends CallName>(
    name: N,
    values: RequestIn<Calls[N]>,
    settings?: CallSettings,
  ): Promise<Result<LargeFileAnswer>>;
  /**
   * Fetches the file of an expiring link by the configured address of the Ticket API; undefined if the link has expired or
   * has another path. Links are personal: whoever has one can read the file.
   */
  linkedFile(link: string): Promise<FileAnswer | undefined>;
  /** Clears the cached responses of a network, whose version has changed; without a network, of all. */
  forget(network?: string): void;
  readonly baseUrl: string;
}

const cacheEntriesMaxDefault = 500;
/** Calls that wait for a payment provider, move files or many collections, or read a list whole. */
const slowCalls: ReadonlySet<CallName> = new Set<CallName>([
  "placeOrder",
  "acknowledgePayment",
  "exportData",
  "uploadMedia",
  "uploadDocument",
  "createPaperwork",
  "checkPaymentNow",
  "downloadAuditLog",
  "downloadCollections",
  "downloadVouchers",
  "changeAgency",
  "downloadCardBlocks",
]);
/** Calls that read a whole month, or a file of many lines. */
const longCalls: ReadonlySet<CallName> = new Set<CallName>([
  "getFinanceMonth",
  "downloadFec",
  "downloadJournal",
  "closeMonth",
  "verifyMonthClosing",
  "compareBooks",
  "simulateCatalogueDraft",
  "previewCardImport",
  "importCards",
  "previewCardBlocks",
  "blockCards",
]);

/** Client of the Ticket API for servers with a key: signature, time-out, retry, cache (§7, §9). */
export function createTicketApi(options: TicketApiOptions): TicketApi {
  const clock = options.clock ?? Date.now;
  const limit = options.cacheEntriesMax ?? cacheEntriesMaxDefault;
  const cache = createAnswerCache<unknown>({ now: clock, lifeMs: httpCacheMs, limit });
  const versions = new Map<string, string>();
  const fetch: Fetch = options.fetch ?? ((url, init) => globalThis.fetch(url, init));

  const sent = async (
    name: CallName,
    values: object,
    settings: CallSettings,
    more: Pick<Sending, "isStreamed"> = {},
  ): Promise<[Sending, Response]> => {
    // A malformed token cannot be valid, and cannot be sent in a header.
    if (settings.token !== undefined && !/^[\w-]{1,200}$/.test(settings.token)) throw new SessionOver();
    const sending = { ...write(options, clock, name, values, settings), ...more };
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
      if (outcome.ok && settings.preview === undefined) noteVersion(outcome.value, group, versions, cache);
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

    async largeFile(name, values, settings = {}) {
      const definition: Call = calls[name];
      const [sending, response] = await sent(name, values, settings, { isStreamed: true });
      const mediaType = response.headers.get("content-type") ?? "";
      const { file } = definition;
      const body = response.body && whileBytesArrive(sending, response.body);
      if (response.ok && body !== null && file !== undefined && mediaType.startsWith(file))
        return ok({ body, mediaType, filename: filenameOf(response) });
      const outcome = answerOf(definition, response, await read(sending, new Response(body).text()));
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

const filenameOf = ({ headers }: Response): string =>
  /filename="([\w.-]+)"/.exec(headers.get("content-disposition") ?? "")?.[1] ?? "file";

/** Path of linked files; a response cannot make the client request any other path. */
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
    ...(settings.preview === undefined ? {} : { preview: settings.preview }),
  };
  const inQuery = method === "GET" || method === "DELETE";
  const timestamp = options.signTime ? String(Math.floor(clock() / 1000)) : undefined;
  const signedBeside = { timestamp };
  const { query, body } =
    upload === undefined
      ? (inQuery ? writeQuery : writeBody)(all, options.key, signedBeside)
      : writeForm(all, options.key, { part: upload, file: settings.file, signedBeside });
  const headers: Record<string, string> = { accept: "application/json", [clientHeader]: options.clientId };
  // A form sets its own content type with its boundary.
  if (typeof body === "string") headers["content-type"] = "application/json";
  if (timestamp !== undefined) headers[timestampHeader] = timestamp;
  if (settings.token !== undefined) headers.authorization = `Bearer ${settings.token}`;
  if (settings.idempotencyKey !== undefined) headers["idempotency-key"] = settings.idempotencyKey;
  if (settings.customerAddress !== undefined) headers["x-forwarded-for"] = settings.customerAddress;
  if (settings.requestId !== undefined) headers["x-request-id"] = settings.requestId;
  const timeoutMs = longCalls.has(name) ? financeTimeoutMs : slowCalls.has(name) ? paymentTimeoutMs : fetchTimeoutMs;
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

/** A changing call is only repeated if the Ticket API stores its response by key (decision 049). */
function repeatingOf({ method, idempotent }: Call, { idempotencyKey }: CallSettings): Repeating {
  if (method === "GET") return "safe";
  return idempotent && idempotencyKey !== undefined ? "keyed" : "changing";
}

/** Parses the envelope: "ko" is an error whatever the HTTP status (§7). */
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

/** Whether a key is valid in the header; the Ticket API checks the same. */
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

/** Whether a response is cacheable: only anonymous requests are the same for everybody. */
function keeps(definition: Call, values: object, { token, userId, preview }: CallSettings): boolean {
  const isAnonymous = token === undefined && userId === undefined && !("userToken" in values || "userId" in values);
  return definition.cacheable === true && definition.method === "GET" && isAnonymous && preview === undefined;
}

function cacheKey(clientId: string, name: CallName, values: object, settings: CallSettings): string {
  const sorted = Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([clientId, name, settings.network ?? "", settings.language ?? "", sorted]);
}

/** Clears a network's cached responses when a response contains a new version. */
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
