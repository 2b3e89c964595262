import { PDFDocument } from "@cantoo/pdf-lib";
import { createIdentityToolkit } from "@guichet/client/identity-toolkit.ts";
import { createTicketApi } from "@guichet/client/ticket-api.ts";
import type { Installation } from "./installation.ts";
import { payAtSandbox } from "./sandbox.ts";
import { demoPassword, paymentCards } from "./shopper.ts";

/** A signed-in customer of the demo, through the calls that the shop makes. */
export async function customerOf({ api: baseUrl }: Installation, email: string) {
  const api = createTicketApi({ baseUrl, clientId: "shop", key: "guichet-demo-key" });
  const toolkit = createIdentityToolkit({ baseUrl, key: "demo-demo" });
  const signed = await toolkit.signInWithPassword(email, demoPassword);
  const network = "demo";
  const entered = await api.call("login", { firebase_token: signed.ok ? signed.value.idToken : "" }, { network });
  const token = entered.ok ? (entered.value.user?.userToken ?? "") : "";
  return { api, asking: { network, token } };
}

/** Buys and pays for a parcel of ten trips as the demo's holder; returns the order's number. */
export function buyParcel(guichet: Installation): Promise<string> {
  const delivery = {
    ...{ fullname: "Camille Morvan", addressRoute: "3 quai des Brumes", addressPostalCode: "76600" },
    ...{ addressCity: "Le Havre", addressState: "" },
  };
  return buyTenTrips(guichet, { support: "SHIPPING", delivery });
}

/** Buys and pays for ten trips to collect at an agency, in its first slot; returns the order's number and the day of the slot. */
export async function buyCollection(guichet: Installation, siteId: string): Promise<{ number: string; day: string }> {
  const { api, asking } = await customerOf(guichet, "holder@demo.example");
  const slots = await api.call("collectSlots", { siteId }, asking);
  const slot = slots.ok ? slots.value.slots.find(({ placesLeft }) => placesLeft > 0) : undefined;
  if (slot === undefined) throw new Error(`no slot at ${siteId}`);
  const number = await buyTenTrips(guichet, { support: "COLLECT", collect: { siteId, slotId: slot.slotId } });
  return { number, day: slot.startsAt.slice(0, 10) };
}

type Handover =
  | { support: "SHIPPING"; delivery: Record<"fullname" | "addressRoute" | "addressPostalCode" | "addressCity", string> }
  | { support: "COLLECT"; collect: { siteId: string; slotId: string } };

async function buyTenTrips(guichet: Installation, { support, ...handover }: Handover): Promise<string> {
  const { api, asking } = await customerOf(guichet, "holder@demo.example");
  const keyed = { ...asking, idempotencyKey: crypto.randomUUID() };
  const me = await api.call("getUser", {}, asking);
  const customerId = me.ok ? me.value.user.userId : "";
  const articles = [{ quantity: 1, productId: "carnet-10", customerId, support }];
  const verified = await api.call("verifyOrder", { articles }, asking);
  if (!verified.ok) throw new Error(verified.code);
  const { totalAmount } = verified.value;
  const accepted = { termsAccepted: true, paymentMethod: "CARD" as const, returnUrl: "/cart" };
  const placed = await api.call("placeOrder", { articles, ...handover, totalAmount, ...accepted }, keyed);
  if (!placed.ok) throw new Error(placed.code);
  await payAtSandbox(placed.value.paymentUrl ?? "", paymentCards.accepted);
  const { orderId } = placed.value;
  await api.call("acknowledgePayment", { orderId }, asking);
  return orderNumber({ api, asking }, orderId);
}

/** The number of a customer's order. */
export async function orderNumber(
  { api, asking }: Awaited<ReturnType<typeof customerOf>>,
  orderId: string,
): Promise<string> {
  const orders = await api.call("getOrders", { orderId }, asking);
  return orders.ok ? (orders.value.items[0]?.number ?? "") : "";
}

/** Uploads a document for a child's pass as the demo's holder; returns the number of the submission. */
export async function requestExamination(guichet: Installation, item: string): Promise<string> {
  const { api, asking } = await customerOf(guichet, "holder@demo.example");
  const needed = await api.call("getDocuments", { item_id: item }, asking);
  const type = needed.ok ? (needed.value.documents[0]?.document_type_id ?? "") : "";
  const document = await PDFDocument.create();
  document.addPage();
  const file = { name: "document.pdf", type: "application/pdf", bytes: await document.save() };
  const idempotencyKey = () => crypto.randomUUID();
  const sent = await api.call(
    "uploadDocument",
    { document_type: type },
    { ...asking, file, idempotencyKey: idempotencyKey() },
  );
  const document_ids = sent.ok ? [sent.value.document.documentId] : [];
  const asked = await api.call(
    "createDocumentsSubmission",
    { item_id: item, document_ids },
    { ...asking, idempotencyKey: idempotencyKey() },
  );
  if (!asked.ok) throw new Error(asked.code);
  return asked.value.submission.number;
}

/** Buys a ticket for each of some travellers of an account; returns their names. */
export async function buyForFamily(guichet: Installation, email: string, productId: string, count: number) {
  const { travellers } = await buyFor(guichet, email, productId, count);
  return travellers.map(({ userName, userLastname }) => `${userName} ${userLastname}`);
}

/** Buys an article for the first travellers of an account, on the phone and paid by card. */
export async function buyFor(guichet: Installation, email: string, productId: string, count: number) {
  const { api, asking } = await customerOf(guichet, email);
  const me = await api.call("getUser", {}, asking);
  if (!me.ok) throw new Error(me.code);
  const travellers = me.value.profiles.slice(0, count);
  const articles = travellers.map(({ userId }) => ({
    ...{ quantity: 1, productId, customerId: userId, support: "DEMATERIALIZED" as const },
  }));
  const verified = await api.call("verifyOrder", { articles }, asking);
  if (!verified.ok) throw new Error(verified.code);
  const { totalAmount } = verified.value;
  const accepted = { termsAccepted: true, paymentMethod: "CARD" as const, returnUrl: "/cart" };
  const keyed = { ...asking, idempotencyKey: crypto.randomUUID() };
  const placed = await api.call("placeOrder", { articles, totalAmount, ...accepted }, keyed);
  if (!placed.ok) throw new Error(placed.code);
  await payAtSandbox(placed.value.paymentUrl ?? "", paymentCards.accepted);
  await api.call("acknowledgePayment", { orderId: placed.value.orderId }, asking);
  return { travellers, orderId: placed.value.orderId };
}

/** Buys a ticket for the holder of an account and uses it at once; returns its order. */
export async function buyAndUse(guichet: Installation, email: string, productId: string): Promise<string> {
  const { orderId } = await buyFor(guichet, email, productId, 1);
  const { api, asking } = await customerOf(guichet, email);
  const tickets = await api.call("tickets", {}, asking);
  if (!tickets.ok) throw new Error(tickets.code);
  const bought = tickets.value.items.find((ticket) => ticket.orderId === orderId);
  const keyed = { ...asking, idempotencyKey: crypto.randomUUID() };
  const used = await api.call("punchTicket", { ticketId: bought?.ticketId ?? "" }, keyed);
  if (!used.ok) throw new Error(used.code);
  return orderId;
}

interface Member {
  firstName: string;
  age: number;
}

/** Gives the demo's new customer a name and children. */
export async function settleIn(guichet: Installation, lastName: string, [parent, ...children]: [Member, ...Member[]]) {
  const { api, asking } = await customerOf(guichet, "new@demo.example");
  const birthDate = (age: number) => `${new Date().getFullYear() - age - 1}-11-01`;
  const { firstName, age } = parent;
  const named = await api.call("updateAccount", { firstName, lastName, birthDate: birthDate(age) }, asking);
  if (!named.ok) throw new Error(named.code);
  for (const child of children) {
    const values = { firstName: child.firstName, lastName, birthDate: birthDate(child.age) };
    const added = await api.call("createProfile", values, { ...asking, idempotencyKey: crypto.randomUUID() });
    if (!added.ok) throw new Error(added.code);
  }
}
