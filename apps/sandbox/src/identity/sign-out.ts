import type { Provider } from "oidc-provider";
import { valuesOf } from "./endpoints.ts";
import type { ProviderAnswer, ProviderRequest } from "./library.ts";
import type { Signer } from "./tokens.ts";

interface Ending {
  request: ProviderRequest;
  ask: (request: ProviderRequest) => Promise<ProviderAnswer>;
  provider: Provider;
  signer: Signer;
  /** Path that confirms the library's question. */
  confirm: string;
}

/**
 * Sign-out by the browser (OpenID Connect RP-Initiated Logout 1.0). With an identity token of this provider there is no
 * confirmation, as at the real ones: the token's session ends, whether the browser has it or not.
 */
export async function endAsked({ request, ask, provider, signer, confirm }: Ending): Promise<ProviderAnswer> {
  const asked = await ask(request);
  const question = /name="xsrf" value="([^"]+)"/.exec(asked.body)?.[1];
  if (asked.status !== 200 || question === undefined) return asked;
  const hint = valuesOf(request).get("id_token_hint");
  const claims = hint === null ? undefined : await signer.open(hint);
  const asksNothing = !asked.body.includes("data-question");
  if (claims === undefined && !asksNothing) return asked;
  const answer = await ask({
    method: "POST",
    path: confirm,
    headers: { "content-type": "application/x-www-form-urlencoded", cookie: cookiesAfter(request, asked) },
    body: new URLSearchParams({ xsrf: question, logout: "yes" }).toString(),
  });
  // After the library's own sign-out, which needs the browser's session: often it is the same one.
  if (typeof claims?.sid === "string") await (await provider.Session.findByUid(claims.sid))?.destroy();
  return answer;
}

/** Cookies of a browser after this response. */
export function cookiesAfter(request: ProviderRequest, answer: ProviderAnswer): string {
  const jar = new Map<string, string>();
  for (const pair of (request.headers.cookie ?? "").split(/; */)) put(jar, pair);
  for (const line of [answer.headers["set-cookie"] ?? []].flat()) put(jar, line.split(";")[0] ?? "");
  return [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
}

function put(jar: Map<string, string>, pair: string): void {
  const [, name, value] = /^([^=]+)=(.*)$/.exec(pair) ?? [];
  if (name === undefined || value === undefined) return;
  if (value === "") jar.delete(name);
  else jar.set(name, value);
}
