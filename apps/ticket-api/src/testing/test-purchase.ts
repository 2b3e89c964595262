import { demoPaymentKeys } from "@guichet/contract/integrations/sandbox-payment.ts";
import type { NetworkPack } from "@guichet/contract/network-pack.ts";
import type { Dependencies } from "../dependencies.ts";
import { sandboxAccount } from "../integrations/configured-payments.ts";
import { paymentProviders } from "../integrations/payment-providers.ts";
import { sandboxPayment } from "../integrations/sandbox-payment.ts";
import { openTestSandbox, type TestSandbox } from "./providers/test-sandbox.ts";
import { openTestApi, type TestApi } from "./test-api.ts";
import type { TestPerson } from "./test-people.ts";

export const cards = {
  accepted: "4970 1000 0000 0014",
  refused: "4970 1000 0000 0022",
  strong: "4970 1000 0000 0030",
  late: "4970 1000 0000 0048",
} as const;

export interface Shop {
  api: TestApi;
  sandbox: TestSandbox;
  /** Pays or refuses on the payment page. */
  pay(paymentUrl: string | undefined, card?: string): Promise<{ state: string }>;
  cancelAtProvider(paymentUrl: string | undefined): Promise<void>;
  /** A refund by the merchant at the provider's own dashboard, in minor units of euro. */
  refundAtProvider(sessionId: string, amount: number): Promise<void>;
  /** The provider's own ledger of an order. */
  ledger(
    orderId: string,
  ): Promise<{ kind: string; amount: { amount: number; currency: string }; session: string; provider: string }[]>;
  behave(next: string, count?: number): Promise<void>;
  /** The same for the bank. */
  behaveBank(next: string, count?: number): Promise<void>;
  /** Lets time pass for everyone, and runs due jobs. */
  pass(ms: number): Promise<void>;
  close(): Promise<void>;
}

/** A Ticket API with the sandbox as its payment provider, both over real HTTP; webhooks reach the API. */
export async function openTestShop(
  options: { packs?: NetworkPack[]; parts?: Partial<Dependencies> } = {},
): Promise<Shop> {
  const sandbox = await openTestSandbox();
  const { apiKey, notificationSecret } = demoPaymentKeys;
  const api = await openTestApi({
    ...options,
    environment: { SANDBOX_URL: sandbox.url, SMTP_URL: `smtp://127.0.0.1:${sandbox.smtpPort}` },
    parts: {
      payments: paymentProviders({
        [sandboxAccount]: sandboxPayment({ url: sandbox.url, apiKey, notificationSecret }),
      }),
      ...options.parts,
    },
  });
  api.deps.config.publicUrl = api.url;
  const send = async (path: string, body: unknown) => {
    const response = await fetch(new URL(path, sandbox.url), {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as { state: string };
  };
  await send("/clock", { offsetMs: api.clock.offsetMs() });
  return {
    api,
    sandbox,
    pay: (paymentUrl, card = cards.accepted) => send(`/payment/sessions/${sessionIn(paymentUrl)}/pay`, { card }),
    cancelAtProvider: async (paymentUrl) => {
      await send(`/payment/sessions/${sessionIn(paymentUrl)}/cancel`, {});
    },
    refundAtProvider: async (sessionId, amount) => {
      await send(`/payment/sessions/${sessionId}/refund`, { amount: { amount, currency: "EUR" } });
    },
    ledger: async (orderId) => {
      const response = await fetch(new URL(`/payment/ledger?orderId=${orderId}`, sandbox.url));
      return (
        (await response.json()) as {
          items: Awaited<ReturnType<Shop["ledger"]>>;
        }
      ).items;
    },
    behave: async (next, count = 1) => {
      await send("/payment/behaviour", { next, count });
    },
    behaveBank: async (next, count = 1) => {
      await send("/bank/behaviour", { next, count });
    },
    pass: async (ms) => {
      api.clock.setOffset(api.clock.offsetMs() + ms);
      await send("/clock", { offsetMs: api.clock.offsetMs() });
      await api.work.drain();
    },
    close: async () => {
      await api.close();
      await sandbox.close();
    },
  };
}

/** The session of a payment page. */
function sessionIn(paymentUrl: string | undefined): string {
  const session = new URL(paymentUrl ?? "").pathname.split("/").at(-1);
  if (!session) throw new Error(`No session in ${paymentUrl}`);
  return session;
}

/** The values of placeOrder for one article, as the shop sends them. */
export function orderOf(person: TestPerson, total: number, line: Record<string, unknown> = {}) {
  return {
    articles: [
      { quantity: 1, productId: "single", customerId: person.userId, support: "DEMATERIALIZED" as const, ...line },
    ],
    paymentMethod: "CARD" as const,
    termsAccepted: true,
    over18Accepted: false,
    ...(line.isSubscription === true ? { renewalAccepted: true } : {}),
    totalAmount: { amount: total, currency: "EUR" },
    returnUrl: "/cart",
  };
}

/** Places an order of one article as the shop does, each time with a key of its own; `more` changes its values. */
export const placeOrderOf = ({ api }: Shop, person: TestPerson, cents: number, more: Record<string, unknown> = {}) =>
  api.call(
    "placeOrder",
    { ...orderOf(person, cents), ...more },
    { token: person.token, idempotencyKey: crypto.randomUUID() },
  );

/** The outcome that the customer sees on return from the payment page. */
export const outcomeOf = async ({ api }: Shop, { token }: TestPerson, orderId: string) =>
  (await api.call("acknowledgePayment", { orderId }, { token })).body.outcome;
