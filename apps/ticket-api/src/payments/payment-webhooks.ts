import type { FastifyInstance } from "fastify";
import type { Dependencies } from "../dependencies.ts";
import { isUuid } from "../ids.ts";
import { ProviderUnreachable } from "../integrations/payment-provider.ts";
import { settleReference } from "./payment-jobs.ts";

/**
 * Registers the route for the provider's webhooks. A webhook is only a hint: the state is always read from the provider.
 * Forged ones are rejected; if one cannot be processed, the status asks the provider to send it again.
 */
export async function registerPaymentWebhooks(server: FastifyInstance, deps: Dependencies): Promise<void> {
  await server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "string", bodyLimit: 64 * 1024 }, (_, body, done) => done(null, body));
    scope.post("/payment/notifications", async (request, reply) => {
      const body = typeof request.body === "string" ? request.body : "";
      const hint = deps.payments.parseNotification(request.headers, body, deps.clock.now());
      if (hint === undefined) return reply.code(401).send({ error: "signature" });
      if (!isUuid(hint.reference)) return reply.code(200).send({ known: false });
      try {
        deps.failpoint("webhook-read");
        const known = await settleReference(deps, hint.reference);
        deps.failpoint("webhook-handled");
        return { known };
      } catch (error) {
        if (error instanceof ProviderUnreachable) return reply.code(503).send({ error: "later" });
        throw error;
      }
    });
  });
}
