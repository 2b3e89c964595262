import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { NetworkPack } from "@guichet/contract/network-pack.ts";
import type { Dependencies } from "../dependencies.ts";
import { BankUnreachable } from "../integrations/bank-unreachable.ts";
import { testProvider } from "./providers/test-provider.ts";
import { openTestSandbox, sendWebhooksTo, type TestSandbox } from "./providers/test-sandbox.ts";
import { openTestWallets } from "./providers/test-wallets.ts";
import { openTestApi, type TestApi } from "./test-api.ts";
import type { TestPerson } from "./test-people.ts";

export const cards = {
  accepted: "4970 1000 0000 0014",
  refused: "4970 1000 0000 0022",
  strong: "4970 1000 0000 0030",
  late: "4970 1000 0000 0048",
} as const;

/** Webhooks that the provider sends about a payment on its page: one about the payment, and one about the page. */
export const webhooksPerPage = 2;

export interface Shop {
  api: TestApi;
  sandbox: TestSandbox;
  /** Pays on the payment page; a declined card leaves the page open. */
  pay(paymentUrl: string | undefined, card?: string): Promise<{ state: string }>;
  /** Leaves the payment page by its back link; it stays open. */
  leavePage(paymentUrl: string | undefined): Promise<void>;
  /** Closes a payment as the operator's staff do in the provider's dashboard. */
  closeAtProvider(paymentUrl: string | undefined): Promise<void>;
  /** A refund by the merchant at the provider's own dashboard, in minor units of euro. */
  refundAtProvider(sessionId: string, amount: number): Promise<void>;
  /** The provider's own ledger of an order. */
  ledger(
    orderId: string,
  ): Promise<{ kind: string; amount: { amount: number; currency: string }; session: string; provider: string }[]>;
  behave(next: string, count?: number): Promise<void>;
  /** The same for the bank. */
  behaveBank(next: string, count?: number): Promise<void>;
  /** The folder in which the Ticket API and the sandbox's bank exchange files. */
  bankFolder: string;
  /** Takes the folder of the bank's files away from the Ticket API, or gives it back. */
  cutBank(isCut: boolean): Promise<void>;
  /** Lets time pass for everyone, and runs due jobs. */
  pass(ms: number): Promise<void>;
  close(): Promise<void>;
}

interface OpenShopOptions {
  packs?: NetworkPack[];
  parts?: Partial<Dependencies>;
  /** Whether tickets can be added to Apple and Google Wallet, with certificates of a test authority. */
  walletPasses?: boolean;
}

/**
 * A Ticket API with the stand-in of Stripe as its payment provider, over real HTTP, and the sandbox's bank, by files in a folder; webhooks
 * reach the API.
 */
export async function openTestShop(options: OpenShopOptions = {}): Promise<Shop> {
  const bank = await openBankFolder();
  const wallets = options.walletPasses ? await openTestWallets() : undefined;
  const sandbox = await openTestSandbox({ bankFilesFolder: bank.folder, ...wallets?.settings });
  const api = await openTestApi({
    ...options,
    environment: {
      SANDBOX_URL: sandbox.url,
      SMTP_URL: `smtp://127.0.0.1:${sandbox.smtpPort}`,
      BANK_CHANNEL: "folder",
      BANK_FILES_FOLDER: bank.link,
      ...(await wallets?.environment(sandbox)),
    },
  });
  api.deps.config.publicUrl = api.url;
  await sendWebhooksTo(api.url, sandbox);
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
    leavePage: async (paymentUrl) => {
      await send(`/payment/sessions/${sessionIn(paymentUrl)}/cancel`, {});
    },
    closeAtProvider: async (paymentUrl) => {
      await testProvider(api.deps).cancel(sessionIn(paymentUrl));
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
    bankFolder: bank.folder,
    cutBank: bank.cut,
    pass: async (ms) => {
      api.clock.setOffset(api.clock.offsetMs() + ms);
      await send("/clock", { offsetMs: api.clock.offsetMs() });
      await readBankFiles(api.deps);
      await api.work.drain();
    },
    close: async () => {
      await api.close();
      await sandbox.close();
      await bank.remove();
      await wallets?.remove();
    },
  };
}

/** The folder of the bank's files, and the link by which a Ticket API finds it. */
export async function openBankFolder() {
  const parent = await mkdtemp(path.join(tmpdir(), "guichet-bank-"));
  const [folder, link] = [path.join(parent, "bank"), path.join(parent, "link")];
  await mkdir(folder);
  await symlink(folder, link);
  return {
    folder,
    link,
    cut: async (isCut: boolean) => {
      await rm(link);
      await (isCut ? writeFile(link, "") : symlink(folder, link));
    },
    remove: () => rm(parent, { recursive: true, force: true }),
  };
}

/** Imports the bank's files, as job `bank-sweep` does every three hours, which a test plans itself if it needs it. */
export async function readBankFiles({ debits }: Pick<Dependencies, "debits">): Promise<void> {
  try {
    await debits?.listSince(undefined);
  } catch (error) {
    if (!(error instanceof BankUnreachable)) throw error;
  }
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

/** Saves a card on the provider's page, without a payment; returns its id. */
export async function saveCardOf({ api, pay }: Shop, { token }: TestPerson, card?: string): Promise<string> {
  const { body } = await api.call("registerCard", { returnUrl: "/account/payment-cards" }, { token });
  await pay(body.paymentUrl, card);
  const [saved] = (await api.call("getCards", {}, { token })).body.cards;
  if (saved === undefined) throw new Error("No card was saved");
  return saved.ID;
}

/**
 * Places an order whose payment the bank refuses: by a saved card, because a card that is declined on the provider's page may be
 * followed there by another one. Returns the order, which can be paid again.
 */
export async function placeRefusedOrder(
  shop: Shop,
  person: TestPerson,
  values: Record<string, unknown> = orderOf(person, 150),
): Promise<string> {
  const cardId = await saveCardOf(shop, person);
  await shop.behave("refuse-charge");
  const { body } = await shop.api.call(
    "placeOrder",
    { ...values, cardId, chargeCard: true },
    { token: person.token, idempotencyKey: crypto.randomUUID() },
  );
  if (body.orderStatus !== "ERROR") throw new Error(`The payment was not refused: ${JSON.stringify(body)}`);
  return body.orderId;
}

/** The outcome that the customer sees on return from the payment page. */
export const outcomeOf = async ({ api }: Shop, { token }: TestPerson, orderId: string) =>
  (await api.call("acknowledgePayment", { orderId }, { token })).body.outcome;
