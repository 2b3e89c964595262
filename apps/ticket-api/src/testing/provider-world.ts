import { demoIdentityClients, identityAnswer } from "@guichet/contract/integrations/sandbox-identity.ts";
import { openPeopleApi, type PeopleApi } from "./people-api.ts";
import type { TestApi } from "./test-api.ts";
import { testPack, testProviders } from "./test-pack.ts";

interface SigningIn {
  network?: string;
  reauthenticate?: boolean;
  /** Of the federation: the e-mail that is declared for this sign-in. */
  email?: string;
  token?: string;
}
/** What the provider sends the browser back with. */
export interface CameBack {
  code: string;
  state: string;
  iss?: string;
}

/** A Ticket API beside the sandbox's federation and realm, and words for what people do there. */
export interface ProviderWorld extends PeopleApi {
  /** Begins a sign-in and does at the provider what the person would: what the browser comes back with. */
  comeBack(providerId: string, who: string, signingIn?: SigningIn): Promise<CameBack>;
  /** Begins a sign-in, answers at the provider, and exchanges the code. */
  exchange(providerId: string, who: string, signingIn?: SigningIn): ReturnType<typeof exchangeOf>;
  /** Signs in for good: the session and what was said of it. */
  signInAt(providerId: string, who: string, signingIn?: SigningIn): ReturnType<typeof authenticateOf>;
  /** Orders a provider to answer wrongly. */
  behave(provider: "federation" | "realm", next: string, count?: number): Promise<void>;
  /** Lets time pass for everybody. */
  pass(ms: number): Promise<void>;
}

const exchangeOf = (api: TestApi, network: string, back: CameBack) =>
  api.call("exchangeAuthorizationCode", { ...back }, { network });
const authenticateOf = (api: TestApi, network: string, values: { authProviderToken: string; authProviderId: string }) =>
  api.call("authenticate", values, { network });

const paths = { federation: "/federation", realm: "/realms/demo" } as const;
const returnPaths: Record<string, string> = { franceconnect: "/auth/fc/finalize", realm: "/auth/custom" };

export async function openProviderWorld(options: Parameters<typeof openPeopleApi>[0] = {}): Promise<ProviderWorld> {
  const secret = demoIdentityClients.federation.clientSecret;
  const packs = options.packs ?? [providerPack("north"), providerPack("south")];
  const secrets = Object.fromEntries(packs.map(({ network }) => [`${network.id}/franceconnect`, secret]));
  const environment = { PROVIDER_SECRETS: JSON.stringify(secrets), ...options.environment };
  const people = await openPeopleApi({ ...options, packs, environment });
  const { api, sandbox } = people;
  const post = async (path: string, body: unknown) => {
    const response = await fetch(new URL(path, sandbox.url), {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };
  await post("/clock", { offsetMs: api.clock.offsetMs() });

  const comeBack: ProviderWorld["comeBack"] = async (providerId, who, signingIn = {}) => {
    const { network = "north", reauthenticate, email, token } = signingIn;
    const { body } = await api.call(
      "authorizationState",
      {
        authProviderId: providerId,
        redirectUri: `http://${network}.localhost:3000${returnPaths[providerId]}`,
        reauthenticate,
      },
      { network, token },
    );
    if (body.status !== "ok") throw new Error(`no sign-in began: ${body.error?.code}`);
    const { authorizationUrl } = body;
    const isFederation = providerId === "franceconnect";
    const answered = await post(
      `${isFederation ? paths.federation : paths.realm}/answer`,
      isFederation ? { authorizationUrl, identity: who, ...(email && { email }) } : { authorizationUrl, user: who },
    );
    const { searchParams } = new URL(identityAnswer.parse(answered).redirectTo);
    const iss = searchParams.get("iss");
    return { code: searchParams.get("code") ?? "", state: searchParams.get("state") ?? "", ...(iss && { iss }) };
  };
  const exchange: ProviderWorld["exchange"] = async (providerId, who, signingIn = {}) =>
    exchangeOf(api, signingIn.network ?? "north", await comeBack(providerId, who, signingIn));

  return {
    ...people,
    comeBack,
    exchange,
    signInAt: async (providerId, who, signingIn = {}) => {
      const { body } = await exchange(providerId, who, signingIn);
      if (body.status !== "ok") throw new Error(`the exchange was refused: ${body.error?.code}`);
      const { authProviderToken, authProviderId } = body;
      return authenticateOf(api, signingIn.network ?? "north", { authProviderToken, authProviderId });
    },
    behave: async (provider, next, count = 1) => {
      await post(`${paths[provider]}/behaviour`, { next, count });
    },
    pass: async (ms) => {
      api.clock.setOffset(api.clock.offsetMs() + ms);
      await post("/clock", { offsetMs: api.clock.offsetMs() });
    },
  };
}

/** A network with the sandbox's federation and realm, at an address to which they send the browser back. */
export function providerPack(id: string, authentication: Record<string, unknown> = {}) {
  return testPack({
    id,
    network: { domains: [`${id}.localhost`], authentication: { providers: testProviders, ...authentication } },
  });
}
