/** Tickets that are refused whatever their code says, by their id: how each stands (`blocked`, `cancelled`, `transferred`). */
export type StoppedTickets = ReadonlyMap<string, string>;

/**
 * Reads a list of stopped tickets: the answer of `Networks/ticketHotlist`, several of them (its pages), or their items alone.
 * Undefined: it is none.
 */
export function parseStoppedTickets(list: unknown): StoppedTickets | undefined {
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
