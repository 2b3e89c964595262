import { createHash, randomBytes, randomFillSync, randomInt } from "node:crypto";

/** Where identifiers and secrets come from; passed in, so that a test can tell them beforehand. */
export interface Ids {
  /** A UUID whose beginning is the time (version 7): rows stand in their order. */
  uuid(): string;
  /** 256 random bits, base64url. */
  token(): string;
  /** Letters and digits that are not mistaken for each other, for people to read aloud. */
  spoken(length: number): string;
  /** So many decimal digits. */
  digits(length: number): string;
}

/** Letters and digits that are not mistaken for each other. */
export const spokenAlphabet = "23456789ABCDEFGHJKMNPQRSTVWXYZ";

export function randomIds(now: () => number): Ids {
  return {
    uuid: () => uuid7(now()),
    token: () => randomBytes(32).toString("base64url"),
    spoken: (length) => Array.from({ length }, () => spokenAlphabet[randomInt(spokenAlphabet.length)]).join(""),
    digits: (length) => Array.from({ length }, () => randomInt(10)).join(""),
  };
}

/** Is this an identifier of a row? Others never reach the database. */
export const isUuid = (text: string): boolean => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(text);

/** SHA-256, base64url: how secrets are kept. */
export const hashed = (secret: string): string => createHash("sha256").update(secret).digest("base64url");

/** Random bytes fetched many at a time, each used once: every answer has an identifier, and each fetch asks the system. */
const stock = Buffer.alloc(256 * 16);
let left = 0;

function uuid7(ms: number): string {
  if (left === 0) {
    randomFillSync(stock);
    left = stock.length;
  }
  left -= 16;
  const bytes = stock.subarray(left, left + 16);
  bytes.writeUIntBE(ms, 0, 6);
  bytes[6] = 0x70 | ((bytes[6] ?? 0) & 0x0f);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  const hex = bytes.toString("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
