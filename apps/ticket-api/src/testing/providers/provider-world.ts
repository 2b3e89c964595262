import { demoIdentityClients, identityAnswer } from "@guichet/contract/integrations/sandbox-identity.ts";
import { openPeopleApi, type PeopleApi } from "../people-api.ts";
import type { TestApi } from "../test-api.ts";
import { testPack, testProviders } from "../test-pack.ts";

interface SignInOptions {
  network?: string;
  reauthenticate?: boolean;
  /** For the federation: the e-mail declared for this sign-in. */
  email?: string;
  token?: string;
}
/** The parameters of the provider's redirect. */
export interface CameBack {
  code: string;
  state: string;
  iss?: string;
}

/** A Ticket API with the sandbox's federation and realm, and functions for what people do there. */
export interface ProviderWorld extends PeopleApi {
  /** Starts a sign-in and completes it at the provider; returns the redirect's parameters. */
  comeBack(providerId: string, who: string, signingIn?: SignInOptions): Promise<CameBack>;
  /** Starts a sign-in, completes it at the provider, and exchanges the code. */
  exchange(providerId: string, who: string, signingIn?: SignInOptions): ReturnType<typeof exchangeOf>;
  /** Signs in completely: the session and the user. */
  signInAt(providerId: string, who: string, signingIn?: SignInOptions): ReturnType<typeof authenticateOf>;
  /** Makes a provider respond wrongly. */
  behave(provider: "federation" | "realm", next: string, count?: number): Promise<void>;
  /** Lets time pass for everyone. */
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
    if (body.status !== "ok") throw new Error(`sign-in not started: ${body.error?.code}`);
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
      if (body.status !== "ok") throw new Error(`exchange refused: ${body.error?.code}`);
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

/** A network with the sandbox's federation and realm, and the address to which they redirect. */
export function providerPack(id: string, authentication: Record<string, unknown> = {}) {
  return testPack({
    id,
    network: { domains: [`${id}.localhost`], authentication: { providers: testProviders, ...authentication } },
  });
}
