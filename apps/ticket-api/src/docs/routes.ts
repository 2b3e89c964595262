import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import type { FastifyInstance } from "fastify";
import type { Dependencies } from "../dependencies.ts";
import type { Json } from "./fields.ts";
import { describeApi } from "./openapi.ts";

/**
 * `/openapi.json`, and the page at `/docs` that shows it. The description is generated at the first request, because it
 * takes a third of a second, which would delay the start.
 */
export async function registerDocs(server: FastifyInstance, deps: Dependencies): Promise<void> {
  let description: Json | undefined;
  let text: string | undefined;
  const describe = (): Json => {
    description ??= describeApi(deps.config.publicUrl);
    return description;
  };
  server.get("/openapi.json", async (_, reply) => {
    text ??= JSON.stringify(describe());
    return reply.type("application/json").send(text);
  });
  await server.register(swagger, { mode: "static", specification: { document: { toJSON: describe } as never } });
  await server.register(swaggerUi, { routePrefix: "/docs", staticCSP: true });
}
