import type { IdentityBehaviourKind } from "@guichet/contract/integrations/sandbox-identity.ts";
import type { Configuration, InteractionResults, Provider } from "oidc-provider";
import { type Behaviour, behaviour } from "../behaviour.ts";
import type { Clock } from "../clock.ts";
import { type Artefacts, openArtefacts } from "./artefacts.ts";
import { type Endpoints, type Operation, operationOf, valuesOf } from "./endpoints.ts";
import { keysOf } from "./keys.ts";
import { openLibrary, type ProviderAnswer, type ProviderRequest } from "./library.ts";
import { endAsked } from "./sign-out.ts";
import { bodyOf, tamperWith, withBody } from "./tamper.ts";
import { type Claims, halfHash, restamped, type Signer, signerWith } from "./tokens.ts";

/** Dependencies of the providers. */
export interface IdentityContext {
  clock: Clock;
  /** Folder of the signing keys. */
  keysFolder: string;
  /** Public URL of the sandbox. */
  publicUrl: () => string;
  slowMs: number;
  /** Receives failures inside the library. */
  report: (cause: unknown) => void;
}

/** Behaviour of one kind of provider that differs from the library's. */
export interface ProviderBehaviour {
  /** Responds to requests that the library does not support. */
  answers?(operation: Operation, request: ProviderRequest): Promise<ProviderAnswer | undefined>;
  /** Converts a request for the library. */
  convertRequest?(operation: Operation, request: ProviderRequest): Promise<ProviderRequest>;
  /** Converts a response of the library; `offsetSeconds`: offset of our clock from the system clock. */
  convertResponse?(operation: Operation, request: ProviderRequest, answer: ProviderAnswer): Promise<ProviderAnswer>;
  /** Additional claims of an identity token. */
  identityClaims?(accessToken: string): Claims;
}

/** Internals of a provider, passed to its behaviour. */
export interface ProviderInternals {
  provider: Provider;
  artefacts: Artefacts;
  signer: Signer;
  nowSeconds: () => number;
}

export interface ProviderSettings {
  name: string;
  issuer: string;
  alg: "RS256" | "ES256";
  endpoints: Endpoints;
  configuration: (
    library: typeof import("oidc-provider"),
    own: { artefacts: Artefacts; nowSeconds: () => number },
  ) => Configuration;
  behaviourOf: (internals: ProviderInternals) => ProviderBehaviour;
}

/** A sign-in that waits for the customer. */
export interface SignIn {
  uid: string;
  returnUri: string;
  uiLocales: string | undefined;
}

/** An identity provider as seen from outside. */
export interface IdentityProvider {
  issuer: string;
  behaviour: Behaviour<IdentityBehaviourKind>;
  ask(request: ProviderRequest): Promise<ProviderAnswer>;
  waiting(uid: string): Promise<SignIn | undefined>;
  /** Completes a sign-in; returns the next URL of the browser, relative to the issuer. */
  finish(uid: string, result: InteractionResults): Promise<string | undefined>;
}

/** Opens a provider: keys, library, specific behaviour, and the faults ordered by testers. */
export async function openProvider(
  context: IdentityContext,
  plan: ProviderSettings,
  ordered: Behaviour<IdentityBehaviourKind> = behaviour(),
): Promise<IdentityProvider> {
  const { issuer, endpoints } = plan;
  const artefacts = openArtefacts(context.clock);
  const nowSeconds = () => Math.floor(context.clock.now().getTime() / 1000);
  const keys = await keysOf(context.keysFolder, plan.name, plan.alg);
  const signer = await signerWith(keys);
  const { provider, ask } = await openLibrary(issuer, keys, artefacts, (library) => ({
    ...plan.configuration(library, { artefacts, nowSeconds }),
    cookies: cookiesOf(plan.name, issuer, keys.cookies),
  }));
  provider.on("server_error", (_context, cause) => context.report(cause));
  const specific = plan.behaviourOf({ provider, artefacts, signer, nowSeconds });
  const tamper = tamperWith({ behaviour: ordered, signer, nowSeconds });

  /** Moves the instants in signed responses to the sandbox's clock. */
  async function onOurClock(operation: Operation, answer: ProviderAnswer, opaque: string): Promise<ProviderAnswer> {
    const offsetSeconds = nowSeconds() - Math.floor(Date.now() / 1000);
    if (operation === "userinfo") {
      const claims = await signer.open(answer.body);
      return claims === undefined ? answer : { ...answer, body: await signer.sign(restamped(claims, offsetSeconds)) };
    }
    if (operation !== "token") return answer;
    const body = bodyOf(answer);
    const claims = typeof body.id_token === "string" ? await signer.open(body.id_token) : undefined;
    if (claims === undefined) return answer;
    const more = specific.identityClaims?.(opaque);
    const at_hash = halfHash(String(body.access_token));
    body.id_token = await signer.sign({ ...restamped(claims, offsetSeconds), ...more, at_hash });
    return withBody(answer, body);
  }

  async function answered(operation: Operation, asked: ProviderRequest): Promise<ProviderAnswer> {
    const own = await specific.answers?.(operation, asked);
    if (own !== undefined) return own;
    const kept = await keepSessions(operation, asked);
    const request = (await specific.convertRequest?.(operation, kept)) ?? kept;
    if (operation === "logout")
      return endAsked({ request, ask, provider, signer, confirm: `${endpoints.logout}/confirm` });
    const first = await ask(request);
    if (first.status !== 200) return first;
    const opaque = operation === "token" ? String(bodyOf(first).access_token) : "";
    const answer = (await specific.convertResponse?.(operation, request, first)) ?? first;
    return onOurClock(operation, answer, opaque);
  }

  /** Prevents a restarted sign-in from using another person's session on its redirect. */
  async function keepSessions(operation: Operation, request: ProviderRequest): Promise<ProviderRequest> {
    if (operation !== "authorization" || !request.headers.cookie) return request;
    const uid = request.path.split("?")[0]?.slice(endpoints.authorization.length + 1);
    const waiting = uid ? await provider.Interaction.find(uid) : undefined;
    if (waiting === undefined || waiting.session !== undefined) return request;
    const others = request.headers.cookie.split(/; */).filter((each) => !each.startsWith(`${plan.name}_session`));
    return { ...request, headers: { ...request.headers, cookie: others.join("; ") } };
  }

  return {
    issuer,
    behaviour: ordered,
    async ask(request) {
      const operation = operationOf(endpoints, request.path);
      const refreshes = operation === "token" && valuesOf(request).get("grant_type") === "refresh_token";
      if (refreshes && ordered.take("refresh-refused")) return refusal("invalid_grant", "Token is not active");
      const answer = await answered(operation, request);
      const code = operation === "token" && answer.status === 200 ? valuesOf(request).get("code") : null;
      if (code) tamper.codeUsed(code);
      return tamper.tampered(operation, answer, /^Bearer (.+)$/i.exec(request.headers.authorization ?? "")?.[1]);
    },
    async waiting(uid) {
      const found = await provider.Interaction.find(uid);
      if (found === undefined) return undefined;
      const { redirect_uri, ui_locales } = found.params;
      return {
        uid,
        returnUri: String(redirect_uri),
        uiLocales: ui_locales === undefined ? undefined : String(ui_locales),
      };
    },
    async finish(uid, result) {
      const found = await provider.Interaction.find(uid);
      if (found === undefined) return undefined;
      // Time of the sign-in on our clock, which tokens contain as auth_time.
      found.result = result.login ? { ...result, login: { ...result.login, ts: nowSeconds() } } : result;
      if (found.session?.accountId !== result.login?.accountId) found.session = undefined;
      await found.persist();
      return found.returnTo;
    },
  };
}

/** An OAuth error response (RFC 6749 5.2). */
export function refusal(error: string, description: string, status = 400): ProviderAnswer {
  const body = JSON.stringify({ error, error_description: description });
  return { status, headers: { "content-type": "application/json; charset=utf-8", "cache-control": "no-store" }, body };
}

function cookiesOf(name: string, issuer: string, key: string): Configuration["cookies"] {
  const { pathname: path } = new URL(issuer);
  return {
    keys: [key],
    names: { session: `${name}_session`, interaction: `${name}_sign_in`, resume: `${name}_resume` },
    long: { path, httpOnly: true, sameSite: "lax", signed: true },
    short: { httpOnly: true, sameSite: "lax", signed: true },
  };
}
