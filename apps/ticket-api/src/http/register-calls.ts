import { createHash } from "node:crypto";
import type { Call } from "@guichet/contract/call.ts";
import { type CallName, calls } from "@guichet/contract/calls.ts";
import { bodyMaxBytes, unavailableRetrySeconds, uploadMaxBytes } from "@guichet/contract/limits.ts";
import { type Language, languageOf } from "@guichet/contract/locales.ts";
import { done, type Outcome, type Refusal, refuse } from "@guichet/contract/outcome.ts";
import { refusalMessage, refusalStatus } from "@guichet/contract/refusals.ts";
import { findMalformed } from "@guichet/contract/well-formed.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { namedTraveller } from "../account-records/named-traveller.ts";
import type { House } from "../dependencies.ts";
import { hashed } from "../ids.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import { useSession } from "../sessions/session.ts";
import type { UserSession } from "../sessions/session-store.ts";
import { mayMake, useStaffSession } from "../sessions/staff-session.ts";
import type { StaffSession } from "../sessions/staff-session-store.ts";
import { openTo } from "./authorization.ts";
import { type Answer, type Answers, type Ask, type File, isFile } from "./call-handler.ts";
import { callerOf, checkSignature, signedValues } from "./caller.ts";
import { type Client, clientRegistry } from "./client-store.ts";
import { type Form, readForm } from "./form.ts";
import { once } from "./idempotency.ts";
import type { Sent } from "./idempotency-store.ts";
import { tellForbidden, tellingOf, tellRefused } from "./log-security-events.ts";
import { noteProgram } from "./programs.ts";
import { KeptRequests } from "./request-cache.ts";
import { KeptAnswers } from "./response-cache.ts";
import { tellAnswer } from "./security-events.ts";
import { type Parsed, parseValues, type Values } from "./values.ts";

interface Kept {
  answers: KeptAnswers;
  requests: KeptRequests;
}

/** Their orders stand under the key that they were asked with: the database takes no second one. */
const keptByKey = new Set<string>([calls.placeOrder.path, calls.createOrder.path, calls.redeemVoucher.path]);

type AnySession = UserSession | StaffSession | null;

/** Puts every call of the contract on the server: parse, signature, session, answer, envelope, once for all (§7). */
export function registerCalls(server: FastifyInstance, house: House, answers: Answers): void {
  const clients = clientRegistry(house.db);
  const kept = { answers: new KeptAnswers(house.clock), requests: new KeptRequests(house, clients) };
  for (const name of Object.keys(calls) as CallName[]) {
    const definition: Call = calls[name];
    if (answers[name] === undefined) throw new Error(`No answer for ${definition.method} ${definition.path}`);
    const answer = telling(name, answers[name] as unknown as Answer<Call>);
    server.route({
      method: definition.method,
      url: definition.path,
      bodyLimit: definition.upload === undefined ? bodyMaxBytes : uploadMaxBytes + bodyMaxBytes,
      handler: (request, reply) => answerCall(house, clients, kept, definition, answer, request, reply),
    });
  }
}

/** The same answer, which tells the security log what came of it. */
function telling(name: CallName, answer: Answer<Call>): Answer<Call> {
  const told: Answer<Call> = async (ask) => {
    const outcome = await answer(ask);
    tellAnswer(name, ask as never, outcome as never);
    return outcome;
  };
  return Object.assign(told, answer.ahead && { ahead: answer.ahead });
}

async function answerCall(
  house: House,
  clients: (id: string) => Promise<Client | undefined>,
  kept: Kept,
  definition: Call,
  answer: Answer<Call>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (isKept(definition)) {
    const bytes = await keptBytes(kept, request);
    if (bytes !== undefined) return sendBytes(reply, bytes);
  }
  const form = await received(definition, request);
  if (!form.ok) return sendRefusal(reply, form);
  // Before the signature, which reads all of it: what nests without end is refused to whoever sends it.
  const malformed = findMalformed(form.value.values, definition.multiline);
  if (malformed !== undefined) return sendRefusal(reply, refuse("FIELD_INVALID", { ...malformed }));
  const asked = await prepare(house, clients, definition, form.value, request);
  if (!asked.ok) {
    tellRefused(house, definition, request, asked.code);
    return sendRefusal(reply, asked);
  }
  const ask = asked.value;
  noteProgram(request, ask);

  if (definition.file !== undefined) {
    const outcome = await answer(ask);
    if (!outcome.ok) return sendRefusal(reply, outcome);
    if (!isFile(outcome.value)) throw new Error(`${definition.path} answers no file`);
    return sendFile(reply, definition.file, outcome.value);
  }
  const run = async (of = ask): Promise<Sent> => {
    const outcome = await answer(of);
    if (!outcome.ok) tellWait(reply, outcome);
    return enveloped(outcome, request.id);
  };
  if (isKept(definition)) {
    const key = keptKey(definition, ask);
    kept.requests.keep(request, { client: ask.client, network: ask.network as LoadedNetwork, key });
    return sendKept(reply, kept.answers, key, run);
  }
  if (!definition.idempotent || ask.idempotencyKey === undefined) return send(reply, await run());
  const key = {
    client: ask.client.id,
    user: keyOf(ask.session),
    call: definition.path,
    key: ask.idempotencyKey,
    network: (ask.network as LoadedNetwork).id,
  };
  const { ahead } = answer;
  // What was read ahead belongs to this very ask: who waited for another's answer reads anew.
  const outcome = await once(house, key, withFile(form.value), {
    ahead: ahead && ((db) => ahead(ask, db)),
    answer: (waited, db) => {
      if (db !== house.db) return run({ ...ask, house: { ...house, db } });
      return run(waited ? { ...ask } : ask);
    },
    isKeptByKey: keptByKey.has(definition.path),
  });
  if (!outcome.ok && outcome.code === "IDEMPOTENCY_KEY_REUSED" && definition.answersReusedKey)
    return send(reply, enveloped(await answer({ ...ask, isKeyReused: true }), request.id));
  return outcome.ok ? send(reply, outcome.value) : sendRefusal(reply, outcome);
}

/** The values as they came: of the query for GET and DELETE, of the form or the body for the rest. */
async function received(definition: Call, request: FastifyRequest): Promise<Outcome<Form>> {
  const only = (values: Values): Outcome<Form> => done({ values, upload: undefined });
  if (definition.method === "GET" || definition.method === "DELETE") return only(request.query as Values);
  if (definition.upload !== undefined) return readForm(request, definition.upload);
  if (request.isMultipart()) return refuse("CONTENT_TYPE_UNSUPPORTED");
  const body = request.body;
  if (body === undefined || body === null) return only({});
  if (typeof body !== "object" || Array.isArray(body)) return refuse("BODY_MALFORMED");
  return only(body as Values);
}

/** What was sent, the file by its digest: another file under the same key is another request. */
function withFile({ values, upload }: Form): Values {
  if (upload === undefined) return values;
  return { ...values, file: createHash("sha256").update(upload.bytes).digest("base64url") };
}

/** Everything that is checked before an answer is asked: client, signature, fields, network, session, rights, key. */
async function prepare(
  house: House,
  clients: (id: string) => Promise<Client | undefined>,
  definition: Call,
  { values, upload }: Form,
  request: FastifyRequest,
): Promise<Outcome<Ask<Call>>> {
  const caller = await callerOf(house, clients, request.headers);
  if (!caller.ok) return caller;
  const client = caller.value;
  const signed = checkSignature(house, client, values, request.headers);
  // The test request tells whether its signature held instead of refusing (§7 "tests/request").
  if (!signed.ok && definition.path !== "/tests/request") return signed;
  const parsed = parseValues(definition, values);
  if (!parsed.ok) return parsed;
  const network = await networkOf(house, definition, client, parsed.value);
  if (!network.ok) return network;
  const session = await sessionOf(house, definition, network.value, parsed.value, request);
  if (!session.ok) return session;
  if (definition.right !== undefined && !client.rights.includes(definition.right)) return refuse("CLIENT_NOT_ALLOWED");
  const key = request.headers["idempotency-key"];
  if (definition.idempotent && key !== undefined && !(typeof key === "string" && /^[\x21-\x7e]{8,128}$/.test(key))) {
    return refuse("IDEMPOTENCY_KEY_INVALID");
  }
  return done({
    house,
    request: parsed.value.request,
    common: parsed.value.common,
    language: offeredLanguage(parsed.value, network.value),
    network: network.value as LoadedNetwork,
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
    tell: tellingOf(house, definition, request, { client, network: network.value, session: session.value }),
    // Few answers write into the log: it is made for those.
    get log() {
      return house.log.child({ requestId: request.id });
    },
  });
}

async function networkOf(
  house: House,
  definition: Call,
  client: Client,
  parsed: Parsed,
): Promise<Outcome<LoadedNetwork | null>> {
  const id = parsed.common.networkId;
  if (id === undefined)
    return definition.network === "optional" ? done(null) : refuse("FIELD_REQUIRED", { field: "networkId" });
  const network = client.networks.includes(id) ? await house.networks.get(id) : undefined;
  return network === undefined ? refuse("NETWORK_UNKNOWN") : done(network);
}

async function sessionOf(
  house: House,
  definition: Call,
  network: LoadedNetwork | null,
  parsed: Parsed,
  request: FastifyRequest,
): Promise<Outcome<AnySession>> {
  if (definition.session === "none") return done(null);
  const token = tokenOf(parsed, request);
  if (token === undefined || token === "")
    return definition.session === "optional" ? done(null) : refuse("USER_NOT_CONNECTED");
  if (definition.session === "staff") return staffSessionOf(house, definition, network, token, request);
  if (network === null) return refuse("FIELD_REQUIRED", { field: "networkId" });
  const session = await useSession(house, hashed(token), network.id);
  if (session === undefined) return refuse("AUTHENTICATION_TOKEN_INVALID");
  const allowed = openTo(definition, session);
  const { userId } = parsed.common;
  if (!allowed.ok || userId === undefined) return allowed;
  const named = await namedTraveller(house.db, session, userId);
  return named.ok ? allowed : named;
}

/** Customers' tokens and the staff's are kept apart: neither is found where the other is looked for. */
async function staffSessionOf(
  house: House,
  definition: Call,
  network: LoadedNetwork | null,
  token: string,
  request: FastifyRequest,
): Promise<Outcome<StaffSession>> {
  const session = await useStaffSession(house, token);
  if (session === undefined) return refuse("AUTHENTICATION_TOKEN_INVALID");
  const allowed = mayMake(definition, session, network?.id, house.config);
  if (!allowed.ok && allowed.code === "ROLE_NOT_ALLOWED") {
    tellForbidden(house, definition, request, session.staffId, network);
  }
  return allowed;
}

/** Whose repetitions they are. */
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

/** What a network shows everybody is answered from memory; what is told across networks is small, and made anew. */
const isKept = ({ cacheable, network, session }: Call) => cacheable && network !== "optional" && session === "none";

function keptKey({ path }: Call, { client, network, language, request }: Ask<Call>): string {
  const { id, version } = network as LoadedNetwork;
  return [path, client.id, id, version, language, JSON.stringify(request)].join("\n");
}

async function sendKept(reply: FastifyReply, kept: KeptAnswers, key: string, run: () => Promise<Sent>) {
  let bytes = kept.find(key);
  if (bytes === undefined) {
    const sent = await run();
    if (sent.httpStatus !== 200) return send(reply, sent);
    bytes = kept.keep(key, sent.body);
  }
  return sendBytes(reply, bytes);
}

/** What a request that is asked again and again was answered a moment ago. */
async function keptBytes(kept: Kept, request: FastifyRequest): Promise<Buffer | undefined> {
  const key = await kept.requests.find(request);
  return key === undefined ? undefined : kept.answers.find(key);
}

const sendBytes = (reply: FastifyReply, bytes: Buffer): FastifyReply =>
  reply.type("application/json; charset=utf-8").send(bytes);

function enveloped(outcome: Outcome<unknown>, requestId: string): Sent {
  if (outcome.ok) return { httpStatus: 200, body: { status: "ok", ...(outcome.value as object) } };
  return { httpStatus: refusalStatus(outcome.code), body: refusalBody(outcome, requestId) };
}

function refusalBody(refusal: Refusal, requestId: string) {
  const { code, details } = refusal;
  const error = { code, message: refusalMessage(code), ...(details === undefined ? {} : { details }), requestId };
  return { status: "ko", error };
}

const send = (reply: FastifyReply, sent: Sent): FastifyReply => withStatus(reply, sent.httpStatus).send(sent.body);

/** What cannot be answered now says when to ask again (RFC 9110 §10.2.3). */
function withStatus(reply: FastifyReply, status: number): FastifyReply {
  if (status === 503) reply.header("retry-after", String(unavailableRetrySeconds));
  return reply.code(status);
}

/** Says in HTTP's own words when a refused caller may come again. */
function tellWait(reply: FastifyReply, { details }: Refusal): void {
  const wait = details?.retryAfterSeconds;
  if (typeof wait === "number") reply.header("retry-after", String(wait));
}

/** Sends a refusal in its envelope, with the status of its code. */
export function sendRefusal(reply: FastifyReply, refusal: Refusal): FastifyReply {
  tellWait(reply, refusal);
  return withStatus(reply, refusalStatus(refusal.code)).send(refusalBody(refusal, reply.request.id));
}

function sendFile(reply: FastifyReply, type: string, file: File): FastifyReply {
  return reply
    .type(type)
    .header("content-disposition", `attachment; filename="${file.filename.replaceAll(/[^\w.-]/g, "_")}"`)
    .header("cache-control", "private, no-store")
    .send(Buffer.from(file.bytes));
}
