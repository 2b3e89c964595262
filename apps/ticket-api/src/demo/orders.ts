import { setTimeout as wait } from "node:timers/promises";
import type { PackArticle } from "@guichet/contract/network-pack.ts";
import { sign } from "@guichet/contract/signature.ts";
import { z } from "zod";
import type { Dependencies } from "../dependencies.ts";
import { type LoadedNetwork, productsOf } from "../network-registry/registry.ts";
import { toolkitKey } from "../network-registry/toolkit-key.ts";
import { demoPassword } from "./people.ts";
import { findClientKey } from "./store.ts";

const holder = "holder@demo.example";
const acceptedCard = "4970100000000014";
/** Another one is kept for the subscription, so that a tester may keep the first. */
const subscribedCard = "4970100000000030";
const sandboxWithinMs = 15_000;

const SignedIn = z.object({ idToken: z.string() });
const LoggedIn = z.object({ user: z.object({ userId: z.string(), userToken: z.string() }) });
const History = z.object({ items: z.array(z.unknown()) });
const Subscribed = z.object({ subscriptions: z.array(z.unknown()) });
const Verified = z.object({
  totalAmount: z.object({ amount: z.number(), currency: z.string() }),
  errors: z.array(z.unknown()),
});
const Placed = z.object({ orderId: z.string(), paymentUrl: z.string() });

/**
 * Lets the demo's holder buy something and subscribe once in every network, over the calls and the payment page that any customer
 * uses: so that the wallet, the receipts and the subscriptions of the demo are not empty, and every book agrees.
 */
export async function makeDemoOrders(deps: Dependencies): Promise<void> {
  if (!(await sandboxAnswers(deps))) return;
  for (const id of await deps.networks.ids()) {
    const network = await deps.networks.get(id);
    if (network !== undefined) await buyOnce(deps, network);
  }
}

async function buyOnce(deps: Dependencies, network: LoadedNetwork): Promise<void> {
  const ask = await asker(deps, network.id);
  if (ask === undefined) return;
  const path = `/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=${toolkitKey(network.definition)}`;
  const signedIn = SignedIn.safeParse(
    await post(deps, path, { email: holder, password: demoPassword, returnSecureToken: true }),
  );
  if (!signedIn.success) return;
  const { user } = LoggedIn.parse(await ask("/Account/login.json", { firebase_token: signedIn.data.idToken }));
  try {
    await buyCarnet(deps, network, ask, user);
    await subscribe(deps, network, ask, user);
  } finally {
    await ask("/Account/logout.json", {}, user.userToken);
  }
}

type Holder = z.infer<typeof LoggedIn>["user"];

/** One carnet, unless the customer has bought something before. */
async function buyCarnet(deps: Dependencies, network: LoadedNetwork, ask: Asker, holder: Holder): Promise<void> {
  const history = History.parse(await read(deps, network, ask, "/Order/history.json", holder));
  if (history.items.length > 0) return;
  const carnet = [...network.articles.values()].find((article) => (article.trips ?? 0) > 1 && isForPhone(article));
  if (carnet !== undefined) await buy(deps, ask, holder, carnet);
}

/** One subscription that runs, where the network has any, unless the customer has one. */
async function subscribe(deps: Dependencies, network: LoadedNetwork, ask: Asker, holder: Holder): Promise<void> {
  if (!network.definition.switches.subscriptions) return;
  const { subscriptions } = Subscribed.parse(await read(deps, network, ask, "/Subscriptions/list", holder));
  if (subscriptions.length > 0) return;
  const renewable = [...network.articles.values()].find(
    (article) => article.renewalInterval !== undefined && article.pivot === undefined && isForPhone(article),
  );
  if (renewable !== undefined) await buy(deps, ask, holder, renewable, { isSubscription: true });
}

const isForPhone = ({ supports }: PackArticle): boolean => supports.includes("DEMATERIALIZED");

/** Buys one piece over the payment page; what is subscribed to keeps the card. */
async function buy(
  deps: Dependencies,
  ask: Asker,
  { userId, userToken: token }: Holder,
  article: PackArticle,
  more: { isSubscription?: true } = {},
): Promise<void> {
  const productId = productsOf(article).find((product) => product.dematerialized)?.id;
  if (productId === undefined) return;
  const articles = [{ quantity: 1, productId, customerId: userId, support: "DEMATERIALIZED", ...more }];
  const { totalAmount } = Verified.parse(await ask("/Order/verify.json", { articles }, token));
  const keepCard = more.isSubscription ?? false;
  const accepted = { termsAccepted: true, ...(keepCard ? { renewalAccepted: true } : {}) };
  const paying = { paymentMethod: "CARD", keepCard, ...accepted, totalAmount, returnUrl: "/cart" };
  const placed = Placed.parse(await ask("/Order/placeOrder.json", { articles, ...paying }, token));
  const session = new URL(placed.paymentUrl).pathname.split("/").at(-1);
  await fetch(new URL(`/payment/sessions/${session}/pay`, deps.config.sandboxUrl), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ card: keepCard ? subscribedCard : acceptedCard }),
  });
  await ask("/Payment/acknowledge.json", { orderId: placed.orderId }, token);
}

/** Asks a call that reads. */
async function read(deps: Dependencies, network: LoadedNetwork, { key }: Asker, path: string, { userToken }: Holder) {
  const signature = sign({ networkId: network.id }, key);
  const asked = new URL(`${path}?networkId=${network.id}&signature=${signature}`, deps.config.publicUrl);
  const answer = await fetch(asked, { headers: { authorization: `Bearer ${userToken}`, "x-client": "shop" } });
  return answer.json();
}

interface Asker {
  (path: string, values: Record<string, unknown>, token?: string): Promise<unknown>;
  key: string;
}

/** Asks calls as the shop does. */
async function asker(deps: Dependencies, networkId: string): Promise<Asker | undefined> {
  const key = await findClientKey(deps.db, "shop");
  if (key === undefined) return undefined;
  const ask = (path: string, values: Record<string, unknown>, token?: string) => {
    const sent = { networkId, ...values };
    return post(deps, path, { ...sent, signature: sign(sent, key) }, token);
  };
  return Object.assign(ask, { key });
}

async function post(deps: Dependencies, path: string, body: unknown, token?: string): Promise<unknown> {
  const response = await fetch(new URL(path, deps.config.publicUrl), {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-client": "shop",
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  return response.json();
}

async function sandboxAnswers(deps: Dependencies): Promise<boolean> {
  const deadline = Date.now() + sandboxWithinMs;
  while (Date.now() < deadline) {
    const healthy = await fetch(new URL("/healthz", deps.config.sandboxUrl)).then(
      (response) => response.ok,
      () => false,
    );
    if (healthy) return true;
    await wait(500);
  }
  return false;
}
