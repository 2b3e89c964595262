import { Secret, TOTP } from "otpauth";
import type { Ids } from "../ids.ts";

/** RFC 6238 as every app has it: SHA-1, six digits, 30 seconds. A clock may be one step off. */
const shape = { algorithm: "SHA1", digits: 6, period: 30 } as const;
const stepsOff = 1;
const periodMs = shape.period * 1000;
/** RFC 4226 §4: 160 bits. */
const secretBytes = 20;

/** A new secret, base32. */
export function newSecret({ token }: Pick<Ids, "token">): string {
  const bytes = Uint8Array.from(Buffer.from(token(), "base64url").subarray(0, secretBytes));
  return new Secret({ buffer: bytes.buffer }).base32;
}

/** What an app reads: the address that a QR code holds. */
export const uriOf = (secret: string, issuer: string, label: string): string =>
  new TOTP({ ...shape, issuer, label, secret: Secret.fromBase32(secret) }).toString();

/** The time step of which this is the code, now or one step off; undefined: of none. */
export function stepOfCode(secret: string, code: string, now: Date): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  const totp = new TOTP({ ...shape, secret: Secret.fromBase32(secret) });
  const off = totp.validate({ token: code, timestamp: now.getTime(), window: stepsOff });
  return off === null ? undefined : Math.floor(now.getTime() / periodMs) + off;
}

/** Recovery codes of one person, and characters of each: 78 bits, which nobody guesses. */
const recoveryCodes = 10;
const recoveryCodeLength = 16;

/** `XXXX-XXXX-XXXX-XXXX`, without characters that are mistaken for each other. */
export const newRecoveryCodes = ({ spoken }: Pick<Ids, "spoken">): string[] =>
  Array.from({ length: recoveryCodes }, () => spoken(recoveryCodeLength).replaceAll(/(.{4})(?!$)/g, "$1-"));

/** As it was made, whatever stands between its letters and however they are written. */
export const tidyCode = (typed: string): string => typed.replaceAll(/[\s-]/g, "").toUpperCase();
