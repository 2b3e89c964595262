import { IncomingMessage, ServerResponse, STATUS_CODES } from "node:http";
import { Socket } from "node:net";
import multipart from "@fastify/multipart";
import type { ErrorCode } from "@guichet/contract/error-codes.ts";
import { headMaxBytes, urlMaxLength } from "@guichet/contract/limits/request-limits.ts";
import { namesOneHost } from "@guichet/contract/request-head.ts";
import { err } from "@guichet/contract/result.ts";
import { stopGracefully } from "@guichet/http-server/graceful-stop.ts";
import fastify, { type FastifyError, type FastifyInstance, LogController } from "fastify";
import helmet from "helmet";
import { isOutage } from "./database/outage.ts";
import type { Dependencies } from "./dependencies.ts";
import { answers } from "./handlers.ts";
import { programOf } from "./http/calling-program.ts";
import { answerClientError } from "./http/client-errors.ts";
import { registerCalls, sendError } from "./http/register-calls.ts";

/** Errors of Fastify's parsers, as our error codes. */
const parserFaults: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: "BODY_TOO_LARGE",
  FST_ERR_CTP_INVALID_MEDIA_TYPE: "CONTENT_TYPE_UNSUPPORTED",
  FST_ERR_CTP_EMPTY_JSON_BODY: "BODY_MALFORMED",
  FST_ERR_CTP_INVALID_JSON_BODY: "BODY_MALFORMED",
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: "BODY_MALFORMED",
};

/** Helmet's headers, computed once: computing them for every response costs as much as the rest of its overhead. */
const safeHeaders = headersOf(helmet({ contentSecurityPolicy: false }));

function headersOf(setHeaders: ReturnType<typeof helmet>): Readonly<Record<string, string>> {
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  setHeaders(response.req, response, () => undefined);
  return response.getHeaders() as Record<string, string>;
}

/** Creates the Ticket API's HTTP server, not yet listening. `addRoutes` registers the routes that are not calls. */
export async function createServer(
  deps: Dependencies,
  addRoutes: (server: FastifyInstance) => Promise<void>,
): Promise<FastifyInstance> {
  const server = fastify({
    loggerInstance: deps.log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => deps.ids.uuid(),
    trustProxy: deps.config.trustedProxies,
    requestTimeout: 30_000,
    connectionTimeout: 60_000,
    keepAliveTimeout: 65_000,
    routerOptions: { caseSensitive: true, maxParamLength: 300 },
    http: { maxHeaderSize: headMaxBytes },
    clientErrorHandler: answerClientError,
    // Requests that cannot be routed: the URL is invalid.
    frameworkErrors: (_error, _request, reply) => void sendError(reply, err("ERR_RESPONSE_ERROR")),
  });
  stopGracefully(server);
  // Calls accept JSON, or multipart where their definition requires it; no other body is read.
  server.removeContentTypeParser("text/plain");
  server.setErrorHandler((error: FastifyError, request, reply) => {
    const code = parserFaults[error.code] ?? (error instanceof SyntaxError ? "BODY_MALFORMED" : undefined);
    if (code !== undefined) return sendError(reply, err(code));
    if (isOutage(error)) {
      deps.log.error({ requestId: request.id, route: request.routeOptions.url, err: error }, "database unreachable");
      return sendError(reply, err("UNAVAILABLE"));
    }
    if (error.statusCode !== undefined && error.statusCode < 500) return sendError(reply, err("ERR_RESPONSE_ERROR"));
    deps.log.error(
      { requestId: request.id, method: request.method, route: request.routeOptions.url, err: error },
      "request failed",
    );
    return sendError(reply, err("ERR_INTERNAL"));
  });
  server.setNotFoundHandler((_, reply) => sendError(reply, err("CALL_UNKNOWN")));
  server.addHook("onRequest", (request, reply, next) => {
    reply.headers(safeHeaders);
    const { url = "", rawHeaders } = request.raw;
    if (url.length > urlMaxLength) sendError(reply, err("URL_TOO_LONG"));
    else if (!namesOneHost(rawHeaders, url)) sendError(reply, err("ERR_RESPONSE_ERROR"));
    else next();
  });
  server.addHook("onSend", (request, reply, _, next) => {
    reply.header("x-request-id", request.id);
    next();
  });
  server.addHook("onResponse", (request, reply, next) => {
    deps.log.info(
      {
        requestId: request.id,
        method: request.method,
        route: request.routeOptions.url,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        ...programOf(request),
      },
      STATUS_CODES[reply.statusCode] ?? "completed",
    );
    next();
  });
  await server.register(multipart, { throwFileSizeLimit: true });
  registerCalls(server, deps, answers);
  await addRoutes(server);
  return server;
}
