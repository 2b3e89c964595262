import { createTicketApi } from "@guichet/client/ticket-api.ts";
import { demoValidatorClient } from "@guichet/contract/demo-validator.ts";
import type { Installation } from "./installation.ts";

/** Reads every card of the demo network with pending loads at a validator; returns the loaded tickets. */
export async function loadAllCards({ api }: Pick<Installation, "api">): Promise<string[]> {
  const validators = createTicketApi({ baseUrl: api, clientId: demoValidatorClient.id, key: demoValidatorClient.key });
  const asked = { network: "demo" };
  const waiting = await validators.call("cardLoads", { limit: 100 }, asked);
  if (!waiting.ok) throw new Error(waiting.code);
  const { items, asOf } = waiting.value;
  for (const { ticketId, mediaNumber } of items) {
    const flash = await validators.call("reportCardLoad", { ticketId, mediaNumber, loadedAt: asOf }, asked);
    if (!flash.ok) throw new Error(flash.code);
  }
  return items.map(({ ticketId }) => ticketId);
}
