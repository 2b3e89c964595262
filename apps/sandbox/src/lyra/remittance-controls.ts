import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { applyStep } from "../payment/context.ts";
import type { LyraContext } from "./context.ts";
import { isLyraRecord } from "./objects.ts";

const remittance = z.strictObject({
  /** The order of the merchant, as in `metadata.orderId`. */
  orderId: z.string().max(64),
});

/** Remits the validated transactions of an order to the bank at once, instead of hours later. For tests and demos. */
export function remittanceControls(app: FastifyInstance, context: LyraContext): void {
  app.post("/remit", async (request, reply) => {
    const asked = remittance.safeParse(request.body);
    if (!asked.success)
      return reply.code(400).send({ error: { code: "request_invalid", message: "orderId is missing" } });
    const validated = [...context.payment.ledger.sessions()]
      .filter(isLyraRecord)
      .filter(({ session, lyra }) => session.orderId === asked.data.orderId && lyra.validatedAt !== undefined);
    for (const { lyra, ...record } of validated)
      await applyStep(context.payment, { ...record, lyra }, { record: { lyra: { ...lyra, isRemittedEarly: true } } });
    return { remitted: validated.length };
  });
}
