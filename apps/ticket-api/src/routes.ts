import type { FastifyInstance } from "fastify";
import type { MovableClock } from "./clock.ts";
import { registerClockDoor } from "./demo/clock-routes.ts";
import { registerDocumentDoor } from "./demo/document-door.ts";
import { registerDemoList } from "./demo/list-routes.ts";
import type { House } from "./dependencies.ts";
import { registerDocs } from "./docs/routes.ts";
import { registerFileLinks } from "./files/links.ts";
import { registerHealth } from "./health/routes.ts";
import { registerToolkit } from "./identity/toolkit/routes.ts";
import { registerNotifications } from "./payments/notifications.ts";
import { registerTicketKeys } from "./wallet/ticket-keys.ts";
import { registerTicketLinks } from "./wallet/ticket-links.ts";

/** What stands beside the calls: health, description, keys, notifications, the toolkit, and the doors of the demo. */
export async function addRooms(server: FastifyInstance, house: House, clock: MovableClock): Promise<void> {
  registerHealth(server, house);
  if (house.config.docs) await registerDocs(server, house);
  await registerNotifications(server, house);
  registerTicketKeys(server, house);
  registerTicketLinks(server, house);
  registerFileLinks(server, house);
  await registerToolkit(server, house);
  if (!house.config.demo) return;
  registerClockDoor(server, house, clock);
  registerDemoList(server, house);
  registerDocumentDoor(server, house);
}
