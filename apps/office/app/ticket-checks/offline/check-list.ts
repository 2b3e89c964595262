import { canVerify, checkInBrowser } from "@guichet/ticket-code/check-in-browser.ts";
import type { TicketKey } from "@guichet/ticket-code/ticket-keys.ts";
import { listCache } from "./page-cache.ts";

/** The list by which a browser checks without a connection. */
export interface CheckList {
  keys: TicketKey[];
  products: { productId: string; name: string }[];
  stopped: [ticketId: string, state: string][];
  /** Since when it is right, by the server's clock. */
  asOf: string;
  /** The same by this device's clock, in milliseconds. */
  receivedAt: number;
}

/** Loads the list and keeps it for later; undefined: there is no connection, or no permission any more. */
export async function loadCheckList(path: string): Promise<CheckList | undefined> {
  const response = await fetch(path, { cache: "no-store", redirect: "manual" }).catch(() => undefined);
  if (!response?.ok) return undefined;
  const list: CheckList = { ...(await response.json()), receivedAt: Date.now() };
  if ("caches" in globalThis) await (await caches.open(listCache)).put(path, Response.json(list));
  return list;
}

/** The kept list; undefined: none. */
export async function keptCheckList(path: string): Promise<CheckList | undefined> {
  if (!("caches" in globalThis)) return undefined;
  const kept = await caches.match(path, { cacheName: listCache });
  return kept?.json();
}

/** Checks a code by the list; undefined: this browser cannot. */
export async function checkByList(list: CheckList | undefined, text: string, by: { now: string; network: string }) {
  if (list === undefined || !(await canVerify(list))) return undefined;
  return checkInBrowser(text, { ...by, keys: list, stopped: new Map(list.stopped) });
}
