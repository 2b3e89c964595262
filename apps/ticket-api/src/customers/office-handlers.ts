import { pageSize } from "@guichet/contract/limits/request-limits.ts";
import { Language, textIn } from "@guichet/contract/locales.ts";
import type {
  getCustomer,
  listCustomerEmails,
  listCustomerMandates,
  listCustomerOrders,
  listCustomerPayments,
  listCustomerTickets,
} from "@guichet/contract/office/customer-service/customers.ts";
import { err, ok, type Result } from "@guichet/contract/result.ts";
import { maskedIban } from "@guichet/rules/persons/ibans.ts";
import { ticketStateAt } from "@guichet/rules/punching.ts";
import { cardStateAt, formatCardNumber } from "@guichet/rules/transport-cards.ts";
import { findAccount } from "../account-records/account-store.ts";
import { accountMergedFrom } from "../account-records/merged-account-store.ts";
import { travellersOf } from "../account-records/traveller-store.ts";
import { listSubmissions } from "../documents/submission-store.ts";
import { emailsOfAccount } from "../email/email-store.ts";
import { subjectOf } from "../email/render-email.ts";
import { canBeResent } from "../email/resend-email.ts";
import type { Handler, ModuleHandlers } from "../http/call-handler.ts";
import { cursorAfter, readCursor } from "../http/cursor.ts";
import { isUuid } from "../ids.ts";
import { listSessions } from "../sessions/session-store.ts";
import { auditEntriesAbout } from "../staff/audit-entry-store.ts";
import { subscriptionName } from "../subscription-records/subscription-name.ts";
import { listSubscriptions } from "../subscription-records/subscription-store.ts";
import { cardsOf } from "../transport-card-records/transport-card-store.ts";
import { listTickets } from "../wallet/ticket-store.ts";
import { type CustomerPage, mandatesOfCustomer, ordersOfCustomer, paymentsOfCustomer } from "./customer-store.ts";

/** How many submissions, sessions and audit entries of a customer are shown. */
const newestMax = 10;
const actsMax = 50;

/** Handlers of the calls about a customer (`Office/*`, decision 162). */
export const customersOfficeHandlers: ModuleHandlers<
  | "getCustomer"
  | "listCustomerOrders"
  | "listCustomerPayments"
  | "listCustomerMandates"
  | "listCustomerTickets"
  | "listCustomerEmails"
> = {
  getCustomer: async (ctx) => getHandler(ctx),
  listCustomerOrders: async (ctx) => ordersHandler(ctx),
  listCustomerPayments: async (ctx) => paymentsHandler(ctx),
  listCustomerMandates: async (ctx) => mandatesHandler(ctx),
  listCustomerTickets: async (ctx) => ticketsHandler(ctx),
  listCustomerEmails: async (ctx) => emailsHandler(ctx),
};

const fullName = (person: { firstName: string; lastName: string } | null): string | null =>
  person === null ? null : `${person.firstName} ${person.lastName}`.trim() || null;

const getHandler: Handler<typeof getCustomer> = async ({ deps, network, request: { customerId }, language }) => {
  const { db, clock } = deps;
  const networkId = network.id;
  const account = isUuid(customerId)
    ? ((await findAccount(db, networkId, customerId)) ?? (await accountMergedFrom(db, networkId, customerId)))
    : undefined;
  if (account === undefined) return err("NOT_FOUND");
  const now = clock.iso();
  const scope = { networkId, accountId: account.id, travellerId: null };
  const travellers = await travellersOf(db, networkId, account.id);
  const cards = await cardsOf(db, networkId, account.id);
  const subscriptions = await listSubscriptions(db, { networkId, accountId: account.id });
  const submissions = await listSubmissions(db, {
    ...scope,
    statuses: submissionStates,
    before: undefined,
    limit: newestMax,
  });
  const sessions = await listSessions(db, scope, now, newestMax);
  const holder = travellers.find(({ isHolder }) => isHolder);
  return ok({
    customer: {
      customerId: account.id,
      customerNumber: account.customerNumber,
      name: fullName(holder ?? null) ?? "",
      email: account.email,
      contactEmail: account.contactEmail,
      phone: holder?.phone ?? null,
      language: account.language,
      address: holder?.address ?? null,
      isGuest: account.guest,
      createdAt: account.createdAt,
      emailVerifiedAt: account.emailVerifiedAt,
      signInMethods: account.providers,
      erasesAt: account.erasesAt,
      travellers: travellers.map(({ id, birthDate, isHolder, deactivatedAt, hasOwnSignIn, ...person }) => ({
        travellerId: id,
        name: fullName(person) ?? "",
        ...{ birthDate, isHolder, hasOwnSignIn },
        isActive: deactivatedAt === null,
      })),
      cards: cards.map((card) => ({
        cardId: card.id,
        number: formatCardNumber(card.number),
        name: fullName(card) ?? "",
        state: cardStateAt(card, now),
      })),
      subscriptions: subscriptions.map((one) => ({
        subscriptionId: one.id,
        name: subscriptionName(one, network, language),
        traveller: fullName(one.traveller),
        state: one.status,
        endsAt: one.endsAt,
      })),
      submissions: submissions.map(({ id, number, status, createdAt }) => ({
        submissionId: id,
        number,
        state: status,
        createdAt,
      })),
      sessions: sessions.map(({ device, providerId, traveller, createdAt, seenAt }) => ({
        ...{ device, createdAt, seenAt },
        method: providerId,
        traveller: traveller?.firstName ?? null,
      })),
      acts: await auditEntriesAbout(db, networkId, account.id, actsMax),
    },
    languages: network.definition.languages,
  });
};
const submissionStates = ["pending", "processing", "accepted", "refused", "to complete", "cancelled"] as const;

interface Paging {
  customerId: string;
  cursor?: string | undefined;
  limit?: number | undefined;
}

/** Reads one page of a list of a customer; of an unknown customer it is empty. */
async function pageOf<Row extends { id: string }, Item>(
  networkId: string,
  { customerId, cursor, limit = pageSize }: Paging,
  read: (page: CustomerPage) => Promise<Row[]>,
  view: (row: Row) => Item,
): Promise<Result<{ items: Item[]; nextCursor?: string }, "CURSOR_INVALID">> {
  const before = readCursor(cursor);
  if (!before.ok) return before;
  const wanted = { networkId, accountId: customerId, before: before.value, limit: limit + 1 };
  const rows = isUuid(customerId) ? await read(wanted) : [];
  const { page, nextCursor } = cursorAfter(rows, limit);
  return ok({ items: page.map(view), ...(nextCursor === undefined ? {} : { nextCursor }) });
}

const ordersHandler: Handler<typeof listCustomerOrders> = ({ deps, network, request }) =>
  pageOf(
    network.id,
    request,
    (page) => ordersOfCustomer(deps.db, page),
    ({ id, status, amount, currency, ...row }) => ({
      orderId: id,
      ...row,
      state: status,
      total: { amount, currency },
    }),
  );

const paymentsHandler: Handler<typeof listCustomerPayments> = ({ deps, network, request }) =>
  pageOf(
    network.id,
    request,
    (page) => paymentsOfCustomer(deps.db, page),
    ({ id, kind, amount, currency, ...row }) => ({
      paymentId: id,
      ...row,
      method: kind === "debit" ? ("TRANSFER" as const) : ("CARD" as const),
      amount: { amount, currency },
    }),
  );

const mandatesHandler: Handler<typeof listCustomerMandates> = ({ deps, network, request }) =>
  pageOf(
    network.id,
    request,
    (page) => mandatesOfCustomer(deps.db, page),
    ({ id, iban, ...row }) => ({ mandateId: id, ...row, account: iban === null ? "" : maskedIban(iban) }),
  );

const ticketsHandler: Handler<typeof listCustomerTickets> = ({ deps, network, request, language }) =>
  pageOf(
    network.id,
    request,
    (page) => listTickets(deps.db, { ...page, travellerId: null }),
    (ticket) => ({
      ticketId: ticket.id,
      orderId: ticket.orderId,
      name: textIn(ticket.article.name, language, network.definition.languages),
      serial: ticket.serial,
      traveller: fullName(ticket.traveller),
      state: ticketStateAt(ticket, deps.clock.iso()),
      validUntil: ticket.validUntil,
      issuedAt: ticket.issuedAt,
    }),
  );

const emailsHandler: Handler<typeof listCustomerEmails> = ({ deps, network, request }) =>
  pageOf(
    network.id,
    request,
    (page) => emailsOfAccount(deps.db, page),
    ({ id, recipient, template, contents, language, createdAt, sentAt, expiredAt }) => ({
      emailId: id,
      canBeResent: canBeResent({ template, contents, sentAt }),
      ...{ template, createdAt, sentAt },
      subject: subjectOf(
        { template, contents, language: Language.catch(network.language).parse(language) },
        network,
        deps.config.shopUrl,
      ),
      to: recipient,
      state: expiredAt !== null ? ("expired" as const) : sentAt !== null ? ("sent" as const) : ("waiting" as const),
    }),
  );
