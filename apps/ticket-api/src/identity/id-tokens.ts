import { idTokenMinutes } from "@guichet/contract/limits.ts";
import { importJWK, jwtVerify, SignJWT } from "jose";
import { z } from "zod";
import type { House } from "../house.ts";
import { type Login, loginById } from "./login-store.ts";

export interface IdTokenHolder {
  login: Login;
  /** When they typed their password. */
  signedInAt: Date;
}

const Claims = z.object({ sub: z.string(), auth_time: z.number(), since: z.number() });

const issuerOf = (house: House, networkId: string): string => new URL(`/${networkId}`, house.config.publicUrl).href;

/** An identity token: a JWT of an hour, with the claims that the toolkit's client software reads. */
export async function signIdToken(house: House, login: Login, signedInAt: string): Promise<string> {
  const key = house.keys.current("id-token");
  const now = Math.floor(house.clock.now().getTime() / 1000);
  return new SignJWT({
    user_id: login.id,
    email: login.email,
    email_verified: login.emailVerifiedAt !== null,
    ...(login.displayName === null ? {} : { name: login.displayName }),
    auth_time: Math.floor(Date.parse(signedInAt) / 1000),
    since: Date.parse(login.tokensValidSince),
    firebase: { identities: { email: [login.email] }, sign_in_provider: "password" },
  })
    .setProtectedHeader({ alg: "EdDSA", kid: key.kid, typ: "JWT" })
    .setSubject(login.id)
    .setIssuer(issuerOf(house, login.networkId))
    .setAudience(login.networkId)
    .setIssuedAt(now)
    .setExpirationTime(now + idTokenMinutes * 60)
    .sign(await importJWK(key.privateJwk, "EdDSA"));
}

/**
 * Who an identity token of this network speaks for: refused (undefined) when forged, expired, of another network, or
 * given before the last change of password or e-mail.
 */
export async function readIdToken(
  house: House,
  networkId: string,
  token: string,
): Promise<IdTokenHolder | "expired" | "invalid"> {
  try {
    const verified = await jwtVerify(
      token,
      async (header) => {
        const key = house.keys.all("id-token").find(({ kid }) => kid === header.kid);
        if (key === undefined) throw new Error("unknown key");
        return importJWK(key.publicJwk, "EdDSA");
      },
      {
        algorithms: ["EdDSA"],
        issuer: issuerOf(house, networkId),
        audience: networkId,
        currentDate: house.clock.now(),
      },
    );
    const claims = Claims.parse(verified.payload);
    const login = await loginById(house.db, networkId, claims.sub);
    if (login === undefined) return "invalid";
    if (Date.parse(login.tokensValidSince) !== claims.since) return "expired";
    return { login, signedInAt: new Date(claims.auth_time * 1000) };
  } catch (error) {
    return isExpiry(error) ? "expired" : "invalid";
  }
}

const isExpiry = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "ERR_JWT_EXPIRED";
