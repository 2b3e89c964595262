import type {
  endCustomerSessions,
  resendCustomerEmail,
  sendCustomerPasswordReset,
} from "@guichet/contract/office/customer-service/customers.ts";
import { err, ok, type Result } from "@guichet/contract/result.ts";
import { z } from "zod";
import { loginIdOfAccount } from "../account-records/account-store.ts";
import { lockLogin } from "../authentication/login-store.ts";
import type { Tx } from "../database/database.ts";
import { runTransaction } from "../database/transaction.ts";
import type { Dependencies } from "../dependencies.ts";
import { emailOfAccount } from "../email/email-store.ts";
import { resendEmail } from "../email/resend-email.ts";
import type { Handler, ModuleHandlers } from "../http/call-handler.ts";
import { sendCode } from "../identity/send-code.ts";
import { isUuid } from "../ids.ts";
import { guestOrderLink } from "../order-records/order-links.ts";
import { readOrder } from "../order-records/order-store.ts";
import { endOtherSessions } from "../sessions/session-store.ts";
import { recordAuditEntry } from "../staff/audit-entry-store.ts";
import { lockCustomer } from "./lock-customer.ts";

/** Handlers of what staff do for a customer on the phone (`Office/*`, decision 162). */
export const customerSupportHandlers: ModuleHandlers<
  "endCustomerSessions" | "sendCustomerPasswordReset" | "resendCustomerEmail"
> = {
  endCustomerSessions: async (ctx) => endSessionsHandler(ctx),
  sendCustomerPasswordReset: async (ctx) => passwordResetHandler(ctx),
  resendCustomerEmail: async (ctx) => resendHandler(ctx),
};

interface Supported {
  networkId: string;
  staffId: string;
  accountId: string;
  reason: string;
}

const record = (tx: Tx, deps: Dependencies, act: string, { accountId, ...by }: Supported) =>
  recordAuditEntry(tx, deps, { ...by, act, thing: accountId, accountId });

const endSessionsHandler: Handler<typeof endCustomerSessions> = async ({ deps, network, request, session }) => {
  const { customerId, reason } = request;
  return runTransaction<Record<string, never>, "NOT_FOUND">(deps.db, async (tx) => {
    const account = await lockCustomer(tx, network.id, customerId);
    if (account === undefined) return err("NOT_FOUND");
    await endOtherSessions(tx, account.id, null);
    const by = { networkId: network.id, staffId: session.staffId, accountId: account.id, reason };
    await record(tx, deps, "customer.end-sessions", by);
    return ok({});
  });
};

type SentTo = Result<{ to: string }, "NOT_FOUND" | "TRANSITION_NOT_ALLOWED" | "TOO_MANY_REQUESTS">;

const passwordResetHandler: Handler<typeof sendCustomerPasswordReset> = async ({ deps, network, request, session }) => {
  const { customerId, reason } = request;
  const sent: SentTo = await runTransaction(deps.db, async (tx): Promise<SentTo> => {
    const loginId = isUuid(customerId) ? await loginIdOfAccount(tx, network.id, customerId) : undefined;
    // The login before its account, as a sign-in does.
    const login = loginId === undefined ? undefined : await lockLogin(tx, network.id, loginId);
    const account = await lockCustomer(tx, network.id, customerId);
    if (account === undefined) return err("NOT_FOUND");
    if (login === undefined) return err("TRANSITION_NOT_ALLOWED");
    const language = account.language ?? network.language;
    // The limits of the customer's own requests stay untouched.
    const requester = `staff:${session.staffId}`;
    const code = await sendCode(tx, deps, network, login, "LEGACY_PASSWORD_CHANGE", login.email, language, requester);
    if (!code.sent) return err("TOO_MANY_REQUESTS");
    const by = { networkId: network.id, staffId: session.staffId, accountId: account.id, reason };
    await record(tx, deps, "customer.password-reset", by);
    return ok({ to: login.email });
  });
  if (sent.ok) deps.wake();
  return sent;
};

const resendHandler: Handler<typeof resendCustomerEmail> = async ({ deps, network, request, session }) => {
  const { customerId, emailId, reason } = request;
  type Resent = Result<{ to: string }, "NOT_FOUND" | "TRANSITION_NOT_ALLOWED">;
  const sent: Resent = await runTransaction(deps.db, async (tx): Promise<Resent> => {
    const account = await lockCustomer(tx, network.id, customerId);
    if (account === undefined || !isUuid(emailId)) return err("NOT_FOUND");
    const to = { networkId: network.id, accountId: account.id, to: account.email };
    const mail = await emailOfAccount(tx, { ...to, id: emailId });
    if (mail === undefined) return err("NOT_FOUND");
    const again = { ...mail, contents: await withCurrentLink(tx, deps, network.id, mail.contents) };
    if (!(await resendEmail(tx, deps, again, to, network.language))) return err("TRANSITION_NOT_ALLOWED");
    const by = { networkId: network.id, staffId: session.staffId, accountId: account.id, reason };
    await record(tx, deps, "customer.resend-email", by);
    return ok({ to: account.email });
  });
  if (sent.ok) deps.wake();
  return sent;
};

const WithGuestLink = z.looseObject({ orderId: z.string(), guestLink: z.looseObject({}) });

/** The contents of an e-mail with a signed link that is valid now: the one that was sent may have expired, or be void. */
async function withCurrentLink(tx: Tx, deps: Dependencies, networkId: string, contents: unknown): Promise<unknown> {
  const linked = WithGuestLink.safeParse(contents).data;
  const order = linked && (await readOrder(tx, linked.orderId));
  if (order?.networkId !== networkId) return contents;
  const { guest } = order.customer;
  return { ...linked, guest, guestLink: guest ? guestOrderLink(deps, order) : null };
}
