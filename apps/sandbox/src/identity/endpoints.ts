import type { ProviderRequest } from "./library.ts";

/** Kind of request to a provider. */
export type Operation = "authorization" | "token" | "userinfo" | "introspection" | "logout" | "other";

/** Paths of the endpoints, relative to the issuer. */
export interface Endpoints {
  authorization: string;
  token: string;
  userinfo: string;
  logout: string;
  keys: string;
  introspection?: string;
}

export const federationEndpoints: Endpoints = {
  authorization: "/authorize",
  token: "/token",
  userinfo: "/userinfo",
  logout: "/session/end",
  keys: "/jwks",
};

export const realmEndpoints: Endpoints = {
  authorization: "/protocol/openid-connect/auth",
  token: "/protocol/openid-connect/token",
  userinfo: "/protocol/openid-connect/userinfo",
  logout: "/protocol/openid-connect/logout",
  keys: "/protocol/openid-connect/certs",
  introspection: "/protocol/openid-connect/token/introspect",
};

/** The operation of a path; redirects from the sign-in page belong to the authorization. */
export function operationOf(endpoints: Endpoints, path: string): Operation {
  const bare = path.split("?")[0] ?? "";
  if (bare === endpoints.authorization || bare.startsWith(`${endpoints.authorization}/`)) return "authorization";
  if (bare === endpoints.token) return "token";
  if (bare === endpoints.userinfo) return "userinfo";
  if (bare === endpoints.introspection) return "introspection";
  return bare === endpoints.logout ? "logout" : "other";
}

/** Values of a form, or of the query of a GET. */
export function valuesOf(request: ProviderRequest): URLSearchParams {
  return new URLSearchParams(request.method === "POST" ? request.body : request.path.split("?")[1]);
}
