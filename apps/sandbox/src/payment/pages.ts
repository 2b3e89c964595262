import formbody from "@fastify/formbody";
import { paymentLocale } from "@guichet/contract/integrations/sandbox-payment-controls.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { type Markup, sendPage, styleSource } from "../html.ts";
import { controlledCard, readCard, testCard, walletCardNumber, wallets } from "./cards.ts";
import type { PaymentContext } from "./context.ts";
import type { SessionRecord } from "./ledger.ts";
import { idOf } from "./replies.ts";
import { authenticate, currentSession, leaveByCustomer, pay, payWithProposed, proposedMethod } from "./sessions.ts";
import { paymentCss } from "./style.ts";
import { cardForm, codeForm, endedPage, unknownPage, viewIn } from "./views.ts";

const field = z.string().max(100).default("").catch("");
const cardFields = z.object({ number: field, expiry: field, code: field }).catch({ number: "", expiry: "", code: "" });
const savedField = z.object({ saved: field }).catch({ saved: "" });
const walletField = z.object({ wallet: z.enum(wallets.map(({ id }) => id)) });
const codeField = z.object({ code: field }).catch({ code: "" });
const formBytes = 4 * 1024;
const style = styleSource(paymentCss);

/** The hosted payment page: plain forms, no script. Every outcome redirects to the shop by GET. */
export async function paymentPages(app: FastifyInstance, context: PaymentContext): Promise<void> {
  // Registered only here: elsewhere a foreign page could post a form to the control routes.
  await app.register(formbody, { bodyLimit: formBytes });

  app.get("/:id", async (request, reply) => {
    const record = await arrive(request, reply);
    return record && show(reply, record);
  });

  app.post("/:id", async (request, reply) => {
    const record = await arrive(request, reply);
    if (record === undefined) return reply;
    if (savedField.parse(request.body).saved === "yes" && proposedMethod(context, record) !== undefined) {
      await payWithProposed(context, record.session.id);
      return leave(reply, record);
    }
    const typed = cardFields.parse(request.body);
    const read = byWallet(request.body, context.clock.now()) ?? readCard(typed, context.clock.now());
    const { state } = record.session;
    const takesCard = state === "open" || state === "cancelled" || state === "expired";
    if (!takesCard) return leave(reply, record);
    if ("faults" in read) {
      if (state !== "open") return show(reply, record);
      return page(
        reply.code(422),
        cardForm(viewOf(record, request), record, typed, read.faults, proposedMethod(context, record)?.method),
        record,
      );
    }
    await pay(context, record.session.id, read);
    return leave(reply, record);
  });

  app.get("/:id/authentication", async (request, reply) => {
    const record = await arrive(request, reply);
    return record && show(reply, record);
  });

  app.post("/:id/authentication", async (request, reply) => {
    const record = await arrive(request, reply);
    if (record === undefined) return reply;
    const { code } = codeField.parse(request.body);
    const outcome = await authenticate(context, record.session.id, code);
    if ("value" in outcome && outcome.value.state === "authenticating") return show(reply.code(422), record);
    return leave(reply, record);
  });

  app.post("/:id/cancel", async (request, reply) => {
    const record = await arrive(request, reply);
    if (record === undefined) return reply;
    await leaveByCustomer(context, record.session.id);
    return leave(reply, record, record.stripe?.cancelUrl ?? record.returnUrl);
  });

  async function arrive(request: FastifyRequest, reply: FastifyReply): Promise<SessionRecord | undefined> {
    const found = currentSession(context, idOf(request));
    // A charge on a saved method has no page.
    const record = found?.session.paymentUrl === undefined ? undefined : found;
    await context.ledger.settled();
    if (record === undefined) {
      page(reply.code(404), unknownPage(viewIn(browserLocale(request))));
    }
    return record;
  }

  /** Shows the page for the current state of the session. */
  function show(reply: FastifyReply, before: SessionRecord): FastifyReply {
    const record = context.ledger.session(before.session.id) ?? before;
    const view = viewOf(record, reply.request);
    const { state } = record.session;
    if (state === "open")
      return page(
        reply,
        cardForm(view, record, { number: "", expiry: "" }, [], proposedMethod(context, record)?.method),
        record,
      );
    if (state === "authenticating") return page(reply, codeForm(view, record), record);
    return page(reply, endedPage(view, record), record);
  }

  /** Redirects to the next step: the bank's page, the shop, or the closed page if nothing was paid. */
  async function leave(reply: FastifyReply, before: SessionRecord, cancelUrl?: string): Promise<FastifyReply> {
    await context.ledger.settled();
    const record = context.ledger.session(before.session.id) ?? before;
    const { id, state } = record.session;
    const page = `/payment/pages/${id}`;
    const triesAgain = state === "open" && cancelUrl === undefined;
    const elsewhere = triesAgain ? page : (cancelUrl ?? record.returnUrl);
    const next = state === "authenticating" ? `${page}/authentication` : elsewhere;
    return reply.header("cache-control", "no-store").redirect(next, 303);
  }
}

/** The card behind a wallet's button; undefined if the form is not one of those. */
function byWallet(body: unknown, now: Date) {
  const known = walletField.safeParse(body).success ? testCard(walletCardNumber) : undefined;
  return known && controlledCard(known, now);
}

/** In the session's language; Stripe's page may use the browser's. */
function viewOf(record: SessionRecord, request: FastifyRequest) {
  return viewIn(paymentLocale.safeParse(record.locale).data ?? browserLocale(request));
}

function browserLocale(request: FastifyRequest) {
  return paymentLocale.catch("en").parse(request.headers["accept-language"]?.slice(0, 2).toLowerCase());
}

// Browsers also check the redirect of a form, so the shop's address must be allowed.
function page(reply: FastifyReply, content: Markup, record?: SessionRecord): FastifyReply {
  const shop = record?.returnUrl ? ` ${new URL(record.returnUrl).origin}` : "";
  return sendPage(reply, content, { formAction: `'self'${shop}`, styleSource: style });
}
