import { paymentRefusals } from "@guichet/contract/integrations/sandbox-payment-controls.ts";
import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { repliesBy } from "../replies.ts";

const byId = z.object({ id: z.string().max(100) });

export const { refuse, read } = repliesBy(paymentRefusals);

export function idOf(request: FastifyRequest): string {
  return byId.parse(request.params).id;
}
