import { createHmac, timingSafeEqual } from "node:crypto";

export interface NotificationHeaders {
  "webhook-id": string;
  "webhook-timestamp": string;
  "webhook-signature": string;
}

/**
 * Signs a notification by Standard Webhooks 1.0: base64 of HMAC-SHA-256 over `id.timestamp.body`, with the prefix `v1,`.
 * The timestamp is in whole seconds. A secret with the prefix `whsec_` is base64; any other secret is used as it is.
 */
export function signNotification(secret: string, id: string, timestampSeconds: number, body: string): string {
  const mac = createHmac("sha256", secretBytes(secret)).update(`${id}.${timestampSeconds}.${body}`);
  return `v1,${mac.digest("base64")}`;
}

/**
 * Whether one of the space-separated signatures is valid for this body, with a timestamp within `toleranceSeconds` of
 * `nowSeconds`. Compares in constant time.
 */
export function notificationHolds(
  secret: string,
  headers: NotificationHeaders,
  body: string,
  nowSeconds: number,
  toleranceSeconds: number,
): boolean {
  const stamp = headers["webhook-timestamp"];
  if (!/^\d{1,12}$/.test(stamp)) return false;
  const timestampSeconds = Number(stamp);
  if (Math.abs(nowSeconds - timestampSeconds) > toleranceSeconds) return false;
  const expected = Buffer.from(signNotification(secret, headers["webhook-id"], timestampSeconds, body));
  return headers["webhook-signature"].split(" ").some((candidate) => {
    const given = Buffer.from(candidate);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

function secretBytes(secret: string): Buffer {
  return secret.startsWith("whsec_") ? Buffer.from(secret.slice("whsec_".length), "base64") : Buffer.from(secret);
}
