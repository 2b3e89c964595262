import type { FastifyInstance } from "fastify";
import { registerBeacon } from "./alerts/beacon-route.ts";
import type { MovableClock } from "./clock.ts";
import { registerClockRoutes } from "./demo/clock-routes.ts";
import { registerDocumentRoutes } from "./demo/document-routes.ts";
import { registerDemoList } from "./demo/list-routes.ts";
import type { Dependencies } from "./dependencies.ts";
import { registerDocs } from "./docs/routes.ts";
import { registerFileLinks } from "./files/links.ts";
import { registerHealth } from "./health/routes.ts";
import { registerToolkit } from "./identity/toolkit/routes.ts";
import { registerPaymentWebhooks } from "./payments/payment-webhooks.ts";
import { registerTicketKeys } from "./wallet/ticket-keys.ts";
import { registerTicketLinks } from "./wallet/ticket-links.ts";
import { registerAppleService } from "./wallet-passes/apple-service-routes.ts";

/**
 * Registers the routes that are not calls: health, beacon, documentation, keys, webhooks, file links, the identity toolkit, and the demo routes.
 */
export async function addRoutes(server: FastifyInstance, deps: Dependencies, clock: MovableClock): Promise<void> {
  registerHealth(server, deps);
  registerBeacon(server, deps);
  if (deps.config.docs) await registerDocs(server, deps);
  await registerPaymentWebhooks(server, deps);
  registerTicketKeys(server, deps);
  registerTicketLinks(server, deps);
  registerAppleService(server, deps);
  registerFileLinks(server, deps);
  await registerToolkit(server, deps);
  if (!deps.config.demo) return;
  registerClockRoutes(server, deps, clock);
  registerDemoList(server, deps);
  registerDocumentRoutes(server, deps);
}
