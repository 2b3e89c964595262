import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type Heard, type OpenPage, type OpenSandbox, openSandbox } from "../testing/open-sandbox.ts";

const accepted = "4970100000000014";
const lateMs = 300;
let sandbox: OpenSandbox;

beforeAll(async () => {
  sandbox = await openSandbox({ lateMs, retryDelaysMs: [20, 20, 20] });
});
afterAll(() => sandbox.close());

// covers: the sandbox: payment pages, notifications and a mailbox
test("a page that is completed notifies the merchant once, with its subject", async () => {
  const page = await paid(accepted);
  const [received] = await hear(page, 1);
  expect(JSON.parse(received?.body ?? "")).toMatchObject({
    type: "checkout.session.completed",
    data: { object: { id: page.id, metadata: { orderId: page.orderId } } },
  });
  expect(received?.headers["stripe-signature"]).toMatch(/^t=\d+,v1=[0-9a-f]{64}$/);
});

test("the late card's notification is sent late and twice, with the same id", async () => {
  const beforeMs = performance.now();
  const session = await paid("4970 1000 0000 0048");
  const received = await hear(session, 2);
  expect(Math.min(...received.map(({ atMs }) => atMs)) - beforeMs).toBeGreaterThanOrEqual(lateMs - 5);
  expect(new Set(received.map(({ body }) => JSON.parse(body).id)).size).toBe(1);
});

// covers: the sandbox: control routes for testers
test("late, duplicate and lost notifications happen as often as ordered and then no more", async () => {
  await sandbox.behave("late");
  const beforeMs = performance.now();
  const [late] = await hear(await paid(accepted), 1);
  expect((late?.atMs ?? 0) - beforeMs).toBeGreaterThanOrEqual(lateMs - 5);

  await sandbox.behave("duplicate");
  await hear(await paid(accepted), 2);

  await sandbox.behave("lost");
  const lost = await paid(accepted);
  const after = await paid(accepted);
  await hear(after, 1);
  await nothingWaits();
  expect(about(lost)).toEqual([]);
  expect(about(after)).toHaveLength(1);
});

test("a failed notification is retried until the merchant accepts it, and dropped after the last attempt", async () => {
  sandbox.merchantAnswers.push(500, 503);
  await hear(await paid(accepted), 3);
  await nothingWaits();
  sandbox.merchantAnswers.push(500, 500, 500, 500);
  await hear(await paid(accepted), 4);
  await nothingWaits();
});

test("a pending notification is delivered after a restart", async () => {
  const session = await paid("4970 1000 0000 0048");
  await sandbox.restart();
  await hear(session, 2);
});

/** A page on which a card is saved, which makes a single event. */
async function paid(card: string): Promise<OpenPage> {
  const page = await sandbox.open({ isRegistration: true });
  await sandbox.pay(page.id, card);
  return page;
}

function about(page: OpenPage): Heard[] {
  return sandbox.heard.filter(({ body }) => body.includes(page.id));
}

function hear(page: OpenPage, times: number): Promise<Heard[]> {
  return vi.waitFor(() => {
    const received = about(page);
    if (received.length !== times) throw new Error(`heard ${received.length} times`);
    return received;
  }, 5_000);
}

function nothingWaits(): Promise<void> {
  return vi.waitFor(async () => {
    const metrics = await (await sandbox.call("GET", "/metrics")).text();
    expect(metrics).toContain("sandbox_payment_notifications_waiting 0\n");
  }, 5_000);
}
