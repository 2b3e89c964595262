import { sign } from "@guichet/contract/signature.ts";
import { z } from "zod";
import type { Installation } from "./installation.ts";
import { demoPassword } from "./shopper.ts";

const SignedIn = z.object({ idToken: z.string() });
const LoggedIn = z.object({ user: z.object({ userToken: z.string() }) });
const Subscribed = z.object({ subscriptions: z.array(z.object({ subscriptionId: z.string(), state: z.string() })) });
const headers = { "content-type": "application/json", "x-client": "shop" };

/** Ends the subscriptions of a person of the demo through the API; waits until the demo's own one exists. */
export async function endSubscriptions({ api }: Pick<Installation, "api">, email: string): Promise<void> {
  const signed = (values: Record<string, unknown>) => {
    const sent = { networkId: "demo", ...values };
    return { ...sent, signature: sign(sent, "guichet-demo-key") };
  };
  const post = async (path: string, values: object, token?: string) => {
    const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const body = JSON.stringify(values);
    const answer = await fetch(new URL(path, api), { method: "POST", headers: { ...headers, ...authorization }, body });
    return answer.json();
  };
  const toolkit = "/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=demo-demo";
  const proof = { email, password: demoPassword, returnSecureToken: true };
  const { idToken } = SignedIn.parse(await post(toolkit, proof));
  const login = await post("/Account/login.json", signed({ firebase_token: idToken }));
  const token = LoggedIn.parse(login).user.userToken;
  const list = new URL(`/Subscriptions/list?networkId=demo&signature=${signed({}).signature}`, api);
  const deadline = Date.now() + 60_000;
  for (;;) {
    const answer = await fetch(list, { headers: { ...headers, authorization: `Bearer ${token}` } });
    const running = Subscribed.parse(await answer.json()).subscriptions.filter(({ state }) => state === "ACTIVE");
    for (const { subscriptionId } of running) await post("/Subscriptions/terminate", signed({ subscriptionId }), token);
    if (running.length > 0) return;
    if (Date.now() > deadline) throw new Error(`${email} subscribed to nothing`);
    await new Promise((wait) => setTimeout(wait, 500));
  }
}
