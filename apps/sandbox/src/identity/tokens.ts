import { createHash, randomBytes } from "node:crypto";
import {
  CompactSign,
  compactVerify,
  decodeJwt,
  decodeProtectedHeader,
  generateKeyPair,
  importJWK,
  type JWTPayload,
} from "jose";
import type { ProviderKeys } from "./keys.ts";

export type Claims = JWTPayload;

/** Signer of a provider; opens, changes and re-signs tokens of the library. */
export interface Signer {
  sign(claims: Claims, typ?: string): Promise<string>;
  /** Claims of a token signed by this provider, even if expired. */
  open(token: string): Promise<Claims | undefined>;
}

export async function signerWith({ jwk }: ProviderKeys): Promise<Signer> {
  const key = await importJWK(jwk, jwk.alg);
  const { d: _, p: _p, q: _q, dp: _dp, dq: _dq, qi: _qi, ...open } = jwk;
  const publicKey = await importJWK(open, jwk.alg);
  return {
    sign: (claims, typ) => signed(claims, { alg: jwk.alg, kid: jwk.kid, ...(typ && { typ }) }, key),
    open: (token) =>
      compactVerify(token, publicKey).then(
        () => decodeJwt(token),
        () => undefined,
      ),
  };
}

/** The same claims, signed by a key outside any key set. */
export async function signedByStranger(token: string): Promise<string> {
  const { alg = "RS256", typ } = decodeProtectedHeader(token);
  const { privateKey } = await generateKeyPair(alg);
  const kid = randomBytes(12).toString("base64url");
  return signed(decodeJwt(token), { alg, kid, ...(typ && { typ }) }, privateKey);
}

/** The same claims without a signature (`alg: none`). */
export function unsigned(token: string): string {
  const header = Buffer.from(JSON.stringify({ alg: "none" })).toString("base64url");
  return `${header}.${token.split(".")[1] ?? ""}.`;
}

/** Access token hash of an identity token: the left half of the digest (OpenID Connect Core 3.1.3.6). */
export function halfHash(token: string): string {
  return createHash("sha256").update(token).digest().subarray(0, 16).toString("base64url");
}

/** Moves instants from the system clock to the sandbox's clock. */
export function restamped(claims: Claims, offsetSeconds: number): Claims {
  const moved = { ...claims };
  for (const name of ["iat", "exp"]) {
    const value = claims[name];
    if (typeof value === "number") moved[name] = value + offsetSeconds;
  }
  return moved;
}

function signed(
  claims: Claims,
  header: { alg: string; kid: string; typ?: string },
  key: Parameters<CompactSign["sign"]>[0],
) {
  return new CompactSign(Buffer.from(JSON.stringify(claims))).setProtectedHeader(header).sign(key);
}
