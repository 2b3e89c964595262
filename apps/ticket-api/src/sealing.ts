import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import type { Keys } from "./keys.ts";

const algorithm = "aes-256-gcm";
const nonceBytes = 12;
const tagBytes = 16;

/**
 * Encrypts a text with a key derived from the installation's secret (AES-256-GCM): `<kid>.<nonce, tag and text>`. The result decrypts only
 * with the same `use` and `owner`.
 */
export function seal(keys: Pick<Keys, "derived">, use: string, owner: string, text: string): string {
  const { kid, key } = keys.derived(use);
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(owner));
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return `${kid}.${Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString("base64url")}`;
}

/** Decrypts a sealed text; undefined: another owner or use, changed, or its secret is retired. */
export function unseal(keys: Pick<Keys, "derivedOf">, use: string, owner: string, sealed: string): string | undefined {
  const [kid = "", encoded = ""] = sealed.split(".");
  const derived = keys.derivedOf(kid, use);
  const bytes = Buffer.from(encoded, "base64url");
  if (derived === undefined || bytes.length < nonceBytes + tagBytes) return undefined;
  const nonce = bytes.subarray(0, nonceBytes);
  try {
    const decipher = createDecipheriv(algorithm, derived.key, nonce, { authTagLength: tagBytes });
    decipher.setAAD(Buffer.from(owner)).setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
    return decipher.update(bytes.subarray(nonceBytes + tagBytes), undefined, "utf8") + decipher.final("utf8");
  } catch {
    return undefined;
  }
}
