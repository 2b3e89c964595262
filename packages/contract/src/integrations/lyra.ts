import { createHmac, timingSafeEqual } from "node:crypto";

/** Path of Lyra's REST API, version 4, on each of its platforms. */
export const lyraPath = "/api-payment/V4";

/** The demo's shop at the stand-in, in Lyra's formats; no real shop has its password. */
export const demoLyraKeys = { shopId: "10000042", password: "testpassword_sandboxDemoLyraPassword" } as const;

/** The settings of the demo's shop, at the stand-in with this address. */
export const demoLyraVariables = (sandboxUrl: string) => ({
  LYRA_SHOP_ID: demoLyraKeys.shopId,
  LYRA_PASSWORD: demoLyraKeys.password,
  LYRA_URL: sandboxUrl,
});

/** Most seconds between the date in a notification and its arrival. */
export const lyraToleranceSeconds = 300;

/** Signature of a notification: HMAC-SHA-256 of `kr-answer` with the shop's password, in hexadecimal. */
export const signLyraAnswer = (password: string, answer: string): string =>
  createHmac("sha256", password).update(answer).digest("hex");

/** Whether this is the signature of the answer. Compares in constant time. */
export function lyraAnswerHolds(password: string, answer: string, hash: string): boolean {
  const expected = Buffer.from(signLyraAnswer(password, answer));
  const given = Buffer.from(hash);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** Currencies that Lyra counts with fewer decimals than ISO 4217, and ours: amounts in them would shift. */
const otherDecimals = new Set(["CNY", "KHR"]);

/** Whether an amount in our minor units is the same in Lyra's. */
export const isLyraCurrency = (currency: string): boolean => !otherDecimals.has(currency);
