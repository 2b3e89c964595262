/** Tickets refused despite a valid code, by id, with their state (`blocked`, `cancelled`, `transferred`). */
export type TicketHotlist = ReadonlyMap<string, string>;

/**
 * Parses a list of stopped tickets: a response of `Networks/ticketHotlist`, several of them (its pages), or only their items.
 * Undefined for anything else.
 */
export function parseTicketHotlist(list: unknown): TicketHotlist | undefined {
  const stopped = new Map<string, string>();
  for (const part of Array.isArray(list) ? list : [list]) {
    const items: unknown = isObject(part) && "items" in part ? part.items : [part];
    if (!Array.isArray(items)) return undefined;
    for (const item of items) {
      if (!isObject(item) || typeof item.ticketId !== "string" || typeof item.state !== "string") return undefined;
      stopped.set(item.ticketId, item.state);
    }
  }
  return stopped;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;
