import { demoLyraKeys, lyraAnswerHolds, lyraPath } from "@guichet/contract/integrations/lyra.ts";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type OpenSandbox, openSandbox } from "../testing/open-sandbox.ts";

interface Answer {
  status: "SUCCESS" | "ERROR";
  answer: Record<string, unknown> & { transactions?: Transaction[]; errorCode?: string; detailedErrorMessage?: string };
}
interface Transaction {
  uuid: string;
  amount: number;
  detailedStatus: string;
  operationType: string;
  paymentMethodToken: string | null;
  detailedErrorCode: string | null;
}

const accepted = "4970100000000014";
const declined = "4970100000000022";
const dayMs = 86_400_000;
let sandbox: OpenSandbox;
let orders = 0;

beforeAll(async () => {
  sandbox = await openSandbox();
});
afterAll(() => sandbox.close());

test("a page is paid on the sandbox's page, waits for its validation, and is remitted hours later", async () => {
  const { orderId, id, url } = await opened();
  expect(await ask("Order/Get", { orderId })).toMatchObject({ status: "ERROR", answer: { errorCode: "PSP_010" } });
  expect(await (await fetch(url)).text()).toContain("4970 1000 0000 0014");
  await sandbox.pay(id, accepted);
  const [transaction] = await transactionsOf(orderId);
  expect(transaction).toMatchObject({ detailedStatus: "AUTHORISED_TO_VALIDATE", operationType: "DEBIT", amount: 2350 });
  const { uuid } = transaction ?? { uuid: "" };
  expect((await ask("Transaction/Validate", { uuid })).answer).toMatchObject({ detailedStatus: "AUTHORISED" });
  expect(await ask("Transaction/Validate", { uuid })).toMatchObject({ answer: { errorCode: "PSP_105" } });
  await moveClock(dayMs);
  expect((await ask("Transaction/Get", { uuid })).answer).toMatchObject({ detailedStatus: "CAPTURED" });
  expect(await ask("Transaction/Cancel", { uuid })).toMatchObject({ answer: { errorCode: "PSP_105" } });
  await moveClock(0);
});

test.each<[string, Record<string, unknown>, string]>([
  ["an unknown parameter", { coupon: "x" }, "body"],
  ["an unknown parameter in an object", { customer: { email: "a@b.fr", colour: "red" } }, "customer"],
  ["an amount with decimals", { amount: 1.5 }, "amount"],
  ["a currency in lower case", { currency: "eur" }, "currency"],
  ["an end that has passed", { expirationDate: "2020-01-01T00:00:00+00:00" }, "expirationDate"],
  ["an end in milliseconds", { expirationDate: "2126-01-01T00:00:00.000Z" }, "expirationDate"],
  ["a saved card without an e-mail address", { formAction: "REGISTER_PAY", customer: undefined }, "customer.email"],
  ["a registration with an amount", { formAction: "REGISTER" }, "amount"],
])("a page with %s is refused as Lyra refuses it", async (_, change, field) => {
  const refused = await ask("Charge/CreatePaymentOrder", { ...page(), ...change });
  expect(refused).toMatchObject({ status: "ERROR", answer: { errorCode: "INT_902", detailedErrorMessage: field } });
});

test("a wrong password, an unknown shop and an unknown transaction are refused", async () => {
  expect(await ask("Order/Get", { orderId: "x" }, "testpassword_wrong")).toMatchObject({
    status: "ERROR",
    answer: { errorCode: "INT_905" },
  });
  for (const name of ["Get", "Validate", "Cancel"]) {
    const unknown = await ask(`Transaction/${name}`, { uuid: "0".repeat(32) });
    expect(unknown).toMatchObject({ status: "ERROR", answer: { errorCode: "PSP_010" } });
  }
});

test("each attempt is a transaction of the same order; a declined one leaves the page open", async () => {
  const { orderId, id } = await opened();
  await sandbox.pay(id, declined);
  await sandbox.pay(id, accepted);
  const attempts = await transactionsOf(orderId);
  expect(attempts.map(({ detailedStatus }) => detailedStatus)).toEqual(["REFUSED", "AUTHORISED_TO_VALIDATE"]);
  expect(attempts[0]).toMatchObject({ errorCode: "ACQ_001", detailedErrorCode: "05" });
});

test("a refund lowers a transaction before the remittance, credits the card after it, and never exceeds it", async () => {
  const { orderId, id } = await opened();
  await sandbox.pay(id, accepted);
  const uuid = (await transactionsOf(orderId))[0]?.uuid ?? "";
  await ask("Transaction/Validate", { uuid });
  const lowered = { uuid, cardUpdate: { amount: 2000, currency: "EUR" } };
  expect((await ask("Transaction/Update", lowered)).answer).toMatchObject({
    amount: 2000,
    detailedStatus: "AUTHORISED",
  });
  const higher = await ask("Transaction/Update", { ...lowered, cardUpdate: { amount: 2001, currency: "EUR" } });
  expect(higher).toMatchObject({ answer: { errorCode: "INT_902" } });
  const refund = { uuid, amount: 500, currency: "EUR", resolutionMode: "REFUND_ONLY" };
  expect(await ask("Transaction/CancelOrRefund", refund)).toMatchObject({ answer: { errorCode: "PSP_105" } });
  await moveClock(dayMs);
  const credit = (await ask("Transaction/CancelOrRefund", refund)).answer;
  expect(credit).toMatchObject({ operationType: "CREDIT", amount: 500 });
  expect((await transactionsOf(orderId)).map(({ operationType, amount }) => [operationType, amount])).toEqual([
    ["DEBIT", 2000],
    ["CREDIT", 500],
  ]);
  const more = await ask("Transaction/CancelOrRefund", { ...refund, amount: 1501 });
  expect(more).toMatchObject({ status: "ERROR", answer: { errorCode: "PSP_100" } });
  expect(await ask("Transaction/Update", lowered)).toMatchObject({ status: "ERROR" });
  await moveClock(0);
});

test("a card is saved without a payment, charged, and cancelled", async () => {
  const registration = { ...page(), amount: 0, formAction: "REGISTER", transactionOptions: undefined };
  const { answer } = await ask("Charge/CreatePaymentOrder", registration);
  await sandbox.pay(String(answer.paymentOrderId), accepted);
  const [saved] = await transactionsOf(registration.orderId);
  expect(saved).toMatchObject({ operationType: "VERIFICATION", detailedStatus: "ACCEPTED", amount: 0 });
  const paymentMethodToken = saved?.paymentMethodToken;
  expect((await ask("Token/Get", { paymentMethodToken })).answer).toMatchObject({
    customer: { reference: "customer-1" },
    cancellationDate: null,
  });
  const charge = { amount: 990, currency: "EUR", orderId: "charge-1", formAction: "SILENT", paymentMethodToken };
  expect((await ask("Charge/CreatePayment", charge)).answer).toMatchObject({
    orderStatus: "PAID",
    transactions: [{ detailedStatus: "AUTHORISED" }],
  });
  expect((await ask("Token/Cancel", { paymentMethodToken })).answer).toMatchObject({ responseCode: 0 });
  expect(await ask("Token/Cancel", { paymentMethodToken })).toMatchObject({ status: "ERROR" });
  expect(await ask("Charge/CreatePayment", charge)).toMatchObject({ status: "ERROR" });
  expect(await ask("Token/Get", { paymentMethodToken: "unknown" })).toMatchObject({ answer: { errorCode: "PSP_030" } });
});

test("the end of a payment is notified as a form that is signed with the password", async () => {
  const { orderId, id } = await opened();
  await sandbox.pay(id, accepted);
  const body = await vi.waitFor(() => {
    const found = sandbox.heard.find((each) => each.body.includes(orderId));
    if (found === undefined) throw new Error("not heard yet");
    return found.body;
  }, 5_000);
  const form = new URLSearchParams(body);
  const answer = form.get("kr-answer") ?? "";
  expect(lyraAnswerHolds(demoLyraKeys.password, answer, form.get("kr-hash") ?? "")).toBe(true);
  expect(lyraAnswerHolds("testpassword_other", answer, form.get("kr-hash") ?? "")).toBe(false);
  expect(JSON.parse(answer)).toMatchObject({
    shopId: demoLyraKeys.shopId,
    orderStatus: "PAID",
    orderDetails: { mode: "TEST", orderId },
    transactions: [{ detailedStatus: "AUTHORISED_TO_VALIDATE" }],
  });
});

test("a shop with a password of production answers in that mode", async () => {
  const lyra = { shopId: "52417890", password: "prodpassword_ofOurShop" };
  const own = await openSandbox({ lyra });
  try {
    const authorization = `Basic ${Buffer.from(`${lyra.shopId}:${lyra.password}`).toString("base64")}`;
    const response = await fetch(`${own.url}${lyraPath}/Charge/SDKTest`, {
      method: "POST",
      headers: { authorization, "content-type": "application/json" },
      body: JSON.stringify({ value: "x" }),
    });
    expect(await response.json()).toMatchObject({ status: "SUCCESS", mode: "PRODUCTION" });
  } finally {
    await own.close();
  }
});

test("a restart keeps what was paid, refunded and cancelled", async () => {
  const { orderId, id } = await opened();
  await sandbox.pay(id, accepted);
  const uuid = (await transactionsOf(orderId))[0]?.uuid ?? "";
  await ask("Transaction/Validate", { uuid });
  await ask("Transaction/Update", { uuid, cardUpdate: { amount: 1000, currency: "EUR" } });
  const before = await transactionsOf(orderId);
  await sandbox.restart();
  expect(await transactionsOf(orderId)).toEqual(before);
});

test("a page ends when its end is moved to the present second", async () => {
  const { orderId, id } = await opened();
  const endNow = async () => {
    const expirationDate = `${new Date(Date.now() + 999).toISOString().slice(0, 19)}+00:00`;
    const channelOptions = { channelType: "URL" };
    const change = { paymentOrderId: id, amount: 2350, currency: "EUR", expirationDate, channelOptions };
    return (await ask("Charge/PaymentOrder/Update", change)).answer;
  };
  const first = await endNow();
  // A second that ends while the request is under way is in the past: then it is requested again, as the adapter does.
  const answer = first.errorCode === "INT_902" ? await endNow() : first;
  expect(answer).toMatchObject({ paymentOrderStatus: "EXPIRED" });
  expect((await sandbox.call("POST", `/payment/sessions/${id}/pay`, { card: accepted })).status).toBe(409);
  expect(await ask("Order/Get", { orderId })).toMatchObject({ answer: { errorCode: "PSP_010" } });
});

const moveClock = (offsetMs: number) => sandbox.call("POST", "/clock", { offsetMs });

function page() {
  orders += 1;
  return {
    amount: 2350,
    currency: "EUR",
    orderId: `order-${orders}`,
    returnUrl: "http://localhost:3000/cart",
    ipnTargetUrl: `${sandbox.merchantUrl}/hear`,
    customer: { reference: "customer-1", email: "customer-1@customers.invalid" },
    transactionOptions: { cardOptions: { manualValidation: "YES" } },
  };
}

async function opened(): Promise<{ orderId: string; id: string; url: string }> {
  const asked = page();
  const { answer } = await ask("Charge/CreatePaymentOrder", asked);
  return { orderId: asked.orderId, id: String(answer.paymentOrderId), url: String(answer.paymentURL) };
}

async function transactionsOf(orderId: string): Promise<Transaction[]> {
  return (await ask("Order/Get", { orderId })).answer.transactions ?? [];
}

async function ask(webService: string, request: object, password: string = demoLyraKeys.password): Promise<Answer> {
  const response = await fetch(`${sandbox.url}${lyraPath}/${webService}`, {
    method: "POST",
    headers: {
      authorization: `Basic ${Buffer.from(`${demoLyraKeys.shopId}:${password}`).toString("base64")}`,
      "content-type": "application/json",
    },
    body: JSON.stringify(request),
  });
  expect(response.status).toBe(200);
  return response.json();
}
