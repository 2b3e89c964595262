import type { IdentityBehaviourKind } from "@guichet/contract/integrations/sandbox-identity.ts";
import { decodeJwt } from "jose";
import type { Behaviour } from "../behaviour.ts";
import type { Operation } from "./endpoints.ts";
import type { ProviderAnswer } from "./library.ts";
import { type Claims, type Signer, signedByStranger, unsigned } from "./tokens.ts";

export interface Tamper {
  /** Returns the response, changed if a tester ordered a fault. `bearer`: access token of the request. */
  tampered(operation: Operation, answer: ProviderAnswer, bearer: string | undefined): Promise<ProviderAnswer>;
  /** Stores an exchanged code, for replay. */
  codeUsed(code: string): void;
}

interface Hands {
  behaviour: Behaviour<IdentityBehaviourKind>;
  signer: Signer;
  nowSeconds: () => number;
}

const staleSeconds = 3_600;

/**
 * Applies ordered faults to a provider's responses. The library creates correct ones; only here are they opened,
 * changed and signed again.
 */
export function tamperWith({ behaviour, signer, nowSeconds }: Hands): Tamper {
  let usedCode: string | undefined;
  let unverifiedBearer: unknown;

  const falseClaims: readonly [IdentityBehaviourKind, (claims: Claims) => Claims][] = [
    ["wrong-issuer", (claims) => ({ ...claims, iss: `${claims.iss}/of-a-stranger` })],
    ["wrong-audience", (claims) => ({ ...claims, aud: "another-client", azp: "another-client" })],
    ["wrong-nonce", (claims) => ({ ...claims, nonce: "another-nonce" })],
    ["expired", (claims) => ({ ...claims, iat: nowSeconds() - 2 * staleSeconds, exp: nowSeconds() - staleSeconds })],
  ];

  async function idToken(token: string): Promise<string> {
    let claims: Claims = decodeJwt(token);
    for (const [kind, change] of falseClaims) {
      if (behaviour.take(kind)) claims = change(claims);
    }
    const signed = await signer.sign(claims);
    if (behaviour.take("wrong-key")) return signedByStranger(signed);
    return behaviour.take("alg-none") ? unsigned(signed) : signed;
  }

  async function unverified(token: string): Promise<string> {
    const claims = await signer.open(token);
    return claims === undefined ? token : signer.sign({ ...claims, email_verified: false });
  }

  async function tokens(answer: ProviderAnswer): Promise<ProviderAnswer> {
    const body = bodyOf(answer);
    if (typeof body.id_token !== "string") return answer;
    if (typeof body.refresh_token === "string" && behaviour.take("no-refresh")) {
      delete body.refresh_token;
      delete body.refresh_expires_in;
    }
    if (behaviour.take("unverified-email")) {
      body.id_token = await unverified(String(body.id_token));
      body.access_token = await unverified(String(body.access_token));
      unverifiedBearer = body.access_token;
    }
    if (behaviour.take("opaque-token")) body.access_token = decodeJwt(String(body.access_token)).jti;
    body.id_token = await idToken(String(body.id_token));
    return withBody(answer, body);
  }

  async function userInfo(answer: ProviderAnswer, bearer: string | undefined): Promise<ProviderAnswer> {
    const signed = String(answer.headers["content-type"]).startsWith("application/jwt");
    const claims = signed ? { ...decodeJwt(answer.body) } : bodyOf(answer);
    if (behaviour.take("userinfo-other-sub")) claims.sub = "0f".repeat(32);
    // User info and tokens of a sign-in agree.
    if (bearer !== undefined && bearer === unverifiedBearer) claims.email_verified = false;
    if (signed && !behaviour.take("userinfo-unsigned")) return { ...answer, body: await signer.sign(claims) };
    return withBody(answer, claims);
  }

  function callback(answer: ProviderAnswer): ProviderAnswer {
    const location = String(answer.headers.location ?? "");
    if (!URL.canParse(location)) return answer;
    const url = new URL(location);
    if (!url.searchParams.has("code")) return answer;
    if (behaviour.take("wrong-state")) url.searchParams.set("state", "another-state");
    if (usedCode !== undefined && behaviour.take("replayed-code")) url.searchParams.set("code", usedCode);
    return { ...answer, headers: { ...answer.headers, location: url.href } };
  }

  return {
    codeUsed: (code) => {
      usedCode = code;
    },
    async tampered(operation, answer, bearer) {
      if (operation === "authorization") return callback(answer);
      if (answer.status !== 200) return answer;
      if (operation === "token") return tokens(answer);
      if (operation === "userinfo") return userInfo(answer, bearer);
      if (operation === "introspection" && behaviour.take("introspection-inactive")) {
        return withBody(answer, { active: false });
      }
      return answer;
    },
  };
}

/** Members of a JSON response. */
export function bodyOf(answer: ProviderAnswer): Record<string, unknown> {
  return JSON.parse(answer.body);
}

export function withBody(answer: ProviderAnswer, body: object): ProviderAnswer {
  const headers = { ...answer.headers, "content-type": "application/json; charset=utf-8" };
  return { ...answer, headers, body: JSON.stringify(body) };
}
