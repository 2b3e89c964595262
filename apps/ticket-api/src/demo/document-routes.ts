import { DocumentReason } from "@guichet/contract/documents.ts";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { Dependencies } from "../dependencies.ts";
import { acceptSubmission, askForMore, refuseSubmission, takeSubmission } from "../documents/decide-submission.ts";
import { queuedSubmissions } from "../documents/submission-store.ts";

const DecisionRequest = z.strictObject({
  networkId: z.string().max(64),
  number: z.string().regex(/^D-[0-9A-Z]{8}$/),
  verdict: z.enum(["accept", "refuse", "ask"]),
  reason: DocumentReason.default("other"),
  remark: z.string().max(500).nullable().default(null),
});

/** The author of decisions by this route: no member of the staff. */
const staffId = "00000000-0000-7000-8000-000000000000";

/** `POST /demo/documents`: decides on a submission by its number, as staff would, for demonstrations and external tests. */
export function registerDocumentRoutes(server: FastifyInstance, deps: Dependencies): void {
  server.post("/demo/documents", async (request, reply) => {
    const parsed = DecisionRequest.safeParse(request.body);
    if (!parsed.success) return reply.code(400).send({ error: "networkId, number, verdict: accept, refuse or ask" });
    const { networkId, number, verdict, reason, remark } = parsed.data;
    const network = await deps.networks.get(networkId);
    if (network === undefined) return reply.code(404).send({ error: "no such network" });
    const result = await deps.db.transaction().execute(async (tx) => {
      const open = { statuses: ["pending", "processing"] as const, number };
      const [found] = await queuedSubmissions(tx, network.id, open, { limit: 1 });
      if (found === undefined) return undefined;
      const decision = { network, submissionId: found.id, staffId };
      if (found.status === "pending") await takeSubmission(tx, deps, decision);
      if (verdict === "accept") return acceptSubmission(tx, deps, decision);
      const decide = verdict === "refuse" ? refuseSubmission : askForMore;
      return decide(tx, deps, { ...decision, reason, remark });
    });
    deps.wake();
    if (result === undefined) return reply.code(404).send({ error: "no such open request" });
    return result.ok ? { number, status: result.value.status } : reply.code(409).send({ error: result.code });
  });
}
