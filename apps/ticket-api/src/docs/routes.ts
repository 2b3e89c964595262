import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import type { FastifyInstance } from "fastify";
import type { House } from "../house.ts";
import { describeApi } from "./openapi.ts";

/** `/openapi.json`, and the page at `/docs` that shows it. */
export async function registerDocs(server: FastifyInstance, house: House): Promise<void> {
  const document = describeApi(house.config.publicUrl);
  const text = JSON.stringify(document);
  server.get("/openapi.json", async (_, reply) => reply.type("application/json").send(text));
  await server.register(swagger, { mode: "static", specification: { document: document as never } });
  await server.register(swaggerUi, { routePrefix: "/docs", staticCSP: true });
}
