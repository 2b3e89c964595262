import { demoIdentityClients } from "@guichet/contract/integrations/sandbox-identity.ts";
import { valuesOf } from "./endpoints.ts";
import type { ProviderAnswer, ProviderRequest } from "./library.ts";
import { profileOf, type RealmPerson } from "./people.ts";
import { type ProviderBehaviour, type ProviderInternals, refusal } from "./provider.ts";
import { bodyOf, withBody } from "./tamper.ts";
import type { Claims } from "./tokens.ts";

/**
 * Keycloak's behaviour on top of the library: access tokens are JWTs that contain the library's own token, token responses state
 * the lifetime of the refresh token, a sign-out accepts a refresh token by POST, and clients
 * authenticate by header or form.
 */
export function keycloakBehaviour(
  { provider, artefacts, signer, nowSeconds }: ProviderInternals,
  people: readonly RealmPerson[],
): ProviderBehaviour {
  /** The library's token for one of our JWTs; a foreign JWT matches none. */
  async function bare(token: string): Promise<string> {
    const claims = await signer.open(token);
    if (claims?.typ === "Bearer" && claims.jti !== undefined) return claims.jti;
    return token.includes(".") ? "unknown" : token;
  }

  /** Claims of the JWT for an access token of the library. */
  function bearerClaims(token: string, lifetimeSeconds: number): Claims {
    const { accountId = "", clientId, scope = "", sessionUid } = artefacts.read("AccessToken", token) ?? {};
    const person = people.find(({ sub }) => sub === accountId);
    const scopes = new Set(scope.split(" "));
    const now = nowSeconds();
    return {
      iss: provider.issuer,
      sub: accountId,
      aud: "account",
      iat: now,
      exp: now + lifetimeSeconds,
      jti: token,
      typ: "Bearer",
      azp: clientId,
      sid: sessionUid,
      acr: "1",
      scope: scope,
      ...(person && profileOf(person, scopes)),
    };
  }

  async function tokens(answer: ProviderAnswer): Promise<ProviderAnswer> {
    const body = bodyOf(answer);
    const opaque = String(body.access_token);
    const identity = await signer.open(String(body.id_token));
    const claims: Claims = { ...bearerClaims(opaque, Number(body.expires_in)), auth_time: identity?.auth_time };
    const { refresh_token } = body;
    return withBody(answer, {
      ...body,
      access_token: await signer.sign(claims, "JWT"),
      ...(typeof refresh_token === "string" && {
        refresh_expires_in: artefacts.secondsLeft("RefreshToken", refresh_token),
      }),
      "not-before-policy": 0,
      session_state: claims.sid,
    });
  }

  async function introspected(request: ProviderRequest, answer: ProviderAnswer): Promise<ProviderAnswer> {
    const body = bodyOf(answer);
    const token = valuesOf(request).get("token") ?? "";
    if (body.active !== true) return withBody(answer, { active: false });
    const username = people.find(({ sub }) => sub === body.sub)?.name;
    const isAccess = body.token_type === "Bearer";
    const left = artefacts.secondsLeft(isAccess ? "AccessToken" : "RefreshToken", token);
    const claims = isAccess ? bearerClaims(token, left) : { ...body, exp: nowSeconds() + left, typ: "Refresh" };
    const { client_id, token_type } = body;
    return withBody(answer, { ...claims, iat: undefined, active: true, client_id, token_type, username });
  }

  return {
    async answers(operation, request) {
      const values = valuesOf(request);
      const token = values.get("refresh_token");
      return operation === "logout" && request.method === "POST" && token !== null
        ? endByToken(token, credentials(request))
        : undefined;
    },
    async convertRequest(operation, request) {
      const { authorization = "" } = request.headers;
      if (operation === "userinfo" && /^Bearer /i.test(authorization)) {
        const headers = { ...request.headers, authorization: `Bearer ${await bare(authorization.slice(7))}` };
        return { ...request, headers };
      }
      if (operation !== "token" && operation !== "introspection") return request;
      const values = credentials(request);
      const token = values.get("token");
      if (token !== null) values.set("token", await bare(token));
      const { authorization: _, ...headers } = request.headers;
      return { ...request, headers, body: values.toString() };
    },
    async convertResponse(operation, request, answer) {
      if (operation === "token") return tokens(answer);
      return operation === "introspection" ? introspected(request, answer) : answer;
    },
    identityClaims: (accessToken) => {
      const { sessionUid } = artefacts.read("AccessToken", accessToken) ?? {};
      return { ...(sessionUid !== undefined && { sid: sessionUid }), typ: "ID" };
    },
  };

  /** Keycloak's back-channel sign-out: ends the session of this refresh token, with its tokens. */
  async function endByToken(token: string, values: URLSearchParams): Promise<ProviderAnswer> {
    const { realmApi, realmShop } = demoIdentityClients;
    const client = values.get("client_id");
    const known = client === realmShop.clientId || client === realmApi.clientId;
    const proven = client !== realmApi.clientId || values.get("client_secret") === realmApi.clientSecret;
    if (!known || !proven) return refusal("unauthorized_client", "Invalid client or Invalid client credentials", 401);
    const found = await provider.RefreshToken.find(token);
    if (found === undefined || found.clientId !== client) return refusal("invalid_grant", "Invalid refresh token");
    if (found.sessionUid) await (await provider.Session.findByUid(found.sessionUid))?.destroy();
    if (found.grantId) await artefacts.of("RefreshToken").revokeByGrantId(found.grantId);
    return { status: 204, headers: { "cache-control": "no-store" }, body: "" };
  }
}

/** The form with the client's id and secret, from the header or the form. */
function credentials(request: ProviderRequest): URLSearchParams {
  const values = valuesOf(request);
  const basic = /^Basic (.+)$/i.exec(request.headers.authorization ?? "")?.[1];
  if (basic === undefined) return values;
  const [id = "", secret = ""] = Buffer.from(basic, "base64").toString().split(":").map(decoded);
  values.set("client_id", id);
  values.set("client_secret", secret);
  return values;
}

function decoded(part: string): string {
  // Form decoding, where a stray % is literal.
  return new URLSearchParams(`part=${part}`).get("part") ?? part;
}
