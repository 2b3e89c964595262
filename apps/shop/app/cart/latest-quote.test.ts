import { expect, test, vi } from "vitest";
import type { CartQuote } from "./cart-quote.ts";
import { createLatestQuote } from "./latest-quote.ts";

const euros = (amount: number) => ({ amount, currency: "EUR" });
const costing = (amount: number): CartQuote => ({
  lines: [],
  gifts: [],
  discounts: [],
  subtotal: euros(amount),
  discount: euros(0),
  shipping: null,
  total: euros(amount),
  errors: [],
  articles: [],
  travellers: [],
});

/** Creates a fake server that responds when the test tells it to. */
function quotes() {
  const asked: { question: string; signal: AbortSignal; answer: (v: CartQuote) => void; fail: () => void }[] = [];
  const note = vi.fn();
  const latest = createLatestQuote<string>(
    (question, signal) =>
      new Promise((answer, reject) => {
        const fail = () => reject(new Error("down"));
        signal.addEventListener("abort", fail);
        asked.push({ question, signal, answer, fail });
      }),
    note,
  );
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  return { asked, note, latest, settled };
}

test("a change cancels the pending request, and only the newest response counts", async () => {
  const { asked, note, latest, settled } = quotes();
  latest.request("a", "one ticket");
  latest.request("b", "two tickets");
  expect(asked[0]?.signal.aborted).toBe(true);
  expect(asked[1]?.signal.aborted).toBe(false);
  asked[1]?.answer(costing(200));
  asked[0]?.answer(costing(100));
  await settled();
  expect(latest.read()).toEqual({ state: "verified", last: costing(200) });
  expect(note.mock.calls).toEqual([["b", "two tickets", costing(200)]]);
});

test("a response that arrives after its cancellation changes nothing", async () => {
  const answers: ((v: CartQuote) => void)[] = [];
  const latest = createLatestQuote<string>(() => new Promise((answer) => answers.push(answer)), vi.fn());
  latest.request("a", "one");
  latest.request("b", "two");
  answers[0]?.(costing(100));
  await new Promise((resolve) => setImmediate(resolve));
  expect(latest.read().state).toBe("checking");
  answers[1]?.(costing(200));
  await new Promise((resolve) => setImmediate(resolve));
  expect(latest.read().last?.total.amount).toBe(200);
});

test("the same cart is requested once", () => {
  const { asked, latest } = quotes();
  latest.request("a", "one");
  latest.request("a", "one");
  expect(asked).toHaveLength(1);
});

test("when a request fails the last quote stays, and a retry is possible", async () => {
  const { asked, latest, settled } = quotes();
  latest.request("a", "one");
  asked[0]?.answer(costing(100));
  await settled();
  latest.request("b", "two");
  asked[1]?.fail();
  await settled();
  expect(latest.read()).toEqual({ state: "failed", last: costing(100) });
  latest.retry();
  expect(latest.read().state).toBe("checking");
  expect(asked[2]?.question).toBe("two");
  asked[2]?.answer(costing(200));
  await settled();
  expect(latest.read().state).toBe("verified");
});

test("emptying the cart clears the quote and cancels the request", () => {
  const { asked, latest } = quotes();
  latest.request("a", "one");
  latest.rest();
  expect(asked[0]?.signal.aborted).toBe(true);
  expect(latest.read()).toEqual({ state: "idle", last: null });
  latest.request("a", "one");
  expect(asked).toHaveLength(2);
});

test("listeners are notified of every change until they unsubscribe", async () => {
  const { asked, latest, settled } = quotes();
  const heard = vi.fn();
  const leave = latest.subscribe(heard);
  latest.request("a", "one");
  asked[0]?.answer(costing(1));
  await settled();
  expect(heard).toHaveBeenCalledTimes(2);
  leave();
  latest.rest();
  expect(heard).toHaveBeenCalledTimes(2);
});
