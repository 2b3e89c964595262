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
/** A second card for the subscription, so that a tester may save the first. */
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
 * Places an order and a subscription for the demo's holder in every network, through the calls and the payment page that any customer
 * uses, so that the demo's wallet, receipts and subscriptions are not empty and all books agree.
 */
export async function makeDemoOrders(deps: Dependencies): Promise<void> {
  if (!(await isSandboxReady(deps))) return;
  for (const id of await deps.networks.ids()) {
    const network = await deps.networks.get(id);
    if (network !== undefined) await buyOnce(deps, network);
  }
}

async function buyOnce(deps: Dependencies, network: LoadedNetwork): Promise<void> {
  const call = await apiClient(deps, network.id);
  if (call === undefined) return;
  const path = `/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=${toolkitKey(network.definition)}`;
  const signedIn = SignedIn.safeParse(
    await post(deps, path, { email: holder, password: demoPassword, returnSecureToken: true }),
  );
  if (!signedIn.success) return;
  const { user } = LoggedIn.parse(await call("/Account/login.json", { firebase_token: signedIn.data.idToken }));
  try {
    await buyCarnet(deps, network, call, user);
    await subscribe(deps, network, call, user);
  } finally {
    await call("/Account/logout.json", {}, user.userToken);
  }
}

type Holder = z.infer<typeof LoggedIn>["user"];

/** Buys one carnet, unless the customer has already bought something. */
async function buyCarnet(deps: Dependencies, network: LoadedNetwork, call: ApiClient, holder: Holder): Promise<void> {
  const history = History.parse(await read(deps, network, call, "/Order/history.json", holder));
  if (history.items.length > 0) return;
  const carnet = [...network.articles.values()].find((article) => (article.trips ?? 0) > 1 && isForPhone(article));
  if (carnet !== undefined) await buy(deps, call, holder, carnet);
}

/** Buys one subscription if the network has any, unless the customer has one. */
async function subscribe(deps: Dependencies, network: LoadedNetwork, call: ApiClient, holder: Holder): Promise<void> {
  if (!network.definition.switches.subscriptions) return;
  const { subscriptions } = Subscribed.parse(await read(deps, network, call, "/Subscriptions/list", holder));
  if (subscriptions.length > 0) return;
  const renewable = [...network.articles.values()].find(
    (article) => article.renewalInterval !== undefined && article.pivot === undefined && isForPhone(article),
  );
  if (renewable !== undefined) await buy(deps, call, holder, renewable, { isSubscription: true });
}

const isForPhone = ({ supports }: PackArticle): boolean => supports.includes("DEMATERIALIZED");

/** Buys one piece through the payment page; a subscription saves the card. */
async function buy(
  deps: Dependencies,
  call: ApiClient,
  { userId, userToken: token }: Holder,
  article: PackArticle,
  options: { isSubscription?: true } = {},
): Promise<void> {
  const productId = productsOf(article).find((product) => product.dematerialized)?.id;
  if (productId === undefined) return;
  const articles = [{ quantity: 1, productId, customerId: userId, support: "DEMATERIALIZED", ...options }];
  const { totalAmount } = Verified.parse(await call("/Order/verify.json", { articles }, token));
  const savesCard = options.isSubscription ?? false;
  const accepted = { termsAccepted: true, ...(savesCard ? { renewalAccepted: true } : {}) };
  const payment = { paymentMethod: "CARD", keepCard: savesCard, ...accepted, totalAmount, returnUrl: "/cart" };
  const placed = Placed.parse(await call("/Order/placeOrder.json", { articles, ...payment }, token));
  const session = new URL(placed.paymentUrl).pathname.split("/").at(-1);
  await fetch(new URL(`/payment/sessions/${session}/pay`, deps.config.sandboxUrl), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ card: savesCard ? subscribedCard : acceptedCard }),
  });
  await call("/Payment/acknowledge.json", { orderId: placed.orderId }, token);
}

/** Makes a call that reads. */
async function read(
  deps: Dependencies,
  network: LoadedNetwork,
  { key }: ApiClient,
  path: string,
  { userToken }: Holder,
) {
  const signature = sign({ networkId: network.id }, key);
  const url = new URL(`${path}?networkId=${network.id}&signature=${signature}`, deps.config.publicUrl);
  const response = await fetch(url, { headers: { authorization: `Bearer ${userToken}`, "x-client": "shop" } });
  return response.json();
}

interface ApiClient {
  (path: string, values: Record<string, unknown>, token?: string): Promise<unknown>;
  key: string;
}

/** A client that makes calls as the shop does. */
async function apiClient(deps: Dependencies, networkId: string): Promise<ApiClient | undefined> {
  const key = await findClientKey(deps.db, "shop");
  if (key === undefined) return undefined;
  const call = (path: string, values: Record<string, unknown>, token?: string) => {
    const sent = { networkId, ...values };
    return post(deps, path, { ...sent, signature: sign(sent, key) }, token);
  };
  return Object.assign(call, { key });
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

async function isSandboxReady(deps: Dependencies): Promise<boolean> {
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
