import formbody from "@fastify/formbody";
import { bodyMaxBytes, unavailableRetrySeconds } from "@guichet/contract/limits/request-limits.ts";
import { passwordMaxLength, passwordMinLength } from "@guichet/contract/limits/sign-in-limits.ts";
import { languageOf } from "@guichet/contract/locales.ts";
import { findMalformed } from "@guichet/contract/well-formed.ts";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { PasswordQueueFull } from "../../authentication/passwords.ts";
import { isOutage } from "../../database/outage.ts";
import type { Dependencies } from "../../dependencies.ts";
import type { LoadedNetwork } from "../../network-registry/registry.ts";
import { toolkitKey } from "../../network-registry/toolkit-key.ts";
import { resetPassword, sendOobCode } from "./codes.ts";
import { sendFault, type ToolkitResult } from "./faults.ts";
import { ToolkitBody, type ToolkitContext } from "./requests.ts";
import { signInWithPassword, signUp } from "./sign-ins.ts";
import { refresh } from "./tokens.ts";
import { toolkitEvents } from "./toolkit-events.ts";
import { deleteUser, lookup, update } from "./users.ts";

const toolkit = "/identitytoolkit.googleapis.com";
const toolkitHandlers: Record<string, (ctx: ToolkitContext) => Promise<ToolkitResult>> = {
  // A literal colon is written twice in a route.
  [`${toolkit}/v1/accounts::signUp`]: signUp,
  [`${toolkit}/v1/accounts::signInWithPassword`]: signInWithPassword,
  [`${toolkit}/v1/accounts::lookup`]: lookup,
  [`${toolkit}/v1/accounts::update`]: update,
  [`${toolkit}/v1/accounts::sendOobCode`]: sendOobCode,
  [`${toolkit}/v1/accounts::resetPassword`]: resetPassword,
  [`${toolkit}/v1/accounts::delete`]: deleteUser,
  "/securetoken.googleapis.com/v1/token": refresh,
};

/** How many seconds a browser may cache a preflight response. */
const preflightSeconds = "3600";

/**
 * Registers the identity toolkit and its token call (decisions 5): that API's own shapes, the network named by `key`, unknown
 * fields ignored. Any origin may call, because nothing here trusts a cookie.
 */
export async function registerToolkit(server: FastifyInstance, deps: Dependencies): Promise<void> {
  await server.register(async (scope) => {
    await scope.register(formbody, { bodyLimit: bodyMaxBytes });
    scope.addHook("onRequest", async (request, reply) => {
      reply.header("access-control-allow-origin", "*").header("cache-control", "no-store");
      if (request.method !== "OPTIONS") return;
      reply
        .header("access-control-allow-methods", "GET, POST, OPTIONS")
        .header("access-control-allow-headers", request.headers["access-control-request-headers"] ?? "content-type")
        .header("access-control-max-age", preflightSeconds);
      await reply.code(204).send();
    });
    scope.setErrorHandler((error: FastifyError, request, reply) => sendUnexpectedError(deps, error, request, reply));
    for (const [url, handler] of Object.entries(toolkitHandlers)) {
      scope.post(url, { bodyLimit: bodyMaxBytes }, (request, reply) =>
        handleToolkitCall(deps, handler, request, reply),
      );
      scope.options(url, async () => undefined);
    }
    scope.get(`${toolkit}/v2/passwordPolicy`, (request, reply) => sendPasswordPolicy(deps, request, reply));
    scope.options(`${toolkit}/v2/passwordPolicy`, async () => undefined);
  });
}

async function handleToolkitCall(
  deps: Dependencies,
  handler: (ctx: ToolkitContext) => Promise<ToolkitResult>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const network = await networkOf(deps, request);
  if (network === undefined) return sendFault(reply, "API_KEY_INVALID", 400, "API_KEY_INVALID");
  const body = ToolkitBody.safeParse(request.body ?? {});
  if (!body.success) return sendFault(reply, `Invalid value at '${body.error.issues[0]?.path.join(".") ?? ""}'`);
  const malformed = findMalformed(body.data);
  if (malformed !== undefined) return sendFault(reply, `Invalid value at '${malformed.field}'`);
  const device = request.headers["x-known-device"];
  const result = await handler({
    deps,
    network,
    body: body.data,
    address: request.ip,
    knownDevice: typeof device === "string" ? device : undefined,
    language: requestedLanguage(request, network),
  });
  const call = request.routeOptions.url?.split(":").at(-1) ?? "";
  for (const event of toolkitEvents(call, body.data, result)) {
    deps.security({ ...event, call, network: network.id, address: request.ip, requestId: request.id });
  }
  if (!("fault" in result)) return reply.send(result.answer);
  if (result.waitSeconds !== undefined) reply.header("retry-after", String(result.waitSeconds));
  return sendFault(reply, result.fault);
}

/** The network of the key in the query. */
async function networkOf(deps: Dependencies, request: FastifyRequest): Promise<LoadedNetwork | undefined> {
  const { key } = request.query as { key?: unknown };
  if (typeof key !== "string" || key === "") return undefined;
  for (const id of await deps.networks.ids()) {
    const network = await deps.networks.get(id);
    if (network !== undefined && toolkitKey(network.definition) === key) return network;
  }
  return undefined;
}

function requestedLanguage(request: FastifyRequest, network: LoadedNetwork) {
  const named = request.headers["x-firebase-locale"];
  const language = languageOf(typeof named === "string" ? named : undefined);
  return language !== undefined && network.definition.languages.includes(language) ? language : network.language;
}

/** The password policy that the client software shows while a password is typed (§5); each change checks the rule itself. */
async function sendPasswordPolicy(
  deps: Dependencies,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if ((await networkOf(deps, request)) === undefined)
    return sendFault(reply, "API_KEY_INVALID", 400, "API_KEY_INVALID");
  return reply.send({
    customStrengthOptions: {
      minPasswordLength: passwordMinLength,
      maxPasswordLength: passwordMaxLength,
      containsLowercaseCharacter: true,
      containsUppercaseCharacter: true,
      containsNumericCharacter: true,
      containsNonAlphanumericCharacter: true,
    },
    allowedNonAlphanumericCharacters: Array.from("^$*.[]{}()?\"!@#%&/\\,><':;|_~`-+= "),
    enforcementState: "ENFORCE",
    forceUpgradeOnSignin: false,
    schemaVersion: 1,
  });
}

function sendUnexpectedError(
  deps: Dependencies,
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const isDatabaseDown = isOutage(error);
  if (isDatabaseDown || error instanceof PasswordQueueFull) {
    if (isDatabaseDown)
      deps.log.error({ requestId: request.id, route: request.routeOptions.url, err: error }, "database unreachable");
    return sendFault(reply.header("retry-after", String(unavailableRetrySeconds)), "UNAVAILABLE", 503);
  }
  if (error instanceof SyntaxError || (error.statusCode !== undefined && error.statusCode < 500)) {
    return sendFault(reply, "Invalid JSON payload received.", error.statusCode ?? 400);
  }
  deps.log.error({ requestId: request.id, route: request.routeOptions.url, err: error }, "request failed");
  return sendFault(reply, "INTERNAL_ERROR", 500);
}
