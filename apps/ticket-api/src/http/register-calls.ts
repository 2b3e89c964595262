import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import type { Call } from "@guichet/contract/call.ts";
import { type CallName, calls } from "@guichet/contract/calls.ts";
import { refusalMessage, refusalStatus } from "@guichet/contract/error-codes.ts";
import { uploadMaxBytes } from "@guichet/contract/limits/file-limits.ts";
import { bodyMaxBytes, unavailableRetrySeconds } from "@guichet/contract/limits/request-limits.ts";
import { type Language, languageOf } from "@guichet/contract/locales.ts";
import { type Err, err, ok, type Result } from "@guichet/contract/result.ts";
import { findMalformed } from "@guichet/contract/well-formed.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { DatabaseError } from "pg";
import { namedTraveller } from "../account-records/named-traveller.ts";
import type { Dependencies } from "../dependencies.ts";
import { hashed } from "../ids.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import { useSession } from "../sessions/session.ts";
import type { UserSession } from "../sessions/session-store.ts";
import { mayMake, useStaffSession } from "../sessions/staff-session.ts";
import type { StaffSession } from "../sessions/staff-session-store.ts";
import { openTo } from "./authorization.ts";
import { type CallContext, type File, type Handler, type Handlers, isFile } from "./call-handler.ts";
import { callerOf, checkSignature, signedValues } from "./caller.ts";
import { noteProgram } from "./calling-program.ts";
import { type Client, clientRegistry } from "./client-store.ts";
import { once } from "./idempotency.ts";
import type { Sent } from "./idempotency-store.ts";
import { logForbidden, logRefused, securityEventLogger } from "./log-security-events.ts";
import { type Form, readForm } from "./multipart-form.ts";
import { RequestCache } from "./request-cache.ts";
import { ResponseCache } from "./response-cache.ts";
import { logHandlerEvents } from "./security-events.ts";
import { type Parsed, parseValues, type Values } from "./values.ts";

interface Kept {
  answers: ResponseCache;
  requests: RequestCache;
}

/** Calls whose orders are stored under the idempotency key: the database refuses a second order with it. */
const keptByKey = new Set<string>([calls.placeOrder.path, calls.createOrder.path, calls.redeemVoucher.path]);

type AnySession = UserSession | StaffSession | null;

/** Registers every call of the contract: parsing, signature, session, handler, envelope (§7). */
export function registerCalls(server: FastifyInstance, deps: Dependencies, answers: Handlers): void {
  const clients = clientRegistry(deps.db);
  const kept = { answers: new ResponseCache(deps.clock), requests: new RequestCache(deps, clients) };
  for (const name of Object.keys(calls) as CallName[]) {
    const definition: Call = calls[name];
    if (answers[name] === undefined) throw new Error(`No handler for ${definition.method} ${definition.path}`);
    const answer = telling(name, answers[name] as unknown as Handler<Call>);
    server.route({
      method: definition.method,
      url: definition.path,
      bodyLimit: definition.upload === undefined ? bodyMaxBytes : uploadMaxBytes + bodyMaxBytes,
      handler: (request, reply) => answerCall(deps, clients, kept, definition, answer, request, reply),
    });
  }
}

/** Wraps a handler so that its result is written to the security log. */
function telling(name: CallName, answer: Handler<Call>): Handler<Call> {
  const logged: Handler<Call> = async (ctx) => {
    const outcome = await answer(ctx);
    logHandlerEvents(name, ctx as never, outcome as never);
    return outcome;
  };
  return Object.assign(logged, answer.prefetch && { prefetch: answer.prefetch });
}

async function answerCall(
  deps: Dependencies,
  clients: (id: string) => Promise<Client | undefined>,
  kept: Kept,
  definition: Call,
  answer: Handler<Call>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (isKept(definition)) {
    const bytes = await keptBytes(kept, request);
    if (bytes !== undefined) return sendBytes(reply, bytes);
  }
  const form = await received(definition, request);
  if (!form.ok) return sendError(reply, form);
  // Runs before the signature check, which reads all values: refuses values that nest too deeply.
  const malformed = findMalformed(form.value.values, definition.multiline);
  if (malformed !== undefined) return sendError(reply, err("FIELD_INVALID", { ...malformed }));
  const asked = await prepare(deps, clients, definition, form.value, request);
  if (!asked.ok) {
    logRefused(deps, definition, request, asked.code);
    return sendError(reply, asked);
  }
  const ctx = asked.value;
  noteProgram(request, ctx);

  if (definition.file !== undefined) {
    const outcome = await answer(ctx);
    if (!outcome.ok) return sendError(reply, outcome);
    if (!isFile(outcome.value)) throw new Error(`${definition.path} returned no file`);
    return sendFile(reply, definition.file, outcome.value);
  }
  const run = async (of = ctx): Promise<Sent> => {
    const outcome = await answer(of).catch((error) => unlessEnded(deps, of, error));
    if (!outcome.ok) tellWait(reply, outcome);
    return enveloped(outcome, request.id);
  };
  // A preview shows each change of its draft, and its answers are nobody else's.
  if (isKept(definition) && ctx.request.preview === undefined) {
    const key = keptKey(definition, ctx);
    kept.requests.keep(request, { client: ctx.client, network: ctx.network as LoadedNetwork, key });
    return sendKept(reply, kept.answers, key, run);
  }
  if (!definition.idempotent || ctx.idempotencyKey === undefined) return send(reply, await run());
  const key = {
    client: ctx.client.id,
    user: keyOf(ctx.session),
    call: definition.path,
    key: ctx.idempotencyKey,
    network: (ctx.network as LoadedNetwork).id,
  };
  const { prefetch } = answer;
  // Prefetched values belong to this request alone: one that waited for another request reads again.
  const outcome = await once(deps, key, withFile(form.value), {
    prefetch: prefetch && ((db) => prefetch(ctx, db)),
    answer: (waited, db) => {
      if (db !== deps.db) return run({ ...ctx, deps: { ...deps, db } });
      return run(waited ? { ...ctx } : ctx);
    },
    isKeptByKey: keptByKey.has(definition.path),
  });
  if (!outcome.ok && outcome.code === "IDEMPOTENCY_KEY_REUSED" && definition.answersReusedKey)
    return send(reply, enveloped(await answer({ ...ctx, isKeyReused: true }), request.id));
  return outcome.ok ? send(reply, outcome.value) : sendError(reply, outcome);
}

/** A failure because the session's account was merged or erased during the call is that of an ended session; throws any other. */
async function unlessEnded(deps: Dependencies, { session }: CallContext<Call>, error: unknown): Promise<Result<never>> {
  const isRefused = error instanceof DatabaseError && error.code === foreignKeyViolation;
  if (!isRefused || session === null || "staffId" in session) throw error;
  if ((await useSession(deps, session.tokenHash, session.networkId)) !== undefined) throw error;
  return err("AUTHENTICATION_TOKEN_INVALID");
}
const foreignKeyViolation = "23503";

/** Reads the values of a request: from the query for GET and DELETE, from the form or body otherwise. */
async function received(definition: Call, request: FastifyRequest): Promise<Result<Form>> {
  const only = (values: Values): Result<Form> => ok({ values, upload: undefined });
  if (definition.method === "GET" || definition.method === "DELETE") return only(request.query as Values);
  if (definition.upload !== undefined) return readForm(request, definition.upload);
  if (request.isMultipart()) return err("CONTENT_TYPE_UNSUPPORTED");
  const body = request.body;
  if (body === undefined || body === null) return only({});
  if (typeof body !== "object" || Array.isArray(body)) return err("BODY_MALFORMED");
  return only(body as Values);
}

/** The values with the digest of the file: another file under the same key is another request. */
function withFile({ values, upload }: Form): Values {
  if (upload === undefined) return values;
  return { ...values, file: createHash("sha256").update(upload.bytes).digest("base64url") };
}

/** Checks client, signature, fields, network, session, rights and key before the handler runs. */
async function prepare(
  deps: Dependencies,
  clients: (id: string) => Promise<Client | undefined>,
  definition: Call,
  { values, upload }: Form,
  request: FastifyRequest,
): Promise<Result<CallContext<Call>>> {
  const caller = await callerOf(deps, clients, request.headers);
  if (!caller.ok) return caller;
  const client = caller.value;
  const signed = checkSignature(deps, client, values, request.headers);
  // The test request reports whether its signature is valid instead of refusing it (§7 "tests/request").
  if (!signed.ok && definition.path !== "/tests/request") return signed;
  const parsed = parseValues(definition, values);
  if (!parsed.ok) return parsed;
  const network = await networkOf(deps, definition, client, parsed.value);
  if (!network.ok) return network;
  const session = await sessionOf(deps, definition, network.value, parsed.value, request);
  if (!session.ok) return session;
  if (definition.right !== undefined && !client.rights.includes(definition.right)) return err("CLIENT_NOT_ALLOWED");
  const shown = await shownNetwork(deps, network.value, parsed.value);
  if (!shown.ok) return shown;
  const key = request.headers["idempotency-key"];
  if (definition.idempotent && key !== undefined && !(typeof key === "string" && /^[\x21-\x7e]{8,128}$/.test(key))) {
    return err("IDEMPOTENCY_KEY_INVALID");
  }
  return ok({
    deps,
    request: parsed.value.request,
    common: parsed.value.common,
    language: offeredLanguage(parsed.value, network.value),
    network: shown.value as LoadedNetwork,
    client,
    session: session.value,
    token: tokenOf(parsed.value, request),
    address: request.ip,
    idempotencyKey: typeof key === "string" ? key : undefined,
    isKeyReused: false,
    received: values,
    signedValues: signedValues(client, values, request.headers),
    signatureRefusal: signed.ok ? null : signed.code,
    upload,
    tell: securityEventLogger(deps, definition, request, { client, network: network.value, session: session.value }),
    // Few handlers write into the log: the child logger is created on demand.
    get log() {
      return deps.log.child({ requestId: request.id });
    },
  });
}

async function networkOf(
  deps: Dependencies,
  definition: Call,
  client: Client,
  parsed: Parsed,
): Promise<Result<LoadedNetwork | null>> {
  const id = parsed.common.networkId;
  if (id === undefined)
    return definition.network === "optional" ? ok(null) : err("FIELD_REQUIRED", { field: "networkId" });
  const network = client.networks.includes(id) ? await deps.networks.get(id) : undefined;
  return network === undefined ? err("NETWORK_UNKNOWN") : ok(network);
}

/** The network that the call answers about: as a draft leaves it, for a call with the token of a preview (`previewable`). */
async function shownNetwork(
  deps: Dependencies,
  network: LoadedNetwork | null,
  { request: { preview } }: Parsed,
): Promise<Result<LoadedNetwork | null>> {
  if (network === null || typeof preview !== "string") return ok(network);
  const opened = await deps.previews.open(network, preview);
  return opened.ok ? ok(opened.value.network) : opened;
}

async function sessionOf(
  deps: Dependencies,
  definition: Call,
  network: LoadedNetwork | null,
  parsed: Parsed,
  request: FastifyRequest,
): Promise<Result<AnySession>> {
  if (definition.session === "none") return ok(null);
  const token = tokenOf(parsed, request);
  if (token === undefined || token === "")
    return definition.session === "optional" ? ok(null) : err("USER_NOT_CONNECTED");
  if (definition.session === "staff") return staffSessionOf(deps, definition, network, token, request);
  if (network === null) return err("FIELD_REQUIRED", { field: "networkId" });
  const session = await useSession(deps, hashed(token), network.id);
  if (session === undefined) return err("AUTHENTICATION_TOKEN_INVALID");
  const allowed = openTo(definition, session);
  const { userId } = parsed.common;
  if (!allowed.ok || userId === undefined) return allowed;
  const named = await namedTraveller(deps.db, session, userId);
  return named.ok ? allowed : named;
}

/** Finds the session of a staff token. Tokens of customers and staff are stored separately. */
async function staffSessionOf(
  deps: Dependencies,
  definition: Call,
  network: LoadedNetwork | null,
  token: string,
  request: FastifyRequest,
): Promise<Result<StaffSession>> {
  const session = await useStaffSession(deps, token);
  if (session === undefined) return err("AUTHENTICATION_TOKEN_INVALID");
  const allowed = mayMake(definition, session, network?.id, deps.config);
  if (!allowed.ok && allowed.code === "ROLE_NOT_ALLOWED") {
    logForbidden(deps, definition, request, session.staffId, network);
  }
  return allowed;
}

/** Whose idempotency key it is: a staff member, a traveller, or nobody. */
function keyOf(session: AnySession): string {
  if (session === null) return "";
  return "staffId" in session ? `staff:${session.staffId}` : session.travellerId;
}

function tokenOf(parsed: Parsed, request: FastifyRequest): string | undefined {
  const bearer = /^Bearer ([\w-]{1,200})$/.exec(request.headers.authorization ?? "")?.[1];
  return parsed.common.userToken ?? bearer;
}

function offeredLanguage(parsed: Parsed, network: LoadedNetwork | null): Language {
  const asked = languageOf(parsed.common.lang ?? parsed.common.locale);
  if (network === null) return asked ?? "fr";
  return asked !== undefined && network.definition.languages.includes(asked) ? asked : network.language;
}

/** Whether the response is cached: public data of one network. Responses across networks are small and computed each time. */
const isKept = ({ cacheable, network, session }: Call) => cacheable && network !== "optional" && session === "none";

function keptKey({ path }: Call, { client, network, language, request }: CallContext<Call>): string {
  const { id, version } = network as LoadedNetwork;
  return [path, client.id, id, version, language, JSON.stringify(request)].join("\n");
}

async function sendKept(reply: FastifyReply, kept: ResponseCache, key: string, run: () => Promise<Sent>) {
  let bytes = kept.find(key);
  if (bytes === undefined) {
    const sent = await run();
    if (sent.httpStatus !== 200) return send(reply, sent);
    bytes = kept.keep(key, sent.body);
  }
  return sendBytes(reply, bytes);
}

/** Finds a cached response for a request that was checked before. */
async function keptBytes(kept: Kept, request: FastifyRequest): Promise<Buffer | undefined> {
  const key = await kept.requests.find(request);
  return key === undefined ? undefined : kept.answers.find(key);
}

const sendBytes = (reply: FastifyReply, bytes: Buffer): FastifyReply =>
  reply.type("application/json; charset=utf-8").send(bytes);

function enveloped(outcome: Result<unknown>, requestId: string): Sent {
  if (outcome.ok) return { httpStatus: 200, body: { status: "ok", ...(outcome.value as object) } };
  return { httpStatus: refusalStatus(outcome.code), body: refusalBody(outcome, requestId) };
}

function refusalBody(refusal: Err, requestId: string) {
  const { code, details } = refusal;
  const error = { code, message: refusalMessage(code), ...(details === undefined ? {} : { details }), requestId };
  return { status: "ko", error };
}

const send = (reply: FastifyReply, sent: Sent): FastifyReply => withStatus(reply, sent.httpStatus).send(sent.body);

/** Sets `retry-after` on a response that is temporarily unavailable (RFC 9110 §10.2.3). */
function withStatus(reply: FastifyReply, status: number): FastifyReply {
  if (status === 503) reply.header("retry-after", String(unavailableRetrySeconds));
  return reply.code(status);
}

/** Sets `retry-after` on a refusal that names a wait. */
function tellWait(reply: FastifyReply, { details }: Err): void {
  const wait = details?.retryAfterSeconds;
  if (typeof wait === "number") reply.header("retry-after", String(wait));
}

/** Sends a refusal in its envelope, with the status of its code. */
export function sendError(reply: FastifyReply, refusal: Err): FastifyReply {
  tellWait(reply, refusal);
  return withStatus(reply, refusalStatus(refusal.code)).send(refusalBody(refusal, reply.request.id));
}

function sendFile(reply: FastifyReply, type: string, file: File): FastifyReply {
  return reply
    .type(type)
    .header("content-disposition", `attachment; filename="${file.filename.replaceAll(/[^\w.-]/g, "_")}"`)
    .header("cache-control", "private, no-store")
    .send(
      file.bytes instanceof Uint8Array ? Buffer.from(file.bytes) : Readable.from(file.bytes, { objectMode: false }),
    );
}
