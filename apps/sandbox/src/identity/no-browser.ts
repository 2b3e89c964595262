import type { InteractionResults } from "oidc-provider";
import type { ProviderRequest } from "./library.ts";
import type { IdentityProvider } from "./provider.ts";
import { cookiesAfter } from "./sign-out.ts";

/**
 * Simulates the customer's browser: opens the authorization URL, submits this result on the page, and returns the redirect to the
 * shop. Each call is a new browser without a session.
 */
export async function answerWithoutBrowser(
  party: IdentityProvider,
  authorizationUrl: string,
  result: InteractionResults,
): Promise<{ redirectTo: string } | { refusal: string }> {
  if (!authorizationUrl.startsWith(`${party.issuer}/`)) return { refusal: `not an address of ${party.issuer}` };
  const path = (url: string) => url.slice(party.issuer.length);
  const request: ProviderRequest = {
    method: "GET",
    path: path(authorizationUrl),
    headers: { accept: "application/json" },
  };
  const begun = await party.ask(request);
  const page = String(begun.headers.location ?? "");
  if (begun.status !== 303) return { refusal: begun.body.slice(0, 500) };
  const uid = /\/sign-in\/([^/?]+)$/.exec(page)?.[1];
  if (uid === undefined) return { redirectTo: page };
  const next = await party.finish(uid, result);
  if (next === undefined) return { refusal: "the sign-in has ended" };
  const cookie = cookiesAfter(request, begun);
  const done = await party.ask({ method: "GET", path: path(next), headers: { accept: "application/json", cookie } });
  const redirectTo = String(done.headers.location ?? "");
  return redirectTo === "" ? { refusal: done.body.slice(0, 500) } : { redirectTo };
}
