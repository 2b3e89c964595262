import { pageSize } from "@guichet/contract/limits/request-limits.ts";
import { newCard } from "@guichet/contract/limits/transport-card-limits.ts";
import { type Language, textIn } from "@guichet/contract/locales.ts";
import {
  type beginPreparation,
  type finishPreparation,
  type getStaffOrder,
  type listPreparations,
  type Preparation,
  type PreparedLine,
  PreparedSupport,
} from "@guichet/contract/office/orders.ts";
import { type Delivery, OrderProcessStatus, type Tracking } from "@guichet/contract/orders.ts";
import { err, ok, type Result } from "@guichet/contract/result.ts";
import { dayIn } from "@guichet/rules/dates/days.ts";
import { isPreparationLate, preparationDueOn } from "@guichet/rules/fulfilment.ts";
import { formatCardNumber } from "@guichet/rules/transport-cards.ts";
import { runTransaction } from "../database/transaction.ts";
import type { Dependencies } from "../dependencies.ts";
import { fileLink } from "../files/links.ts";
import type { Handler, ModuleHandlers } from "../http/call-handler.ts";
import { cursorAfter, readCursor } from "../http/cursor.ts";
import { isUuid } from "../ids.ts";
import { readAgencies } from "../network-registry/agency-store.ts";
import { publicHolidaysAround } from "../network-registry/public-holidays.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import { type Customer, type OrderLineRow, type OrderRow, readLines, readOrder } from "../order-records/order-store.ts";
import { disputeViews } from "../payments/disputes/office-handlers.ts";
import { discrepancyViews, settleDiscrepancyHandler } from "../payments/refunds/settle-discrepancy.ts";
import { authorsOf, recordAuditEntry } from "../staff/audit-entry-store.ts";
import { hasCardStock } from "../transport-card-records/blank-card-handover-store.ts";
import { correctDeliveryHandler } from "./correct-delivery.ts";
import { type FulfilmentCode, type FulfilmentVerb, fulfilmentEvents, moveFulfilment } from "./fulfilment.ts";
import { orderMoney, printOrderDocumentHandler } from "./office-money.ts";
import { cardsAndPictures, eventsOf, type PreparationRow, preparationRows } from "./office-store.ts";

/** Handlers of the staff's fulfilment calls (`Office/*`); `fulfilment.ts` makes the transitions. */
export const ordersOfficeHandlers: ModuleHandlers<
  | "officePreparations"
  | "officeOrder"
  | "beginPreparation"
  | "finishPreparation"
  | "correctDelivery"
  | "settleDiscrepancy"
  | "printOrderDocument"
> = {
  officePreparations: async (ctx) => listHandler(ctx),
  officeOrder: async (ctx) => getHandler(ctx),
  beginPreparation: async (ctx) => beginHandler(ctx),
  finishPreparation: async (ctx) => finishHandler(ctx),
  correctDelivery: correctDeliveryHandler,
  settleDiscrepancy: settleDiscrepancyHandler,
  printOrderDocument: printOrderDocumentHandler,
};

/** The audit action of an order event; the history finds an event's author by it. */
const actionOf = (event: string) => `order.${event}`;
const actions = Object.values(fulfilmentEvents).flatMap((events) => Object.values(events).map(actionOf));

const waiting = ["TO_PROCESS", "PROCESSING"] as const satisfies readonly OrderProcessStatus[];

const listHandler: Handler<typeof listPreparations> = async ({ deps, network, request, language }) => {
  const after = readCursor(request.cursor);
  if (!after.ok) return after;
  const { support, cards = false, agencyId = null, processStatus, query, limit = pageSize } = request;
  const filter = {
    supports: support === undefined ? PreparedSupport.options : [support],
    statuses: processStatus === undefined ? (query ? OrderProcessStatus.options : waiting) : [processStatus],
    withCards: cards,
    agencyId,
    query: query || null,
  };
  const found = await preparationRows(deps.db, network.id, filter, { after: after.value ?? null, limit: limit + 1 });
  const { page, nextCursor } = cursorAfter(found, limit);
  const orderIds = page.map(({ orderId }) => orderId);
  const authors = await authorsOf(deps.db, network.id, orderIds, actions);
  const agencies = await readAgencies(deps.db, network.id);
  return ok({
    items: page.map((row) => ({
      ...preparationOf(deps, network, row),
      orderId: row.orderId,
      orderNumber: row.orderNumber,
      customer: customerName(row.customer),
      lines: sumByName(row.lines.map((line) => ({ name: nameIn(network, line, language), quantity: line.quantity }))),
      paidAt: row.paidAt,
      collect: row.support === "COLLECT" ? row.collect : null,
      begunBy: authors(row.orderId, actionOf(fulfilmentEvents[row.support].beginFulfilment)),
    })),
    agencies: agencies.map(({ id, label }) => ({ id, label })),
    ...(nextCursor === undefined ? {} : { nextCursor }),
  });
};

/** The article's name in the reader's language; the name at the time of sale if the article is no longer sold. */
function nameIn(network: LoadedNetwork, line: { shopItemId: string; name: string }, language: Language): string {
  const article = network.articles.get(line.shopItemId);
  return article === undefined ? line.name : textIn(article.name, language, network.definition.languages);
}

/** Sums the quantities of lines with the same name. */
function sumByName(lines: readonly { name: string; quantity: number }[]): { name: string; quantity: number }[] {
  const counts = new Map<string, number>();
  for (const { name, quantity } of lines) counts.set(name, (counts.get(name) ?? 0) + quantity);
  return [...counts].map(([name, quantity]) => ({ name, quantity }));
}

type FulfilmentFields = Pick<PreparationRow, "support" | "processStatus" | "collect" | "paidAt" | "cardCount">;

function preparationOf(deps: Dependencies, network: LoadedNetwork, row: FulfilmentFields): Preparation {
  const { support, processStatus, collect, paidAt, cardCount } = row;
  const { timeZone } = network.definition;
  const holidays = publicHolidaysAround(network.definition, dayIn(paidAt, timeZone));
  const dueOn = preparationDueOn({ support, paidAt, collectFrom: collect?.startsAt ?? null }, timeZone, holidays);
  const isLate = isPreparationLate({ support, processStatus, dueOn }, dayIn(deps.clock.iso(), timeZone));
  return { support, processStatus, dueOn, isLate, cardCount };
}

const nameOf = ({ firstName, lastName }: { firstName: string; lastName: string }) => `${firstName} ${lastName}`.trim();
/** A guest may be known by the e-mail alone (decision 129). */
const customerName = (customer: Customer) => nameOf(customer) || customer.email;

const getHandler: Handler<typeof getStaffOrder> = async ({ deps, network, request, session, language }) => {
  const order = await orderOf(deps, network, request.orderId);
  if (order === undefined) return err("NOT_FOUND");
  const lines = await readLines(deps.db, order.id);
  const authors = await authorsOf(deps.db, network.id, [order.id], actions);
  const events = await eventsOf(deps.db, order.id);
  const { cards, pictures } = await cardsAndPictures(deps.db, network.id, order.id);
  const link = { networkId: network.id, reader: "clerk" as const, sessionId: session.staffId };
  const cardRef = (id: string | null) => {
    const number = id === null ? undefined : cards.get(id);
    return id === null || number === undefined ? null : { cardId: id, number: formatCardNumber(number) };
  };
  const lineView = (line: OrderLineRow): PreparedLine => {
    const pictureId = line.cardWork === null ? undefined : pictures.get(line.travellerId ?? "");
    return {
      lineId: line.id,
      name: nameIn(network, line, language),
      quantity: line.quantity,
      support: line.support,
      traveller: line.traveller === null ? null : nameOf(line.traveller),
      birthDate: line.traveller?.birthDate ?? null,
      cardWork: line.cardWork,
      replaces: cardRef(line.replacesCardId),
      card: cardRef(line.madeCardId ?? line.cardId),
      processStatus: line.processStatus,
      onNewCard: line.support === "MEDIA" && line.cardId === newCard,
      pictureUrl: pictureId === undefined ? null : fileLink(deps, { ...link, fileId: pictureId }),
    };
  };
  const { customer } = order;
  return ok({
    order: {
      orderId: order.id,
      number: order.number,
      status: order.status,
      origin: order.origin,
      createdAt: order.createdAt,
      amount: { amount: order.amount, currency: order.currency },
      customer: {
        name: customerName(customer),
        email: customer.email,
        isGuest: customer.guest,
        travellerId: customer.travellerId,
      },
      delivery: order.delivery as Delivery | null,
      collect: order.collect,
      tracking: order.tracking,
      preparations: preparationsOf(deps, network, order, lines),
      takesBlankCards: await hasCardStock(deps.db, network.id),
      lines: lines.filter(({ kind }) => kind !== "shipping").map(lineView),
      ...(await orderMoney(deps, order, lines, (line) => nameIn(network, line, language))),
      disputes: await disputeViews(deps, network, order.id),
      discrepancies: await discrepancyViews(deps, network, order.id),
      history: events.map(({ by, ...event }) => ({ ...event, by: by ?? authors(order.id, actionOf(event.event)) })),
    },
  });
};

async function orderOf(deps: Dependencies, network: LoadedNetwork, id: string): Promise<OrderRow | undefined> {
  const order = isUuid(id) ? await readOrder(deps.db, id) : undefined;
  return order?.networkId === network.id ? order : undefined;
}

/** The fulfilments of an order, one per support; none if the order is unpaid or cancelled. */
function preparationsOf(
  deps: Dependencies,
  network: LoadedNetwork,
  order: OrderRow,
  lines: readonly OrderLineRow[],
): Preparation[] {
  const { status, completedAt: paidAt, collect } = order;
  if (paidAt === null || (status !== "COMPLETED" && status !== "REGULARIZATION")) return [];
  return PreparedSupport.options.flatMap((support) => {
    const own = lines.filter((line) => line.support === support);
    const processStatus = OrderProcessStatus.safeParse(own[0]?.processStatus).data;
    const cardCount = own.filter(({ cardWork }) => cardWork !== null).length;
    return processStatus === undefined
      ? []
      : [preparationOf(deps, network, { support, processStatus, collect, paidAt, cardCount })];
  });
}

const beginHandler: Handler<typeof beginPreparation> = async (ctx) => {
  const moved = await moveAndRecord(ctx, "beginFulfilment");
  if (!moved.ok) return moved;
  return ok({ cards: moved.value });
};

const finishHandler: Handler<typeof finishPreparation> = async (ctx) => {
  const { support, trackingNumber: number, trackingUrl: url = null } = ctx.request;
  if (number === undefined && url !== null) return err("FIELD_REQUIRED", { field: "trackingNumber" });
  if (number !== undefined && support !== "SHIPPING") return err("FIELD_INVALID", { field: "trackingNumber" });
  const moved = await moveAndRecord(ctx, "finishFulfilment", number === undefined ? null : { number, url });
  return moved.ok ? ok({}) : moved;
};

type MadeCards = { cardId: string; number: string }[];

/** Moves the lines with one support, in the name of the signed-in staff member; returns the cards that were made. */
async function moveAndRecord(
  { deps, network, request, session }: Parameters<typeof beginHandler>[0],
  verb: FulfilmentVerb,
  tracking: Tracking | null = null,
): Promise<Result<MadeCards, "NOT_FOUND" | FulfilmentCode>> {
  const { orderId, support, cardNumbers } = request;
  const order = await orderOf(deps, network, orderId);
  if (order === undefined) return err("NOT_FOUND");
  const { staffId } = session;
  const by = { networkId: network.id, staffId, accountId: order.accountId };
  const outcome = await runTransaction<OrderLineRow[], FulfilmentCode>(deps.db, async (tx) => {
    const target = { orderId, support, by: { staffId }, tracking, cardNumbers };
    const moved = await moveFulfilment(tx, deps, network, target, verb);
    if (!moved.ok) return moved;
    await recordAuditEntry(tx, deps, { ...by, act: actionOf(fulfilmentEvents[support][verb]), thing: orderId });
    const lines = verb === "beginFulfilment" ? await readLines(tx, orderId) : [];
    const made = lines.filter((line) => line.support === support && line.madeCardId !== null);
    for (const { cardWork, madeCardId, replacesCardId } of made) {
      const isFirst = cardWork === "new";
      await recordAuditEntry(tx, deps, { ...by, act: isFirst ? "card.issue" : "card.make", thing: madeCardId ?? "" });
      if (replacesCardId !== null)
        await recordAuditEntry(tx, deps, { ...by, act: "card.replace", thing: replacesCardId });
    }
    return ok(made);
  });
  if (!outcome.ok) return outcome;
  deps.wake();
  const { cards } = await cardsAndPictures(deps.db, network.id, orderId);
  return ok(
    outcome.value.map(({ madeCardId }) => ({
      cardId: madeCardId ?? "",
      number: formatCardNumber(cards.get(madeCardId ?? "") ?? ""),
    })),
  );
}
