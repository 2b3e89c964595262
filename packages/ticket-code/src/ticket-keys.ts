import { createHash, createPrivateKey, createPublicKey, type KeyObject } from "node:crypto";

/** A public key as a JSON Web Key (RFC 8037), served at `/.well-known/guichet-ticket-keys.json`. */
export interface TicketKey {
  kty: "OKP";
  crv: "Ed25519";
  /** The public key, 32 bytes in base64url. */
  x: string;
  /** Key id: base64url of the first 3 bytes of the key's thumbprint (RFC 7638). */
  kid: string;
}

/** A signing key: the public key with its secret, 32 bytes in base64url. */
export interface SigningKey extends TicketKey {
  d: string;
}

/** A JSON Web Key set. Retired keys remain in it until the last ticket signed by them has expired. */
export interface TicketKeys {
  keys: TicketKey[];
}

const pkcs8Head = Buffer.from("302e020100300506032b657004220420", "hex");

/** Derives a signing key from a secret seed of 32 random bytes; the same seed gives the same key. */
export function signingKey(seed: Uint8Array): SigningKey {
  if (seed.length !== 32) throw new Error("the seed of a ticket key has 32 bytes");
  const secret = createPrivateKey({ key: Buffer.concat([pkcs8Head, seed]), format: "der", type: "pkcs8" });
  const x = String(createPublicKey(secret).export({ format: "jwk" }).x);
  const thumbprint = createHash("sha256").update(`{"crv":"Ed25519","kty":"OKP","x":"${x}"}`).digest();
  const kid = thumbprint.subarray(0, 3).toString("base64url");
  return { kty: "OKP", crv: "Ed25519", x, kid, d: Buffer.from(seed).toString("base64url") };
}

/** The public key set of signing keys, without their secrets. */
export function publicKeys(keys: readonly TicketKey[]): TicketKeys {
  return { keys: keys.map(({ kty, crv, x, kid }) => ({ kty, crv, x, kid })) };
}

/** Parses a JSON Web Key set, without keys of other kinds (RFC 7517, 5). Null for anything else. */
export function parseTicketKeys(json: unknown): TicketKeys | null {
  if (typeof json !== "object" || json === null || !("keys" in json) || !Array.isArray(json.keys)) return null;
  const keys: TicketKey[] = [];
  for (const key of json.keys as unknown[]) {
    if (typeof key !== "object" || key === null) continue;
    const { kty, crv, x, kid } = key as Record<string, unknown>;
    if (kty !== "OKP" || crv !== "Ed25519" || typeof x !== "string" || typeof kid !== "string") continue;
    if (Buffer.from(x, "base64url").length === 32) keys.push({ kty, crv, x, kid });
  }
  return { keys };
}

const secrets = new WeakMap<SigningKey, KeyObject>();
const publics = new WeakMap<TicketKey, KeyObject>();

/** The key object of a signing key, cached. */
export function secretOf(key: SigningKey): KeyObject {
  const known = secrets.get(key);
  if (known) return known;
  const secret = createPrivateKey({ key: { kty: key.kty, crv: key.crv, x: key.x, d: key.d }, format: "jwk" });
  secrets.set(key, secret);
  return secret;
}

/** The key object of a public key, cached. */
export function publicOf(key: TicketKey): KeyObject {
  const known = publics.get(key);
  if (known) return known;
  const made = createPublicKey({ key: { kty: key.kty, crv: key.crv, x: key.x }, format: "jwk" });
  publics.set(key, made);
  return made;
}
