import { Secret, TOTP } from "otpauth";
import type { Ids } from "../ids.ts";

/** RFC 6238 as every authenticator app supports it: SHA-1, six digits, 30 seconds. A clock may be one step off. */
const totpSettings = { algorithm: "SHA1", digits: 6, period: 30 } as const;
const stepTolerance = 1;
const periodMs = totpSettings.period * 1000;
/** RFC 4226 §4: 160 bits. */
const secretBytes = 20;

/** A new secret, base32. */
export function newSecret({ token }: Pick<Ids, "token">): string {
  const bytes = Uint8Array.from(Buffer.from(token(), "base64url").subarray(0, secretBytes));
  return new Secret({ buffer: bytes.buffer }).base32;
}

/** The otpauth URI of a secret, which an app reads from a QR code. */
export const otpAuthUri = (secret: string, issuer: string, label: string): string =>
  new TOTP({ ...totpSettings, issuer, label, secret: Secret.fromBase32(secret) }).toString();

/** The time step of a code, now or one step off; undefined: it matches none. */
export function stepOfCode(secret: string, code: string, now: Date): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  const totp = new TOTP({ ...totpSettings, secret: Secret.fromBase32(secret) });
  const delta = totp.validate({ token: code, timestamp: now.getTime(), window: stepTolerance });
  return delta === null ? undefined : Math.floor(now.getTime() / periodMs) + delta;
}

/** The number of recovery codes of a person, and the characters of each: 78 bits, which cannot be guessed. */
const recoveryCodes = 10;
const recoveryCodeLength = 16;

/** Recovery codes as `XXXX-XXXX-XXXX-XXXX`, without ambiguous characters. */
export const newRecoveryCodes = ({ spoken }: Pick<Ids, "spoken">): string[] =>
  Array.from({ length: recoveryCodes }, () => spoken(recoveryCodeLength).replaceAll(/(.{4})(?!$)/g, "$1-"));

/** Normalises a typed code: removes spaces and hyphens, and ignores case. */
export const normaliseCode = (text: string): string => text.replaceAll(/[\s-]/g, "").toUpperCase();
