import { idTokenMinutes } from "@guichet/contract/limits/session-limits.ts";
import { importJWK, jwtVerify, SignJWT } from "jose";
import { z } from "zod";
import { findSignIn, type Login, lockSignIn, loginById } from "../authentication/login-store.ts";
import { type TravellerLogin, travellerLogins } from "../authentication/traveller-login-store.ts";
import type { Tx } from "../database/database.ts";
import type { Dependencies } from "../dependencies.ts";
import { finalExpiry } from "../sessions/session.ts";

export interface IdTokenHolder {
  login: Login;
  /** When the holder typed the password. */
  signedInAt: Date;
  /** The id of the sign-in. */
  signInId: string;
}

/** Who signed in: the holder (null), or travellers with their own sign-in. */
export interface SignedIn extends IdTokenHolder {
  travellers: readonly TravellerLogin[] | null;
}

const Claims = z.object({
  sub: z.string(),
  sid: z.uuid(),
  auth_time: z.number(),
  since: z.number(),
  travellers: z.array(z.object({ id: z.uuid(), since: z.number() })).optional(),
});

const issuerOf = (deps: Dependencies, networkId: string): string =>
  new URL(`/${networkId}`, deps.config.publicUrl).href;

/** The sign-in that an identity token is issued for. */
export interface IdTokenSubject {
  login: Login;
  travellers: readonly TravellerLogin[] | null;
  signInId: string;
  signedInAt: string;
}

/**
 * Signs an identity token: a JWT valid for an hour, with the claims that the toolkit's client software reads. A token of travellers
 * lists them (`travellers`) and reveals nothing about the holder except the entered e-mail.
 */
export async function signIdToken(
  deps: Dependencies,
  { login, travellers, signInId, signedInAt }: IdTokenSubject,
): Promise<string> {
  const key = deps.keys.current("id-token");
  const now = Math.floor(deps.clock.now().getTime() / 1000);
  return new SignJWT({
    user_id: login.id,
    email: login.email,
    email_verified: login.emailVerifiedAt !== null,
    ...(login.displayName === null || travellers !== null ? {} : { name: login.displayName }),
    ...(travellers === null ? {} : { travellers: travellers.map(claimOf) }),
    sid: signInId,
    auth_time: Math.floor(Date.parse(signedInAt) / 1000),
    since: Date.parse(login.tokensValidSince),
    firebase: { identities: { email: [login.email] }, sign_in_provider: "password" },
  })
    .setProtectedHeader({ alg: "EdDSA", kid: key.kid, typ: "JWT" })
    .setSubject(login.id)
    .setIssuer(issuerOf(deps, login.networkId))
    .setAudience(login.networkId)
    .setIssuedAt(now)
    .setExpirationTime(now + idTokenMinutes * 60)
    .sign(await importJWK(key.privateJwk, "EdDSA"));
}

const claimOf = ({ travellerId, tokensValidSince }: TravellerLogin) => ({
  id: travellerId,
  since: Date.parse(tokensValidSince),
});

/**
 * Reads an identity token of this network: the holder, or travellers with their own sign-in. Refuses a token that is forged, expired,
 * of another network, issued before the last change of password or e-mail, or of a sign-in that was ended or exceeds the maximum
 * session age. Travellers who were deactivated since are left out.
 */
export async function readSignIn(
  deps: Dependencies,
  networkId: string,
  token: string,
): Promise<SignedIn | "expired" | "invalid"> {
  try {
    const verified = await jwtVerify(
      token,
      async (header) => {
        const key = deps.keys.all("id-token").find(({ kid }) => kid === header.kid);
        if (key === undefined) throw new Error("unknown key");
        return importJWK(key.publicJwk, "EdDSA");
      },
      {
        algorithms: ["EdDSA"],
        issuer: issuerOf(deps, networkId),
        audience: networkId,
        currentDate: deps.clock.now(),
      },
    );
    return await checkClaims(deps, networkId, Claims.parse(verified.payload));
  } catch (error) {
    return isExpiry(error) ? "expired" : "invalid";
  }
}

/** Checks the claims against the current login and sign-in. */
async function checkClaims(
  deps: Dependencies,
  networkId: string,
  claims: z.infer<typeof Claims>,
): Promise<SignedIn | "expired" | "invalid"> {
  const login = await loginById(deps.db, networkId, claims.sub);
  if (login === undefined) return "invalid";
  if (Date.parse(login.tokensValidSince) !== claims.since) return "expired";
  if ((await findSignIn(deps.db, login.id, claims.sid)) === undefined) return "expired";
  const signedInAt = new Date(claims.auth_time * 1000);
  if (finalExpiry(signedInAt.toISOString()) <= deps.clock.now()) return "expired";
  const holder = { login, signedInAt, signInId: claims.sid };
  if (claims.travellers === undefined) return { ...holder, travellers: null };
  const known = (await travellerLogins(deps.db, networkId, login.id)).filter(({ active }) => active);
  const named = new Map(claims.travellers.map(({ id, since }) => [id, since]));
  const travellers = known.filter((own) => named.get(own.travellerId) === Date.parse(own.tokensValidSince));
  return travellers.length === 0 ? "expired" : { ...holder, travellers };
}

/**
 * Whether a token is still valid, now that its login is locked. Passwords and sign-ins may have changed since it was
 * read.
 */
export async function isSignInValid(
  tx: Tx,
  locked: Login,
  { login, signInId, travellers }: SignedIn,
): Promise<boolean> {
  if (locked.tokensValidSince !== login.tokensValidSince) return false;
  if ((await lockSignIn(tx, locked.id, signInId)) === undefined) return false;
  return travellers === null || isTravellerSignInValid(tx, locked, travellers);
}

/** Whether these travellers still have the same sign-ins. */
export async function isTravellerSignInValid(
  tx: Tx,
  login: Login,
  travellers: readonly TravellerLogin[],
): Promise<boolean> {
  const now = await travellerLogins(tx, login.networkId, login.id);
  return travellers.every(({ travellerId, tokensValidSince }) =>
    now.some((own) => own.travellerId === travellerId && own.tokensValidSince === tokensValidSince),
  );
}

const isExpiry = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "ERR_JWT_EXPIRED";
