import { randomBytes, randomInt } from "node:crypto";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { demoLyraKeys, lyraPath } from "@guichet/contract/integrations/lyra.ts";
import { sandboxAddressesPath } from "@guichet/contract/integrations/sandbox-addresses.ts";
import type { BankBehaviourKind } from "@guichet/contract/integrations/sandbox-bank.ts";
import type { MailboxBehaviourKind } from "@guichet/contract/integrations/sandbox-mailbox.ts";
import { sandboxQualificationPath } from "@guichet/contract/integrations/sandbox-qualification.ts";
import { demoStripeKeys } from "@guichet/contract/integrations/stripe.ts";
import { namesOneHost } from "@guichet/contract/request-head.ts";
import { stopGracefully } from "@guichet/http-server/graceful-stop.ts";
import Fastify, { type FastifyInstance } from "fastify";
import { z } from "zod";
import { addressRoutes } from "./addresses/routes.ts";
import { openBook } from "./bank/book.ts";
import { bankControls } from "./bank/controls.ts";
import type { BankContext } from "./bank/debits.ts";
import { bankExchange } from "./bank/exchange.ts";
import { beaconRoutes } from "./beacon/routes.ts";
import { behaviour } from "./behaviour.ts";
import { type Clock, movableClock, systemClock } from "./clock.ts";
import { holdFolder } from "./folder-lock.ts";
import { frontPage } from "./front-page.ts";
import { identityRoutes } from "./identity/routes.ts";
import { bears, isLoopback } from "./loopback.ts";
import { bankReportControls } from "./lyra/bank-reports.ts";
import { remittanceControls } from "./lyra/remittance-controls.ts";
import { lyraApi } from "./lyra/routes.ts";
import { lyraSteps } from "./lyra/steps.ts";
import { openMessages } from "./mailbox/messages.ts";
import { mailboxPages } from "./mailbox/pages.ts";
import { createMailServer } from "./mailbox/smtp.ts";
import { metricsText } from "./metrics.ts";
import type { PaymentContext } from "./payment/context.ts";
import { paymentControls } from "./payment/controls.ts";
import { openLedger } from "./payment/ledger.ts";
import { failDueRefunds } from "./payment/movements.ts";
import { defaultRetryDelaysMs, startDelivery } from "./payment/notifications.ts";
import { paymentPages } from "./payment/pages.ts";
import { expireDue } from "./payment/sessions.ts";
import { qualificationRoutes } from "./qualification/routes.ts";
import { disputeControls, mandateControls, payoutControls } from "./stripe/bank-controls.ts";
import type { StripeContext } from "./stripe/context.ts";
import { settleDueDebits } from "./stripe/debits/steps.ts";
import { stripeSteps } from "./stripe/events.ts";
import { permissionControls } from "./stripe/key-permissions.ts";
import { payoutSchedule } from "./stripe/payouts.ts";
import type { EndpointRecord } from "./stripe/records.ts";
import { stripeApi } from "./stripe/routes.ts";
import { openStripeStore } from "./stripe/store.ts";
import { stripeControls } from "./stripe/webhook-endpoints.ts";
import type { WalletAuthority } from "./wallets/authority.ts";
import { openWallets } from "./wallets/wallets.ts";

const lateNotificationMs = 5_000;
const slowAnswerMs = 20_000;
const searchLagMs = 1_000;
const sweepMs = 1_000;
const mostMessages = 5_000;
const bodyBytes = 64 * 1024;
const requestTimeoutMs = 15_000;
const connectionTimeoutMs = 60_000;
// A hundred years: later dates would lose their four-digit year.
const mostOffsetMs = 100 * 366 * 86_400_000;
const offsetRequest = z.strictObject({ offsetMs: z.int().min(-mostOffsetMs).max(mostOffsetMs) });

export interface SandboxSettings {
  /** Folder used exclusively by this sandbox. */
  dataDir: string;
  /** The folder with `outgoing` and `incoming` through which the bank exchanges files; default: none. */
  bankFilesFolder?: string;
  /** Keys of the Stripe stand-in; default: the demo's. */
  stripe?: { apiKey: string; webhookSecret: string };
  /** Shop of the Lyra stand-in; default: the demo's. */
  lyra?: { shopId: string; password: string };
  /** Where webhooks of the Stripe stand-in are sent, unless an endpoint was set up there; without both, nowhere. */
  stripeWebhookUrl?: string;
  /** Time until the search of the Stripe stand-in finds a new customer, in real milliseconds. */
  searchLagMs?: number;
  /** Certificates and keys of Apple's and Google's stand-ins; default: there are none. */
  walletAuthority?: WalletAuthority;
  clock?: Clock;
  /** Public URL of the sandbox; default: its own address. */
  publicUrl?: string;
  metricsToken?: string;
  /** Delay of the late card's notification in real milliseconds. */
  lateMs?: number;
  /** Delay of an identity provider or the beacon ordered to be slow, in real milliseconds. */
  slowMs?: number;
  retryDelaysMs?: readonly number[];
  logLevel?: "silent" | "error" | "warn" | "info" | "debug";
  /** Called when a write fails: no response can be stored any more. */
  broken?: (cause: unknown) => void;
}

export interface Sandbox {
  app: FastifyInstance;
  /** Starts to serve; port 0 selects a free one. */
  listen(at: {
    host: string;
    port: number;
    smtpPort: number;
    /** Apple's notifications, with `walletAuthority`. */
    pushPort?: number;
  }): Promise<{ url: string; smtpPort: number; pushPort?: number }>;
  /** Waits for requests and deliveries in progress, then stops. */
  close(): Promise<void>;
}

/** Creates all external parties of a demo in one process: payment provider, bank, mailbox, identity providers, address directory and maintenance beacon, each with its real protocol. */
export async function createSandbox(settings: SandboxSettings): Promise<Sandbox> {
  const { dataDir } = settings;
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const release = await holdFolder(dataDir);
  const clock = await movableClock(settings.clock ?? systemClock, join(dataDir, "clock-offset"));
  const ledger = await openLedger(join(dataDir, "payment.journal"), settings.broken);
  const book = await openBook(join(dataDir, "bank.journal"), settings.broken);
  const stripeStore = await openStripeStore(join(dataDir, "stripe.journal"), settings.broken);
  const stripeKeys = settings.stripe ?? demoStripeKeys;
  const lyraShop = settings.lyra ?? demoLyraKeys;
  const counter: BankContext = { book, clock, behaviour: behaviour<BankBehaviourKind>() };
  const exchange = bankExchange(counter, settings.bankFilesFolder);
  const messages = await openMessages(join(dataDir, "mailbox"), mostMessages, () => randomBytes(9).toString("hex"));
  const nowMs = () => Date.now();
  const delivery = startDelivery({
    ledger,
    stripeSecret: stripeKeys.webhookSecret,
    clock,
    nowMs,
    retryDelaysMs: settings.retryDelaysMs ?? defaultRetryDelaysMs,
  });

  const { stripeWebhookUrl: configuredUrl } = settings;
  const endpoint = (): EndpointRecord | undefined =>
    stripeStore.endpoint() ?? (configuredUrl === undefined ? undefined : { url: configuredUrl });

  let address = settings.publicUrl;
  const context: PaymentContext = {
    ledger,
    clock,
    behaviour: behaviour(),
    newId: (prefix) => `${prefix}_${randomBytes(16).toString("hex")}`,
    newCode: () => String(randomInt(1_000_000)).padStart(6, "0"),
    publicUrl: () => address ?? "",
    lateMs: settings.lateMs ?? lateNotificationMs,
    nowMs,
    deliver: delivery.enqueue,
    stripe: stripeSteps(
      () => stripe,
      () => (endpoint()?.isDisabled ? undefined : endpoint()?.url),
    ),
    lyra: lyraSteps({ clock, newUuid: () => randomBytes(16).toString("hex") }, lyraShop),
  };
  const stripe: StripeContext = {
    payment: context,
    store: stripeStore,
    endpoint,
    customer: stripeStore.customer,
    debitAccount: (id) => stripeStore.debitAccounts().find((account) => account.id === id),
    searchLagMs: settings.searchLagMs ?? searchLagMs,
    missingPermissions: new Set(),
  };

  const payOut = payoutSchedule(stripe);

  const app = Fastify({
    bodyLimit: bodyBytes,
    requestTimeout: requestTimeoutMs,
    connectionTimeout: connectionTimeoutMs,
    forceCloseConnections: "idle",
    genReqId: () => randomBytes(8).toString("hex"),
    routerOptions: { ignoreTrailingSlash: true },
    logger: {
      level: settings.logLevel ?? "silent",
      // Logs the route pattern instead of the URL, which may contain an e-mail.
      serializers: { req: (request) => ({ method: request.method, route: request.routeOptions?.url }) },
    },
  });
  stopGracefully(app);
  const mailboxBehaviour = behaviour<MailboxBehaviourKind>();
  const smtp = createMailServer(messages, clock, mailboxBehaviour, (cause) =>
    app.log.warn({ cause: String(cause) }, "mail not accepted"),
  );

  // Fastify's own response would log the URL.
  app.setNotFoundHandler((_request, reply) =>
    reply.code(404).send({ error: { code: "unknown", message: "not here" } }),
  );

  app.addHook("onRequest", async ({ raw }, reply) => {
    if (namesOneHost(raw.rawHeaders, raw.url ?? "")) return;
    return reply.code(400).send({ error: { code: "request_invalid", message: "which host?" } });
  });

  app.get("/", async (_request, reply) => frontPage(reply));
  app.get("/healthz", async () => ({ status: "ok" }));
  app.get("/readyz", async (_request, reply) => {
    // A ledger that cannot write fails here.
    const ready = await Promise.all([ledger.settled(), book.settled()]).then(
      () => true,
      () => false,
    );
    return reply.code(ready ? 200 : 503).send({ status: ready ? "ok" : "ledger" });
  });
  app.get("/metrics", async (request, reply) => {
    if (!isLoopback(request) && !bears(request, settings.metricsToken))
      return reply.code(403).send({ status: "refused" });
    return reply.type("text/plain; version=0.0.4").send(metricsText(ledger, delivery, messages));
  });
  app.post("/clock", async (request, reply) => {
    if (!isLoopback(request)) return reply.code(403).send({ status: "refused" });
    const asked = offsetRequest.safeParse(request.body);
    if (!asked.success) return reply.code(400).send({ status: "offsetMs is missing or not a whole number" });
    // A file handed in earlier is taken at that time: later, the day of its debits could be past.
    await exchange.run();
    await clock.move(asked.data.offsetMs);
    await expireDue(context);
    await failDueRefunds(context);
    await settleDueDebits(context);
    await exchange.run();
    await payOut();
    return { now: clock.now().toISOString() };
  });
  await app.register(async (scope) => paymentControls(scope, context, { book, exchange }), { prefix: "/payment" });
  await app.register(async (scope) => stripeApi(scope, stripe, stripeKeys.apiKey), { prefix: "/v1" });
  await app.register(async (scope) => lyraApi(scope, { payment: context, ...lyraShop }), { prefix: lyraPath });
  await app.register(
    async (scope) => {
      remittanceControls(scope, { payment: context, ...lyraShop });
      bankReportControls(scope, { payment: context, ...lyraShop });
    },
    { prefix: "/payment/lyra" },
  );
  await app.register(
    async (scope) => {
      stripeControls(scope, stripeStore);
      disputeControls(scope, stripe);
      payoutControls(scope, stripe);
      mandateControls(scope, stripe);
      permissionControls(scope, stripe.missingPermissions);
    },
    { prefix: "/payment/stripe" },
  );
  await app.register(async (scope) => bankControls(scope, counter, exchange), { prefix: "/bank" });
  await app.register((scope) => paymentPages(scope, context), { prefix: "/payment/pages" });
  await app.register(async (scope) => mailboxPages(scope, messages, mailboxBehaviour), { prefix: "/mailbox" });
  await app.register(
    async (scope) =>
      qualificationRoutes(scope, {
        slowMs: settings.slowMs ?? slowAnswerMs,
        today: () => clock.now().toISOString().slice(0, 10),
      }),
    { prefix: sandboxQualificationPath },
  );
  await app.register(async (scope) => addressRoutes(scope, { slowMs: settings.slowMs ?? slowAnswerMs }), {
    prefix: sandboxAddressesPath,
  });
  await app.register(
    async (scope) =>
      beaconRoutes(scope, {
        clock,
        newId: () => randomBytes(9).toString("hex"),
        slowMs: settings.slowMs ?? slowAnswerMs,
      }),
    { prefix: "/beacon" },
  );
  await app.register((scope) =>
    identityRoutes(scope, {
      clock,
      keysFolder: join(dataDir, "identity-keys"),
      publicUrl: () => address ?? "",
      slowMs: settings.slowMs ?? slowAnswerMs,
      report: (cause) => app.log.error({ cause: String(cause) }, "identity provider failed"),
    }),
  );

  const { walletAuthority } = settings;
  const push = walletAuthority && (await openWallets(app, walletAuthority, clock));

  const sweep = setInterval(() => {
    expireDue(context).catch((cause) => app.log.error({ cause: String(cause) }, "expiry not written"));
    failDueRefunds(context).catch((cause) => app.log.error({ cause: String(cause) }, "failed refunds not written"));
    settleDueDebits(context).catch((cause) => app.log.error({ cause: String(cause) }, "debits not written"));
    payOut().catch((cause) => app.log.error({ cause: String(cause) }, "payouts not written"));
    exchange.run().catch((cause) => app.log.error({ cause: String(cause) }, "files of the bank not exchanged"));
  }, sweepMs);
  delivery.enqueue(ledger.notices());

  return {
    app,
    async listen({ host, port, smtpPort, pushPort = 0 }) {
      const url = await app.listen({ host, port });
      address ??= url;
      const pushed = push && { pushPort: await push.listen(pushPort, host) };
      return { url, smtpPort: await smtp.listen(smtpPort, host), ...pushed };
    },
    async close() {
      clearInterval(sweep);
      await Promise.all([app.close(), smtp.close(), delivery.stop(), push?.close()]);
      await exchange.settled();
      await ledger.close();
      await stripeStore.close();
      await book.close();
      await release();
    },
  };
}
