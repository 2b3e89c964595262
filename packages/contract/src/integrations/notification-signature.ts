import { createHmac, timingSafeEqual } from "node:crypto";

export interface NotificationHeaders {
  "webhook-id": string;
  "webhook-timestamp": string;
  "webhook-signature": string;
}

/**
 * Signs a notification as Standard Webhooks 1.0 does: HMAC-SHA-256 over `id.timestamp.body`, base64, `v1,` before it.
 * The timestamp is in whole seconds. A secret that begins with `whsec_` is base64 after it, any other is taken as it is.
 */
export function signNotification(secret: string, id: string, timestampSeconds: number, body: string): string {
  const mac = createHmac("sha256", secretBytes(secret)).update(`${id}.${timestampSeconds}.${body}`);
  return `v1,${mac.digest("base64")}`;
}

/**
 * Whether one of the space-separated signatures holds for this body, and the timestamp lies within `toleranceSeconds`
 * of `nowSeconds`. Compared in constant time.
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
