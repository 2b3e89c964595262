import { createHash, createPrivateKey, createPublicKey, type KeyObject } from "node:crypto";

/** A public key as a JSON Web Key (RFC 8037), as served at `/.well-known/guichet-ticket-keys.json`. */
export interface TicketKey {
  kty: "OKP";
  crv: "Ed25519";
  /** The public key, 32 bytes in base64url. */
  x: string;
  /** Key id: 3 bytes in base64url, the first of the key's thumbprint (RFC 7638). */
  kid: string;
}

/** A key that signs: the public key and its secret, 32 bytes in base64url. */
export interface SigningKey extends TicketKey {
  d: string;
}

/** A JSON Web Key set. Retired keys stay in it until the last ticket that they signed has expired. */
export interface TicketKeys {
  keys: TicketKey[];
}

const pkcs8Head = Buffer.from("302e020100300506032b657004220420", "hex");

/** The signing key that belongs to a secret seed of 32 random bytes; the same seed gives the same key. */
export function signingKey(seed: Uint8Array): SigningKey {
  if (seed.length !== 32) throw new Error("the seed of a ticket key has 32 bytes");
  const secret = createPrivateKey({ key: Buffer.concat([pkcs8Head, seed]), format: "der", type: "pkcs8" });
  const x = String(createPublicKey(secret).export({ format: "jwk" }).x);
  const thumbprint = createHash("sha256").update(`{"crv":"Ed25519","kty":"OKP","x":"${x}"}`).digest();
  const kid = thumbprint.subarray(0, 3).toString("base64url");
  return { kty: "OKP", crv: "Ed25519", x, kid, d: Buffer.from(seed).toString("base64url") };
}

/** What may be published of signing keys: the set without their secrets. */
export function publicKeys(keys: readonly TicketKey[]): TicketKeys {
  return { keys: keys.map(({ kty, crv, x, kid }) => ({ kty, crv, x, kid })) };
}

/** Reads a JSON Web Key set; keys of other kinds are left out (RFC 7517, 5). Null when it is no key set at all. */
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

/** The key object of a signing key, made once for each key. */
export function secretOf(key: SigningKey): KeyObject {
  const known = secrets.get(key);
  if (known) return known;
  const secret = createPrivateKey({ key: { kty: key.kty, crv: key.crv, x: key.x, d: key.d }, format: "jwk" });
  secrets.set(key, secret);
  return secret;
}

/** The key object of a public key, made once for each key. */
export function publicOf(key: TicketKey): KeyObject {
  const known = publics.get(key);
  if (known) return known;
  const made = createPublicKey({ key: { kty: key.kty, crv: key.crv, x: key.x }, format: "jwk" });
  publics.set(key, made);
  return made;
}
