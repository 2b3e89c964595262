import { DocumentReason } from "@guichet/contract/documents.ts";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { Dependencies } from "../dependencies.ts";
import { acceptSubmission, askForMore, refuseSubmission, takeSubmission } from "../documents/decide-submission.ts";
import { queuedSubmissions } from "../documents/submission-store.ts";

const Asked = z.strictObject({
  networkId: z.string().max(64),
  number: z.string().regex(/^D-[0-9A-Z]{8}$/),
  verdict: z.enum(["accept", "refuse", "ask"]),
  reason: DocumentReason.default("other"),
  remark: z.string().max(500).nullable().default(null),
});

/** Who decides at this door: nobody of the staff. */
const staffId = "00000000-0000-7000-8000-000000000000";

/** `POST /demo/documents`: decides on a request by its number, as staff would, for showing and for testing from outside. */
export function registerDocumentDoor(server: FastifyInstance, deps: Dependencies): void {
  server.post("/demo/documents", async (request, reply) => {
    const asked = Asked.safeParse(request.body);
    if (!asked.success) return reply.code(400).send({ error: "networkId, number, verdict: accept, refuse or ask" });
    const { networkId, number, verdict, reason, remark } = asked.data;
    const network = await deps.networks.get(networkId);
    if (network === undefined) return reply.code(404).send({ error: "no such network" });
    const outcome = await deps.db.transaction().execute(async (tx) => {
      const open = { statuses: ["pending", "processing"] as const, number };
      const [found] = await queuedSubmissions(tx, network.id, open, { limit: 1 });
      if (found === undefined) return undefined;
      const of = { network, submissionId: found.id, staffId };
      if (found.status === "pending") await takeSubmission(tx, deps, of);
      if (verdict === "accept") return acceptSubmission(tx, deps, of);
      const decide = verdict === "refuse" ? refuseSubmission : askForMore;
      return decide(tx, deps, { ...of, reason, remark });
    });
    deps.wake();
    if (outcome === undefined) return reply.code(404).send({ error: "no such open request" });
    return outcome.ok ? { number, status: outcome.value.status } : reply.code(409).send({ error: outcome.code });
  });
}
