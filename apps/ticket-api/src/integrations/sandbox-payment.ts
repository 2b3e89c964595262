import { exchange } from "@guichet/contract/integrations/exchange.ts";
import { type NotificationHeaders, notificationHolds } from "@guichet/contract/integrations/notification-signature.ts";
import {
  type ChargeRequest,
  type CreateSessionRequest,
  paymentError,
  paymentNotification,
  type RefundRequest,
  refundAnswer,
  removedMethod,
  type Session,
  sandboxPaymentPaths,
  session,
  sessionPage,
} from "@guichet/contract/integrations/sandbox-payment.ts";
import { z } from "zod";
import {
  type PaymentProvider,
  type PaymentSession,
  ProviderRefused,
  ProviderUnreachable,
  type SavedCharge,
} from "./payment-provider.ts";
import { jsonOf, passingStatuses } from "./provider-response.ts";

const timeoutMs = 15_000;
const pageSize = 100;
const notificationToleranceSeconds = 300;

export interface SandboxPaymentSettings {
  /** Without path or trailing slash. */
  url: string;
  apiKey: string;
  notificationSecret: string;
}

const notificationHeaders = z.object({
  "webhook-id": z.string(),
  "webhook-timestamp": z.string(),
  "webhook-signature": z.string(),
}) satisfies z.ZodType<NotificationHeaders>;

/**
 * The sandbox's payment provider over HTTP. Connections are kept alive. A call without a response within 15 s, or with a malformed one,
 * throws `ProviderUnreachable`; a refused one throws `ProviderRefused`.
 */
export function sandboxPayment({ url, apiKey, notificationSecret }: SandboxPaymentSettings): PaymentProvider {
  const { sessions, charges, closedCharges, methods } = sandboxPaymentPaths;
  const at = (id: string) => `${sessions}/${encodeURIComponent(id)}`;

  async function ask<Schema extends z.ZodType>(
    method: "GET" | "POST" | "DELETE",
    path: string,
    answer: Schema,
    body?: object,
  ): Promise<z.output<Schema>> {
    const { status, text } = await send(method, path, body);
    const content = jsonOf(text);
    if (status >= 200 && status < 300) {
      const read = answer.safeParse(content);
      if (read.success) return read.data;
      throw new ProviderUnreachable(`${method} ${path}: malformed response`);
    }
    const refused = paymentError.safeParse(content);
    if (status >= 500 || passingStatuses.has(status) || !refused.success) {
      throw new ProviderUnreachable(`${method} ${path}: HTTP ${status}`);
    }
    throw new ProviderRefused(refused.data.error.code, refused.data.error.message);
  }

  async function send(
    method: "GET" | "POST" | "DELETE",
    path: string,
    body?: object,
  ): Promise<{ status: number; text: string }> {
    try {
      const headers = { authorization: `Bearer ${apiKey}`, ...(body && { "content-type": "application/json" }) };
      return await exchange(url + path, { method, headers, body: body && JSON.stringify(body), timeoutMs });
    } catch (cause) {
      throw new ProviderUnreachable(`${method} ${path}: no response`, { cause });
    }
  }

  return {
    // The provider ends a page that the customer leaves, so that its return address states the outcome.
    async create({ language, cancelUrl: _, ...asked }) {
      const request: CreateSessionRequest = { ...asked, locale: language, methods: ["card"] };
      return paymentSessionOf(await ask("POST", sessions, session, request));
    },
    async get(sessionId) {
      try {
        return paymentSessionOf(await ask("GET", at(sessionId), session));
      } catch (failure) {
        if (failure instanceof ProviderRefused && failure.code === "session_unknown") return undefined;
        throw failure;
      }
    },
    async listSince(cursor) {
      const query = new URLSearchParams({ limit: String(pageSize), ...(cursor !== undefined && { cursor }) });
      const page = await ask("GET", `${sessions}?${query}`, sessionPage);
      return { sessions: page.items.map(paymentSessionOf), cursor: page.cursor, more: page.more };
    },
    capture: async (sessionId) => paymentSessionOf(await ask("POST", `${at(sessionId)}/capture`, session)),
    cancel: async (sessionId) => paymentSessionOf(await ask("POST", `${at(sessionId)}/cancel`, session)),
    async refund(sessionId, { reference, amount }) {
      const request: RefundRequest = { key: reference, amount };
      return paymentSessionOf((await ask("POST", `${at(sessionId)}/refunds`, refundAnswer, request)).session);
    },
    chargeSaved: async (asked) => paymentSessionOf(await ask("POST", charges, session, chargeRequestOf(asked))),
    closeCharge: async (asked) => paymentSessionOf(await ask("POST", closedCharges, session, chargeRequestOf(asked))),
    async removeSavedMethod(methodId) {
      try {
        await ask("DELETE", `${methods}/${encodeURIComponent(methodId)}`, removedMethod);
      } catch (failure) {
        if (failure instanceof ProviderRefused && failure.code === "method_unknown") return;
        throw failure;
      }
    },
    // Each session names the address of its notifications: there is nothing to set up.
    async checkConnection() {
      try {
        const { status } = await send("GET", `${sessions}?limit=1`);
        if (status === 401 || status === 403) return [{ kind: "key-refused", detail: `HTTP ${status}` }];
        return status === 200 ? [] : [{ kind: "unreachable", detail: `HTTP ${status}` }];
      } catch (failure) {
        if (!(failure instanceof ProviderUnreachable)) throw failure;
        const { cause } = failure;
        return [{ kind: "unreachable", detail: cause instanceof Error ? cause.message : failure.message }];
      }
    },
    parseNotification(headers, body, now) {
      const headerFields = notificationHeaders.safeParse(headers);
      const nowSeconds = Math.floor(now.getTime() / 1000);
      if (!headerFields.success) return undefined;
      if (!notificationHolds(notificationSecret, headerFields.data, body, nowSeconds, notificationToleranceSeconds)) {
        return undefined;
      }
      const read = paymentNotification.safeParse(jsonOf(body));
      return read.success ? { sessionId: read.data.session, reference: read.data.reference } : undefined;
    },
  };
}

function chargeRequestOf({ present, ...asked }: SavedCharge): ChargeRequest {
  if (present === undefined) return asked;
  const { language, ...rest } = present;
  return { ...asked, present: { ...rest, locale: language } };
}

/** A payment that waits for the bank's code may still be paid: it counts as open. */
function paymentSessionOf(answer: Session): PaymentSession {
  const {
    id,
    reference,
    orderId,
    state,
    amount,
    captured,
    refunded,
    refunds,
    changedAt,
    paymentUrl,
    refusal,
    card,
    savedMethod,
  } = answer;
  return {
    id,
    reference,
    orderId,
    state: state === "authenticating" ? "open" : state,
    amount,
    captured,
    refunded,
    refunds: refunds.map(({ key, amount, at }) => ({ reference: key, amount, at })),
    changedAt,
    paymentUrl,
    refusal,
    method: card && { ...card, savedId: savedMethod?.id },
  };
}
