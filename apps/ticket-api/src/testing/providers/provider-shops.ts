import { createHmac } from "node:crypto";
import { demoLyraKeys, signLyraAnswer } from "@guichet/contract/integrations/lyra.ts";
import type { paymentProviderNames } from "@guichet/contract/network-pack.ts";
import { configuredPayments } from "../../integrations/configured-payments.ts";
import { planScheduledJobs } from "../../jobs/scheduled-jobs.ts";
import { testPack } from "../test-pack.ts";
import { openTestShop, type Shop } from "../test-purchase.ts";

/** A provider with a protocol of its own, and the test cards that its page knows. */
export interface ShopProvider {
  name: (typeof paymentProviderNames)[number];
  cards: { accepted: string; declined: string; strong: string };
  /** A notification that nobody signed. */
  forged: Notification;
  /** The headers of its notifications that the Ticket API reads. */
  headers: readonly string[];
  /** A copy of a notification by somebody who has no key: with another content, another signature, or none. */
  forge(sent: Notification, how: Forgery): Notification;
  /** How often an answer must be lost until the adapter reports it. */
  lostAnswers: number;
}

export interface Notification {
  body: string;
  headers: Record<string, string>;
}
export type Forgery = "body" | "signature" | "none";

/** Where the Ticket API receives the notifications of a provider. */
export const notificationsPath = ({ name }: Pick<ShopProvider, "name">): string =>
  `/payment/notifications/${name}/main`;

function forgedWebhook({ headers, body }: Notification, how: Forgery): Notification {
  if (how === "none") return { headers: {}, body };
  if (how === "body") return { headers, body: body.replace(/"status":"[a-z_]+"/, '"status":"complete" ') };
  const seconds = /^t=\d+/.exec(headers["stripe-signature"] ?? "")?.[0];
  const signature = createHmac("sha256", "forged").update(body).digest("hex");
  return { body, headers: { "stripe-signature": `${seconds},v1=${signature}` } };
}

function forgedForm({ headers, body }: Notification, how: Forgery): Notification {
  const form = new URLSearchParams(body);
  const answer = form.get("kr-answer") ?? "";
  const other = answer.includes('"orderStatus":"PAID"') ? "UNPAID" : "PAID";
  if (how === "none") form.delete("kr-hash");
  else if (how === "signature") form.set("kr-hash", signLyraAnswer("testpassword_forged", answer));
  else form.set("kr-answer", answer.replace(/"orderStatus":"[A-Z]+"/, `"orderStatus":"${other}"`));
  return { headers, body: form.toString() };
}

export const stripeShop: ShopProvider = {
  name: "stripe",
  cards: { accepted: "4242 4242 4242 4242", declined: "4000 0000 0000 0002", strong: "4000 0025 0000 3155" },
  forged: {
    body: JSON.stringify({ id: "evt_forged", type: "checkout.session.completed" }),
    headers: { "stripe-signature": "t=1,v1=00" },
  },
  headers: ["stripe-signature"],
  forge: forgedWebhook,
  // Stripe's library repeats a request once whose connection was closed, with the same key.
  lostAnswers: 2,
};

export const lyraShop: ShopProvider = {
  name: "lyra",
  cards: { accepted: "4970 1000 0000 0014", declined: "4970 1000 0000 0022", strong: "4970 1000 0000 0030" },
  forged: {
    body: "kr-hash=00&kr-hash-algorithm=sha256_hmac&kr-hash-key=password&kr-answer=%7B%7D",
    headers: { "content-type": "application/x-www-form-urlencoded" },
  },
  headers: ["content-type"],
  forge: forgedForm,
  lostAnswers: 1,
};

/** Opens a shop whose networks, by default `north`, are paid at this provider's stand-in, with every scheduled job. */
export async function openShopAt(
  { name }: ShopProvider,
  articles: unknown[],
  networks: { id?: string; network?: object; vouchers?: unknown[] }[] = [{}],
): Promise<Shop> {
  const packs = networks.map(({ network, ...more }) =>
    testPack({ ...more, articles, network: { payment: { provider: name }, ...network } }),
  );
  const shop = await openTestShop({ packs });
  if (name === "lyra") await connectLyra(shop);
  await planScheduledJobs(shop.api.deps);
  return shop;
}

/** Connects the shop to the stand-in of Lyra instead of that of Stripe. */
export async function connectLyra({ api, sandbox }: Shop): Promise<void> {
  const accounts = { main: { ...demoLyraKeys, url: sandbox.url } };
  const nowhere = { stripe: { accounts: {}, url: undefined } };
  api.deps.payments = await configuredPayments({ ...nowhere, lyra: { accounts } }, api.deps);
}
