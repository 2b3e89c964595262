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
import { type PaymentProvider, type PaymentSession, ProviderRefused, ProviderUnreachable } from "./payment-provider.ts";

const timeoutMs = 15_000;
const pageSize = 100;
const notificationToleranceSeconds = 300;
// Faults of the provider, or of our key there: neither says anything of what was asked, and asking again may help.
const passingStatuses = new Set([401, 403, 408, 425, 429]);

export interface SandboxPaymentSettings {
  /** Without path and without a slash at the end. */
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
 * The payment provider of the sandbox over HTTP. Connections are kept alive; a call that is not answered
 * within 15 s, or not in the protocol's shape, throws `ProviderUnreachable`; one that is refused throws `ProviderRefused`.
 */
export function sandboxPayment({ url, apiKey, notificationSecret }: SandboxPaymentSettings): PaymentProvider {
  const { sessions, charges, methods } = sandboxPaymentPaths;
  const at = (id: string) => `${sessions}/${encodeURIComponent(id)}`;

  async function ask<Schema extends z.ZodType>(
    method: "GET" | "POST" | "DELETE",
    path: string,
    answer: Schema,
    body?: object,
  ): Promise<z.output<Schema>> {
    const { status, text } = await answerTo(method, path, body);
    const content = jsonOf(text);
    if (status >= 200 && status < 300) {
      const read = answer.safeParse(content);
      if (read.success) return read.data;
      throw new ProviderUnreachable(`${method} ${path}: the answer is not in the protocol's shape`);
    }
    const refused = paymentError.safeParse(content);
    if (status >= 500 || passingStatuses.has(status) || !refused.success) {
      throw new ProviderUnreachable(`${method} ${path}: HTTP ${status}`);
    }
    throw new ProviderRefused(refused.data.error.code, refused.data.error.message);
  }

  async function answerTo(
    method: "GET" | "POST" | "DELETE",
    path: string,
    body?: object,
  ): Promise<{ status: number; text: string }> {
    try {
      const headers = { authorization: `Bearer ${apiKey}`, ...(body && { "content-type": "application/json" }) };
      return await exchange(url + path, { method, headers, body: body && JSON.stringify(body), timeoutMs });
    } catch (cause) {
      throw new ProviderUnreachable(`${method} ${path}: no answer`, { cause });
    }
  }

  return {
    async create({ language, ...asked }) {
      const request: CreateSessionRequest = { ...asked, locale: language, methods: ["card"] };
      return seenFromHere(await ask("POST", sessions, session, request));
    },
    async get(sessionId) {
      try {
        return seenFromHere(await ask("GET", at(sessionId), session));
      } catch (failure) {
        if (failure instanceof ProviderRefused && failure.code === "session_unknown") return undefined;
        throw failure;
      }
    },
    async listSince(cursor) {
      const query = new URLSearchParams({ limit: String(pageSize), ...(cursor !== undefined && { cursor }) });
      const page = await ask("GET", `${sessions}?${query}`, sessionPage);
      return { sessions: page.items.map(seenFromHere), cursor: page.cursor, more: page.more };
    },
    capture: async (sessionId) => seenFromHere(await ask("POST", `${at(sessionId)}/capture`, session)),
    cancel: async (sessionId) => seenFromHere(await ask("POST", `${at(sessionId)}/cancel`, session)),
    async refund(sessionId, { reference, amount }) {
      const request: RefundRequest = { key: reference, amount };
      return seenFromHere((await ask("POST", `${at(sessionId)}/refunds`, refundAnswer, request)).session);
    },
    async chargeLater(asked) {
      const request: ChargeRequest = asked;
      return seenFromHere(await ask("POST", charges, session, request));
    },
    async removeSavedMethod(methodId) {
      try {
        await ask("DELETE", `${methods}/${encodeURIComponent(methodId)}`, removedMethod);
      } catch (failure) {
        if (failure instanceof ProviderRefused && failure.code === "method_unknown") return;
        throw failure;
      }
    },
    parseNotification(headers, body, now) {
      const given = notificationHeaders.safeParse(headers);
      const nowSeconds = Math.floor(now.getTime() / 1000);
      if (!given.success) return undefined;
      if (!notificationHolds(notificationSecret, given.data, body, nowSeconds, notificationToleranceSeconds)) {
        return undefined;
      }
      const read = paymentNotification.safeParse(jsonOf(body));
      return read.success ? { sessionId: read.data.session, reference: read.data.reference } : undefined;
    },
  };
}

/** A payment that waits for the bank's code may still be paid: for us it is open. */
function seenFromHere(answer: Session): PaymentSession {
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
    refunds: refunds.map(({ key, amount: given, at }) => ({ reference: key, amount: given, at })),
    changedAt,
    paymentUrl,
    refusal,
    method: card && { ...card, savedId: savedMethod?.id },
  };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
