import type { CodeOf } from "@guichet/contract/call.ts";
import type { sellAtCounter } from "@guichet/contract/office/counter.ts";
import { type ErrorDetails, err, ok, type Result } from "@guichet/contract/result.ts";
import { shopItems } from "../catalogue/shop-item.ts";
import type { Tx } from "../database/database.ts";
import type { CallContext, Handler } from "../http/call-handler.ts";
import { hasCounter, readAgency } from "../network-registry/agency-store.ts";
import type { OrderRow } from "../order-records/order-store.ts";
import { createOrderAtCounter, recordCounterMovement } from "../orders/counter-sale.ts";
import { openDrawerOf, putIntoDrawer } from "../payment-records/cash-drawer-store.ts";
import { insertCounterSale, orderSoldBy } from "../payment-records/counter-sale-store.ts";
import { recordAuditEntry } from "../staff/audit-entry-store.ts";
import { notOffered } from "./counter-articles.ts";
import { drawerNotOpen } from "./drawers.ts";
import { linesFor } from "./quote-sale.ts";
import { customerOfSale, writeCustomer } from "./sale-customer.ts";

type SellContext = CallContext<typeof sellAtCounter>;
type SellCode = CodeOf<typeof sellAtCounter>;
type BookCode = Extract<SellCode, "TRANSITION_NOT_ALLOWED"> | "IN_PROGRESS";

/**
 * Sells at a counter. The key of the form is stored with the sale, in the transaction that sells: pressed twice, reloaded, or sent
 * again after a crash, it is one sale, for somebody without an account, too.
 */
export const sellHandler: Handler<typeof sellAtCounter> = async (ctx) => {
  const { deps, network, request, session } = ctx;
  const { saleKey } = request;
  const form = { networkId: network.id, staffId: session.staffId, saleKey };
  const earlier = await orderSoldBy(deps.db, form);
  if (earlier !== undefined) return ok({ orderId: earlier, wasSoldBefore: true });
  const paid = checkPayment(ctx);
  if (!paid.ok) return paid;
  const agencyId = await agencyOf(ctx);
  if (!agencyId.ok) return agencyId;
  const found = await customerOfSale(ctx, request);
  if (!found.ok) return found;
  const offered = checkOffered(ctx);
  if (!offered.ok) return offered;
  const customer = found.value;
  const { buyer } = customer;
  const sold = await createOrderAtCounter<BookCode>(
    {
      ...ctx,
      ...{ session: customer.session, origin: "RETAIL", invoiceEmail: request.email ?? null },
      idempotencyKey: `${session.staffId}:${saleKey}`,
      unwritten: buyer && { buyer, write: (tx) => writeCustomer(tx, ctx, customer) },
    },
    { ...request, articles: linesFor(customer, request.articles, request.cardId), paid: true },
    (tx, order) => book(tx, ctx, order, agencyId.value),
  );
  if (sold.ok) return ok({ orderId: sold.value.orderId, wasSoldBefore: false });
  // The same form sold at the same time.
  const other = await orderSoldBy(deps.db, form);
  if (other !== undefined) return ok({ orderId: other, wasSoldBefore: true });
  if (sold.code === "IN_PROGRESS") throw new Error(`The sale ${saleKey} was neither written nor found`);
  return { ...sold, code: sold.code };
};

/** What each payment method needs: cash covers the total, and everything else has the number of a slip. */
function checkPayment({ request }: SellContext): Result<true, "FIELD_REQUIRED" | "FIELD_INVALID"> {
  const { paymentMethod, givenAmount, reference, totalAmount } = request;
  if (totalAmount.amount === 0) return ok(true);
  if (paymentMethod !== "CASH")
    return reference === undefined ? err("FIELD_REQUIRED", { field: "reference" }) : ok(true);
  if (givenAmount === undefined) return err("FIELD_REQUIRED", { field: "givenAmount" });
  const covers = givenAmount.currency === totalAmount.currency && givenAmount.amount >= totalAmount.amount;
  return covers ? ok(true) : err("FIELD_INVALID", { field: "givenAmount" });
}

/** The agency of the sale: that of the open cash drawer, else the stated one. */
async function agencyOf({ deps, network, session, request }: SellContext) {
  const drawer = await openDrawerOf(deps.db, network.id, session.staffId);
  if (drawer !== undefined) return ok(drawer.agencyId);
  if (request.paymentMethod === "CASH" && request.totalAmount.amount > 0) return drawerNotOpen;
  const { agencyId } = request;
  if (agencyId === undefined) return err("FIELD_REQUIRED", { field: "agencyId" });
  const agency = await readAgency(deps.db, network.id, agencyId);
  return hasCounter(agency) ? ok(agencyId) : err("FIELD_INVALID", { field: "agencyId" });
}

/** Refuses what the counter does not offer, whoever asks for it. */
function checkOffered({ deps, network, request, language }: SellContext): Result<true, SellCode> {
  const now = deps.clock.iso();
  const items = shopItems(network, language, now);
  const error = request.articles.flatMap((line) => notOffered(line, items, now))[0];
  return error === undefined ? ok(true) : err(error.code as SellCode, error.details as ErrorDetails);
}

/** Books a sale: who sold it and how it was paid, the cash in the drawer, the ledger, and the audit trail. */
async function book(
  tx: Tx,
  { deps, network, request, session }: SellContext,
  order: OrderRow,
  agencyId: string,
): Promise<Result<true, BookCode>> {
  const { staffId } = session;
  const { id: orderId, networkId, amount, currency, accountId } = order;
  const at = deps.clock.iso();
  const method = amount === 0 ? null : request.paymentMethod;
  const drawer = method === "CASH" ? await putIntoDrawer(tx, { networkId, staffId, amount, currency }) : null;
  if (drawer === undefined) return drawerNotOpen;
  const written = await insertCounterSale(tx, {
    ...{ orderId, networkId, staffId, method, amount, soldAt: at },
    saleKey: request.saleKey,
    agencyId: drawer?.agencyId ?? agencyId,
    drawerId: drawer?.id ?? null,
    givenAmount: method === "CASH" ? (request.givenAmount?.amount ?? amount) : null,
    reference: method === null || method === "CASH" ? null : (request.reference ?? null),
  });
  if (!written) return err("IN_PROGRESS");
  if (method !== null) await recordCounterMovement(tx, order, method === "CARD" ? "terminal" : "counter", at);
  const entry = { networkId: network.id, staffId, accountId, act: "order.sell-at-counter", thing: orderId };
  await recordAuditEntry(tx, deps, entry);
  return ok(true);
}
