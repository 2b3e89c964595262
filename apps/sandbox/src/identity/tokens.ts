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

/** What a provider signs with; answers of the library are opened, changed and signed again here. */
export interface Signer {
  sign(claims: Claims, typ?: string): Promise<string>;
  /** The claims of a token that this provider signed, ended or not. */
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

/** The same claims, signed by a key that is in nobody's key set. */
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

/** The left half of the hash by which an identity token names its access token (OpenID Connect Core 3.1.3.6). */
export function halfHash(token: string): string {
  return createHash("sha256").update(token).digest().subarray(0, 16).toString("base64url");
}

/** Instants of the computer moved onto the sandbox's clock. */
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
