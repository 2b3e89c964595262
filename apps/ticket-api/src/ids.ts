import { createHash, randomBytes, randomFillSync, randomInt } from "node:crypto";

/** Creates identifiers and secrets; passed in, so that tests can predict them. */
export interface Ids {
  /** A UUID of version 7: it begins with the time, so rows sort by creation. */
  uuid(): string;
  /** 256 random bits, base64url. */
  token(): string;
  /** A code of letters and digits that are not confused with each other, for people to read aloud. */
  spoken(length: number): string;
  /** A string of decimal digits. */
  digits(length: number): string;
}

/** Letters and digits that are not confused with each other. */
export const spokenAlphabet = "23456789ABCDEFGHJKMNPQRSTVWXYZ";

export function randomIds(now: () => number): Ids {
  return {
    uuid: () => uuid7(now()),
    token: () => randomBytes(32).toString("base64url"),
    spoken: (length) => Array.from({ length }, () => spokenAlphabet[randomInt(spokenAlphabet.length)]).join(""),
    digits: (length) => Array.from({ length }, () => randomInt(10)).join(""),
  };
}

/** Checks whether a text is a row identifier. Other texts never reach the database. */
export const isUuid = (text: string): boolean => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(text);

/** Hashes a secret for storage (SHA-256, base64url). */
export const hashed = (secret: string): string => createHash("sha256").update(secret).digest("base64url");

/** A buffer of random bytes, each used once: every response has an identifier, and one system call per identifier costs too much. */
const pool = Buffer.alloc(256 * 16);
let left = 0;

function uuid7(ms: number): string {
  if (left === 0) {
    randomFillSync(pool);
    left = pool.length;
  }
  left -= 16;
  const bytes = pool.subarray(left, left + 16);
  bytes.writeUIntBE(ms, 0, 6);
  bytes[6] = 0x70 | ((bytes[6] ?? 0) & 0x0f);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  const hex = bytes.toString("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
