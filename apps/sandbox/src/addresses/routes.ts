import { setTimeout as wait } from "node:timers/promises";
import { addressMagic } from "@guichet/contract/integrations/sandbox-addresses.ts";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { search } from "./directory.ts";

const Asked = z.object({
  q: z
    .string()
    .min(3)
    .max(200)
    .regex(/^[\p{L}\p{N}]/u),
  limit: z.coerce.number().int().min(1).max(100).default(5),
  autocomplete: z.enum(["0", "1"]).default("1"),
});

/** Search of the national address service, with its own parameters, formats and errors, over fictional streets. */
export function addressRoutes(app: FastifyInstance, { slowMs }: { slowMs: number }): void {
  app.get("/search/", async (request, reply) => {
    const asked = Asked.safeParse(request.query);
    if (!asked.success) {
      const detail = asked.error.issues.map(({ path }) =>
        path[0] === "q"
          ? "q: must contain between 3 and 200 chars and start with a number or a letter"
          : `${String(path[0])}: not a value that it takes`,
      );
      return reply.code(400).send({ code: 400, message: "Failed parsing query", detail });
    }
    const { q, limit } = asked.data;
    const said = q.trim().toLowerCase();
    if (said === addressMagic.down) return reply.code(503).send({ code: 503, message: "Service unavailable" });
    if (said === addressMagic.malformed)
      return reply.type("application/json").send('{"type": "FeatureCollection", "fea');
    if (said === addressMagic.slow) await wait(slowMs);
    return {
      type: "FeatureCollection",
      version: "draft",
      features: search(said === addressMagic.slow ? "rue" : q, limit),
      attribution: "BAN",
      licence: "ETALAB-2.0",
      query: q,
      limit,
    };
  });
}
