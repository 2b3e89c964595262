import type { FastifyInstance } from "fastify";
import type { House } from "../dependencies.ts";

/** The public keys with which anybody checks a ticket offline. */
export function registerTicketKeys(server: FastifyInstance, house: House): void {
  server.get("/.well-known/guichet-ticket-keys.json", async (_, reply) =>
    reply
      .header("cache-control", "public, max-age=3600")
      .header("access-control-allow-origin", "*")
      .send(house.keys.ticketKeys()),
  );
}
