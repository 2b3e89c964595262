import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isAuthorized } from "../loopback.ts";
import { cancelToken, createPayment, getToken } from "./charges.ts";
import type { LyraContext } from "./context.ts";
import { instantOf, modeOf } from "./objects.ts";
import { createPaymentOrder, getOrder, updatePaymentOrder } from "./orders.ts";
import { lyraParams, type Params, type WebService } from "./params.ts";
import { invalid, LyraError } from "./refusals.ts";
import { cancel, cancelOrRefund, getTransaction, update, validate } from "./transactions.ts";

/** Read-only web services: a tester cannot order the loss of their answers. */
const reading: ReadonlySet<string> = new Set<WebService>([
  "Charge/SDKTest",
  "Order/Get",
  "Transaction/Get",
  "Token/Get",
]);

/** Lyra's REST API, version 4, in front of the provider's ledger: JSON in, an envelope with status 200 out, also for errors. */
export function lyraApi(app: FastifyInstance, context: LyraContext): void {
  const { behaviour, ledger } = context.payment;
  app.addHook("onRequest", async (request, reply) => {
    if (behaviour.take("down")) return reply.code(503).send({ status: "unavailable" });
    if (behaviour.take("rate-limited")) return reply.code(429).send({ status: "too many requests" });
    if (!isShop(context, request)) return send(reply, request, new LyraError("INT_905", "invalid authentication"));
  });
  app.setErrorHandler((failure, request, reply) => {
    if (failure instanceof LyraError) return send(reply, request, failure);
    request.log.error({ cause: String(failure) }, "request to Lyra failed");
    return send(reply, request, new LyraError("PSP_999", "internal error"));
  });

  function on<Name extends WebService>(name: Name, run: (asked: Params<Name>) => object | Promise<object>): void {
    app.post(`/${name}`, async (request, reply) => {
      const read = lyraParams[name].safeParse(request.body);
      if (!read.success) throw invalid(read.error.issues[0]?.path.join(".") || "body");
      const answer = await run(read.data as Params<Name>);
      await ledger.settled();
      if (!reading.has(name) && behaviour.take("lost-answer")) {
        reply.hijack();
        request.raw.socket.destroy();
        return reply;
      }
      return send(reply, request, answer);
    });
  }

  on("Charge/CreatePaymentOrder", (asked) => createPaymentOrder(context, asked));
  on("Charge/PaymentOrder/Update", (asked) => updatePaymentOrder(context, asked));
  on("Charge/CreatePayment", (asked) => createPayment(context, asked));
  on("Charge/SDKTest", ({ value }) => ({ value, _type: "V4/Type/String" }));
  on("Order/Get", (asked) => getOrder(context, asked));
  on("Transaction/Get", (asked) => getTransaction(context, asked));
  on("Transaction/Validate", (asked) => validate(context, asked));
  on("Transaction/Cancel", (asked) => cancel(context, asked));
  on("Transaction/Update", (asked) => update(context, asked));
  on("Transaction/CancelOrRefund", (asked) => cancelOrRefund(context, asked));
  on("Token/Get", (asked) => getToken(context, asked));
  on("Token/Cancel", (asked) => cancelToken(context, asked));

  function send(reply: FastifyReply, request: FastifyRequest, answer: object): FastifyReply {
    const error = answer instanceof LyraError && {
      errorCode: answer.code,
      errorMessage: answer.message,
      detailedErrorCode: null,
      detailedErrorMessage: answer.detail,
      _type: "V4/WebService/WebServiceError",
    };
    return reply.send({
      webService: request.url.split("/V4/")[1],
      version: "V4",
      status: error ? "ERROR" : "SUCCESS",
      answer: error || answer,
      serverDate: instantOf(context.payment.clock.now().toISOString()),
      mode: modeOf(context),
      _type: "V4/WebService/Response",
    });
  }
}

/** Whether the request has the shop's number and password. */
const isShop = ({ shopId, password }: LyraContext, request: FastifyRequest): boolean =>
  isAuthorized(request, `Basic ${Buffer.from(`${shopId}:${password}`).toString("base64")}`);
