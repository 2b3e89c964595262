import { Id } from "@guichet/contract/values.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { Dependencies } from "../dependencies.ts";
import { isUuid } from "../ids.ts";
import { type PaymentHint, ProviderUnreachable } from "../integrations/payment-provider.ts";
import type { ProviderAccount } from "../integrations/payment-providers.ts";
import { settleDispute } from "./disputes/book-dispute.ts";
import { settleMandate } from "./mandates/register-mandate.ts";
import { recordWebhook } from "./payment-account-store.ts";
import { settleReference, settleRefunds } from "./payment-jobs.ts";
import { settlePayout } from "./payouts/book-payout.ts";

function settleHint(deps: Dependencies, account: ProviderAccount, hint: PaymentHint): Promise<boolean> {
  if ("disputeId" in hint) return settleDispute(deps, account, hint.disputeId);
  if ("mandateId" in hint) return settleMandate(deps, account, hint.mandateId);
  if ("payoutId" in hint) return settlePayout(deps, account, hint.payoutId);
  if ("refundsOf" in hint) return settleRefunds(deps, account, hint.refundsOf);
  return settleReference(deps, hint.reference);
}

const Account = z.object({ provider: Id, account: Id });

/**
 * Registers the routes for the providers' webhooks, one for each account. A webhook is only a hint: the state is always read from the provider.
 * Forged ones are rejected; if one cannot be processed, the status asks the provider to send it again.
 */
export async function registerPaymentWebhooks(server: FastifyInstance, deps: Dependencies): Promise<void> {
  await server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "string", bodyLimit: 64 * 1024 }, (_, body, done) => done(null, body));
    const receive = async (account: ProviderAccount, request: FastifyRequest, reply: FastifyReply) => {
      if (!deps.payments.accounts().includes(account)) return reply.code(404).send({ error: "account" });
      const body = typeof request.body === "string" ? request.body : "";
      const hint = deps.payments.at(account).parseNotification(request.headers, body, deps.clock.now());
      if (hint === undefined) return reply.code(401).send({ error: "signature" });
      if ("reference" in hint && !isUuid(hint.reference)) return reply.code(200).send({ known: false });
      try {
        deps.failpoint("webhook-read");
        const known = await settleHint(deps, account, hint);
        deps.failpoint("webhook-handled");
        await recordWebhook(deps.db, account, deps.clock.iso());
        return { known };
      } catch (error) {
        if (error instanceof ProviderUnreachable) return reply.code(503).send({ error: "later" });
        throw error;
      }
    };
    scope.post("/payment/notifications/:provider/:account", (request, reply) => {
      const named = Account.safeParse(request.params);
      return receive(named.success ? `${named.data.provider}/${named.data.account}` : "", request, reply);
    });
  });
}
