import type { FastifyInstance } from "fastify";
import type { Dependencies } from "../dependencies.ts";

/** Serves the public keys for checking tickets offline. */
export function registerTicketKeys(server: FastifyInstance, deps: Dependencies): void {
  server.get("/.well-known/guichet-ticket-keys.json", async (_, reply) =>
    reply
      .header("cache-control", "public, max-age=3600")
      .header("access-control-allow-origin", "*")
      .send(deps.keys.ticketKeys()),
  );
}
