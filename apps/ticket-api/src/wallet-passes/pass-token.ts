import { createHmac, timingSafeEqual } from "node:crypto";
import type { Keys } from "../keys.ts";

const use = "wallet-pass";

/** The token with which a device fetches the pass of a ticket: derived from the installation's secret, so that none is stored. */
export function passToken(keys: Pick<Keys, "derived">, ticketId: string): string {
  const { kid, key } = keys.derived(use);
  return `${kid}.${digestOf(key, ticketId)}`;
}

/** Whether it is a token of this ticket's pass, by any secret that is still in use. */
export function isPassToken(keys: Pick<Keys, "derivedOf">, ticketId: string, token: string): boolean {
  const [kid = "", received = ""] = token.split(".");
  const derived = keys.derivedOf(kid, use);
  if (derived === undefined) return false;
  const [expected, given] = [Buffer.from(digestOf(derived.key, ticketId)), Buffer.from(received)];
  return expected.length === given.length && timingSafeEqual(expected, given);
}

const digestOf = (key: Parameters<typeof createHmac>[1], ticketId: string): string =>
  createHmac("sha256", key).update(ticketId).digest("base64url");
