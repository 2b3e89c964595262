import {
  changedPassesMax,
  deviceRequestsPerPassAndHour,
  passListsPerAddressAndHour,
  passLogMessageMax,
  passLogMessagesMax,
  passLogsPerAddressAndHour,
} from "@guichet/contract/limits/wallet-pass-limits.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { hoursMs, later, minutesMs } from "../clock.ts";
import type { Dependencies } from "../dependencies.ts";
import { isUuid } from "../ids.ts";
import { addressBlock } from "../rate-limits/address-block.ts";
import { type AttemptLimit, countAttempt } from "../rate-limits/attempt-store.ts";
import { readTicket } from "../wallet/ticket-store.ts";
import { changedPassesOf, removeDevice } from "./device-store.ts";
import { readPass, type StoredPass } from "./pass-store.ts";
import { isPassToken } from "./pass-token.ts";
import { registerDevice } from "./register-device.ts";
import { appleServicePath, signedApplePass } from "./signed-apple-pass.ts";

const deviceId = z.string().regex(/^[\w-]{1,100}$/);
/** A device token of Apple's notification service, which becomes a part of a path there. */
const Registration = z.object({ pushToken: z.string().regex(/^[0-9a-f]{32,200}$/i) });
const Messages = z.object({ logs: z.array(z.string()) });
const perHour = (limit: number): AttemptLimit => ({ limit, windowMs: hoursMs(1), blockMs: hoursMs(1) });
const requestLimit = perHour(deviceRequestsPerPassAndHour);
const listLimit = perHour(passListsPerAddressAndHour);
const logLimit = perHour(passLogsPerAddressAndHour);
/** Lists of changed passes and reports belong to no network. */
const noNetwork = "";
/**
 * How far back a device is told of changes that it may know already: one is recorded shortly before it can be read.
 */
const overlapMs = minutesMs(1);

type PassRoute = { Params: { passType: string; serial: string } };
type DeviceRoute = { Params: { device: string; passType: string } };

/**
 * Registers the web service that Apple Wallet calls (Apple, "Adding a web service to update passes"): devices register for a pass, ask
 * which passes changed, and fetch them. A pass's token opens that pass only.
 */
export function registerAppleService(server: FastifyInstance, deps: Dependencies): void {
  if (deps.walletPasses.apple === undefined) return;
  const root = `${appleServicePath}/v1`;
  const registration = `${root}/devices/:device/registrations/:passType/:serial`;
  server.post<DeviceRoute & PassRoute>(registration, (request, reply) => register(deps, request, reply));
  server.delete<DeviceRoute & PassRoute>(registration, (request, reply) => unregister(deps, request, reply));
  server.get<DeviceRoute & { Querystring: Record<string, unknown> }>(
    `${root}/devices/:device/registrations/:passType`,
    (request, reply) => listChanged(deps, request, reply),
  );
  server.get<PassRoute>(`${root}/passes/:passType/:serial`, (request, reply) => sendPass(deps, request, reply));
  server.post(`${root}/log`, (request, reply) => logFaults(deps, request, reply));
}

async function register(
  deps: Dependencies,
  request: FastifyRequest<DeviceRoute & PassRoute>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const pass = await authorized(deps, request, reply);
  if (pass === undefined) return reply;
  const device = deviceId.safeParse(request.params.device);
  const body = Registration.safeParse(request.body);
  if (!device.success || !body.success) return reply.code(400).send();
  const outcome = await registerDevice(deps, pass, { deviceId: device.data, pushToken: body.data.pushToken });
  if (outcome === "full") return reply.code(403).send();
  return reply.code(outcome === "created" ? 201 : 200).send();
}

async function unregister(
  deps: Dependencies,
  request: FastifyRequest<DeviceRoute & PassRoute>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const pass = await authorized(deps, request, reply);
  if (pass === undefined) return reply;
  await removeDevice(deps.db, { deviceId: request.params.device, ticketId: pass.ticketId });
  return reply.code(200).send();
}

/** Lists the passes of a device that changed since its last question. The device's identifier is its secret, as Apple defines it. */
async function listChanged(
  deps: Dependencies,
  request: FastifyRequest<DeviceRoute & { Querystring: Record<string, unknown> }>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { device, passType } = request.params;
  if (passType !== deps.walletPasses.apple?.signer.passType || !deviceId.safeParse(device).success)
    return reply.code(404).send();
  const tag = request.query.passesUpdatedSince;
  const since = typeof tag === "string" ? instantOf(tag) : undefined;
  if (tag !== undefined && since === undefined) return reply.code(400).send();
  const subject = `wallet-pass-list:${addressBlock(request.ip)}`;
  if (!(await isAllowed(deps, reply, noNetwork, subject, listLimit))) return reply;
  const from = since && later(since, -overlapMs).toISOString();
  const changed = await changedPassesOf(deps.db, device, from, changedPassesMax);
  const newest = changed.at(-1)?.changedAt;
  if (newest === undefined) return reply.code(204).send();
  return reply.send({
    serialNumbers: changed.map(({ ticketId }) => ticketId),
    lastUpdated: String(Date.parse(newest)),
  });
}

/** Sends a pass as it is now, or 304 if it did not change since the device's copy. */
async function sendPass(
  deps: Dependencies,
  request: FastifyRequest<PassRoute>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const pass = await authorized(deps, request, reply);
  if (pass === undefined) return reply;
  const copy = Date.parse(request.headers["if-modified-since"] ?? "");
  reply.header("last-modified", new Date(pass.changedAt).toUTCString()).header("cache-control", "private, no-store");
  if (copy >= Date.parse(pass.changedAt)) return reply.code(304).send();
  const ticket = await readTicket(deps.db, pass.ticketId);
  const network = ticket && (await deps.networks.get(ticket.networkId));
  if (ticket === undefined || network === undefined) return reply.code(404).send();
  // Without a valid certificate the device would refuse the pass, and keeps the one that it has.
  if (!deps.walletPasses.working().includes("apple")) return reply.code(503).header("retry-after", "3600").send();
  const bytes = await signedApplePass(deps, network, ticket, pass.language);
  return reply.type("application/vnd.apple.pkpass").send(Buffer.from(bytes));
}

/** The pass that the request's token opens; otherwise answers 401, or 429 for a pass that is requested too often. */
async function authorized(
  deps: Dependencies,
  request: FastifyRequest<PassRoute>,
  reply: FastifyReply,
): Promise<StoredPass | undefined> {
  const { passType, serial } = request.params;
  const [scheme, token = ""] = (request.headers.authorization ?? "").split(" ");
  const isOpen =
    passType === deps.walletPasses.apple?.signer.passType &&
    isUuid(serial) &&
    scheme === "ApplePass" &&
    isPassToken(deps.keys, serial, token);
  const pass = isOpen ? await readPass(deps.db, { ticketId: serial, wallet: "apple" }) : undefined;
  if (pass === undefined) {
    await reply.code(401).send();
    return undefined;
  }
  const subject = `wallet-pass-device:${serial}`;
  return (await isAllowed(deps, reply, pass.networkId, subject, requestLimit)) ? pass : undefined;
}

/** Writes the faults that a device reports to the log, in one line. */
async function logFaults(deps: Dependencies, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const sent = Messages.safeParse(request.body);
  if (!sent.success) return reply.code(400).send();
  const subject = `wallet-pass-log:${addressBlock(request.ip)}`;
  if (!(await isAllowed(deps, reply, noNetwork, subject, logLimit))) return reply;
  const messages = sent.data.logs.slice(0, passLogMessagesMax).map((message) => message.slice(0, passLogMessageMax));
  deps.log.warn({ messages }, "a device reported faults of passes");
  return reply.code(200).send();
}

/** Counts a request of a device against its limit; answers 429 if it is one too many. */
async function isAllowed(
  deps: Dependencies,
  reply: FastifyReply,
  networkId: string,
  subject: string,
  limit: AttemptLimit,
): Promise<boolean> {
  if (await countAttempt(deps.db, networkId, subject, deps.clock.now(), limit)) return true;
  await reply.code(429).header("retry-after", "3600").send();
  return false;
}

/** The instant of a tag, which is its milliseconds since 1970. */
function instantOf(tag: string): Date | undefined {
  const at = new Date(/^\d{1,15}$/.test(tag) ? Number(tag) : Number.NaN);
  return Number.isNaN(at.getTime()) ? undefined : at;
}
