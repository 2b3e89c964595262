import { stripeApiVersion } from "@guichet/contract/integrations/stripe.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { bears } from "../loopback.ts";
import { createCheckout, expireCheckout, listCheckout, retrieveCheckout } from "./checkout.ts";
import { type NewId, nowSeconds, type StripeContext } from "./context.ts";
import {
  createCustomer,
  detachMethod,
  retrieveCustomer,
  retrieveMethod,
  searchCustomers,
  updateCustomer,
} from "./customers.ts";
import { createSetup, listSetups, methodConfigurations, ownAccount, retrieveMandate } from "./debits/mandates.ts";
import { closeDispute, listDisputes, retrieveDispute, updateDispute } from "./disputes.ts";
import { createFile, fileBytesMax, fingerprintOf, readUpload, retrieveFile } from "./files.ts";
import { parseForm } from "./form.ts";
import { idempotent } from "./idempotency.ts";
import {
  cancelIntent,
  captureIntent,
  confirmIntent,
  createIntent,
  listIntents,
  retrieveIntent,
  updateIntent,
} from "./intents.ts";
import { checkPermission } from "./key-permissions.ts";
import { pageOf } from "./list.ts";
import { type Params, stripeParams } from "./params.ts";
import { listPayouts, listTransactions, retrieveCharge, retrievePayout } from "./payouts.ts";
import { createRefund, listRefunds } from "./refunds.ts";
import { invalid, missing, Refusal, readParams } from "./refusals.ts";
import { listEndpoints } from "./webhook-endpoints.ts";

/** Stripe stores events for 30 days. */
const eventSeconds = 30 * 86_400;
/** A file and the form around it. */
const uploadBytes = fileBytesMax + 64 * 1_024;
type Name = keyof typeof stripeParams;

/** Stripe's protocol in front of the provider's ledger: form-encoded parameters, JSON answers, Stripe's errors. */
export function stripeApi(app: FastifyInstance, context: StripeContext, apiKey: string): void {
  const once = idempotent(context);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "string" }, (_, body, done) => done(null, body));
  app.addContentTypeParser("multipart/form-data", { parseAs: "buffer", bodyLimit: uploadBytes }, (_, body, done) =>
    done(null, body),
  );
  app.addHook("onRequest", async (request) => admit(context, request, apiKey));
  app.setErrorHandler((failure, request, reply) => {
    if (failure instanceof Refusal)
      return send(request, reply, failure.status, JSON.stringify({ error: failure.fields }));
    request.log.error({ cause: String(failure) }, "request to Stripe failed");
    const error = { type: "api_error", message: "An unknown error occurred." };
    return send(request, reply, 500, JSON.stringify({ error }));
  });

  function get<Schema extends Name>(
    path: string,
    schema: Schema,
    read: (params: Params<Schema>, id: string) => unknown,
  ) {
    app.get(path, async (request, reply) => {
      const query = request.raw.url?.split("?")[1] ?? "";
      const params = readParams(stripeParams[schema], formIn(query)) as Params<Schema>;
      const found = await read(params, idIn(request));
      await context.payment.ledger.settled();
      return send(request, reply, 200, JSON.stringify(found));
    });
  }

  function post<Schema extends Name>(
    path: string,
    schema: Schema,
    run: (params: Params<Schema>, id: string, newId: NewId) => Promise<object>,
  ) {
    app.post(path, async (request, reply) => {
      const form = typeof request.body === "string" ? request.body : "";
      const params = readParams(stripeParams[schema], formIn(form)) as Params<Schema>;
      return respond(request, reply, form, (newId) => run(params, idIn(request), newId));
    });
  }

  /** Runs a request that changes something, once for its idempotency key; `form` tells requests apart. */
  async function respond(
    request: FastifyRequest,
    reply: FastifyReply,
    form: string,
    run: (newId: NewId) => Promise<object>,
  ): Promise<FastifyReply> {
    const key = request.headers["idempotency-key"];
    const asked = { key: typeof key === "string" ? key : undefined, path: request.url, form };
    const response = await once(asked, run);
    await context.payment.ledger.settled();
    if (context.payment.behaviour.take("lost-answer")) {
      reply.hijack();
      request.raw.socket.destroy();
      return reply;
    }
    if (response.isReplayed) reply.header("idempotent-replayed", "true");
    return send(request, reply, response.status, response.body);
  }

  app.post("/files", async (request, reply) => {
    const body = request.body instanceof Uint8Array ? request.body : new Uint8Array();
    const upload = await readUpload(request.headers["content-type"] ?? "", body);
    return respond(request, reply, fingerprintOf(upload), (newId) => createFile(context, upload, newId));
  });
  get("/files/:id", "plain", (_, id) => retrieveFile(context, id));

  post("/checkout/sessions", "createCheckout", (params, _, newId) => createCheckout(context, params, newId));
  get("/checkout/sessions", "listCheckout", (params) => listCheckout(context, params));
  get("/checkout/sessions/:id", "checkout", (params, id) => retrieveCheckout(context, id, params));
  post("/checkout/sessions/:id/expire", "checkout", (params, id) => expireCheckout(context, id, params));
  post("/payment_intents", "createIntent", (params, _, newId) => createIntent(context, params, newId));
  get("/payment_intents", "listIntents", (params) => listIntents(context, params));
  get("/payment_intents/:id", "intent", (params, id) => retrieveIntent(context, id, params));
  post("/payment_intents/:id", "updateIntent", (params, id) => updateIntent(context, id, params));
  post("/payment_intents/:id/confirm", "confirmIntent", (params, id) => confirmIntent(context, id, params));
  post("/payment_intents/:id/capture", "intent", (params, id) => captureIntent(context, id, params));
  post("/payment_intents/:id/cancel", "cancelIntent", (params, id) => cancelIntent(context, id, params));
  post("/setup_intents", "createSetup", (params, _, newId) => createSetup(context, params, newId));
  get("/setup_intents", "listSetups", (params) => listSetups(context, params));
  post("/setup_intents/:id/cancel", "plain", (_, id) => Promise.reject(missing("setup_intent", id)));
  get("/account", "plain", () => ownAccount());
  get("/payment_method_configurations", "plain", () => methodConfigurations(context));
  get("/mandates/:id", "plain", (_, id) => retrieveMandate(context, id));
  post("/customers", "createCustomer", (params, _, newId) => createCustomer(context, params, newId));
  get("/customers/search", "searchCustomers", (params) => searchCustomers(context, params));
  post("/customers/:id", "createCustomer", (params, id) => updateCustomer(context, id, params));
  get("/customers/:id", "plain", (_, id) => retrieveCustomer(context, id));
  get("/payment_methods/:id", "method", (params, id) => retrieveMethod(context, id, params));
  post("/payment_methods/:id/detach", "method", (params, id) => detachMethod(context, id, params));
  post("/refunds", "createRefund", (params, _, newId) => createRefund(context, params, newId));
  get("/refunds", "listRefunds", (params) => listRefunds(context, params));
  get("/disputes", "listDisputes", (params) => listDisputes(context, params));
  get("/disputes/:id", "dispute", (params, id) => retrieveDispute(context, id, params));
  post("/disputes/:id", "updateDispute", (params, id) => updateDispute(context, id, params));
  post("/disputes/:id/close", "dispute", (params, id) => closeDispute(context, id, params));
  get("/balance_transactions", "listTransactions", (params) => listTransactions(context, params));
  get("/payouts", "listPayouts", (params) => listPayouts(context, params));
  get("/payouts/:id", "plain", (_, id) => retrievePayout(context, id));
  get("/charges/:id", "plain", (_, id) => retrieveCharge(context, id));
  get("/events", "listEvents", (params) => listEvents(context, params));
  get("/webhook_endpoints", "listEndpoints", (params) => listEndpoints(context, params));
  get("/events/:id", "plain", (_, id) => retrieveEvent(context, id));
  app.all("/*", async (request) => {
    const path = request.url.split("?")[0];
    throw invalid(`Unrecognized request URL (${request.method}: ${path}).`, {}, 404);
  });
}

/** Refuses a request as Stripe does before it looks at its parameters. */
function admit({ payment, missingPermissions }: StripeContext, request: FastifyRequest, apiKey: string): void {
  if (payment.behaviour.take("down")) throw new Refusal(503, { type: "api_error", message: "Stripe is unavailable." });
  if (payment.behaviour.take("rate-limited")) throw invalid("Too many requests.", { code: "rate_limit" }, 429);
  if (!bears(request, apiKey)) throw invalid("Invalid API Key provided.", {}, 401);
  if (request.headers["stripe-account"] !== undefined) {
    throw invalid("The key does not have access to this account.", { code: "account_invalid" }, 403);
  }
  checkPermission(request, missingPermissions);
  const version = request.headers["stripe-version"];
  if (version !== stripeApiVersion) throw invalid(`Invalid Stripe API version: ${version}`);
}

function listEvents(context: StripeContext, { expand: _, types, ...window }: Params<"listEvents">) {
  const events = retainedEvents(context).reverse();
  const isListed = ({ type }: { type: string }) => types === undefined || types.includes(type);
  const page = pageOf(events, window, { what: "event", url: "/v1/events", isListed });
  return { ...page, data: page.data.map(({ body }): unknown => JSON.parse(body)) };
}

function retrieveEvent(context: StripeContext, id: string): unknown {
  const found = retainedEvents(context).find((event) => event.id === id);
  if (found === undefined) throw missing("event", id);
  return JSON.parse(found.body);
}

function retainedEvents(context: StripeContext) {
  const oldest = nowSeconds(context) - eventSeconds;
  return context.payment.ledger.events().filter(({ createdSeconds }) => createdSeconds >= oldest);
}

function formIn(text: string) {
  const form = parseForm(text);
  if (form === undefined) throw invalid("Invalid request: the parameters could not be parsed.");
  return form;
}

function idIn(request: FastifyRequest): string {
  const id = z.object({ id: z.string().max(255) }).safeParse(request.params);
  return id.success ? id.data.id : "";
}

function send(request: FastifyRequest, reply: FastifyReply, status: number, body: string): FastifyReply {
  return reply.code(status).header("request-id", `req_${request.id}`).type("application/json").send(body);
}
