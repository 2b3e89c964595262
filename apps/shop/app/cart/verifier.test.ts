import { expect, test, vi } from "vitest";
import type { VerifiedCart } from "./verified-cart.ts";
import { createVerifier } from "./verifier.ts";

const euros = (amount: number) => ({ amount, currency: "EUR" });
const costing = (amount: number): VerifiedCart => ({
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

/** A server whose answers come when the test says so. */
function desk() {
  const asked: { question: string; signal: AbortSignal; answer: (v: VerifiedCart) => void; fail: () => void }[] = [];
  const note = vi.fn();
  const verifier = createVerifier<string>(
    (question, signal) =>
      new Promise((answer, reject) => {
        const fail = () => reject(new Error("down"));
        signal.addEventListener("abort", fail);
        asked.push({ question, signal, answer, fail });
      }),
    note,
  );
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  return { asked, note, verifier, settled };
}

test("a change cancels the verification that is under way, and only the newest answer counts", async () => {
  const { asked, note, verifier, settled } = desk();
  verifier.verify("a", "one ticket");
  verifier.verify("b", "two tickets");
  expect(asked[0]?.signal.aborted).toBe(true);
  expect(asked[1]?.signal.aborted).toBe(false);
  asked[1]?.answer(costing(200));
  asked[0]?.answer(costing(100));
  await settled();
  expect(verifier.read()).toEqual({ state: "verified", last: costing(200) });
  expect(note.mock.calls).toEqual([["b", "two tickets", costing(200)]]);
});

test("an answer that comes although it was cancelled changes nothing", async () => {
  const answers: ((v: VerifiedCart) => void)[] = [];
  const verifier = createVerifier<string>(() => new Promise((answer) => answers.push(answer)), vi.fn());
  verifier.verify("a", "one");
  verifier.verify("b", "two");
  answers[0]?.(costing(100));
  await new Promise((resolve) => setImmediate(resolve));
  expect(verifier.read().state).toBe("checking");
  answers[1]?.(costing(200));
  await new Promise((resolve) => setImmediate(resolve));
  expect(verifier.read().last?.total.amount).toBe(200);
});

test("the same cart is asked for once", () => {
  const { asked, verifier } = desk();
  verifier.verify("a", "one");
  verifier.verify("a", "one");
  expect(asked).toHaveLength(1);
});

test("when the server cannot be asked the last word stays, and asking again is possible", async () => {
  const { asked, verifier, settled } = desk();
  verifier.verify("a", "one");
  asked[0]?.answer(costing(100));
  await settled();
  verifier.verify("b", "two");
  asked[1]?.fail();
  await settled();
  expect(verifier.read()).toEqual({ state: "failed", last: costing(100) });
  verifier.retry();
  expect(verifier.read().state).toBe("checking");
  expect(asked[2]?.question).toBe("two");
  asked[2]?.answer(costing(200));
  await settled();
  expect(verifier.read().state).toBe("verified");
});

test("an emptied cart forgets what was said of it and cancels what is asked", () => {
  const { asked, verifier } = desk();
  verifier.verify("a", "one");
  verifier.rest();
  expect(asked[0]?.signal.aborted).toBe(true);
  expect(verifier.read()).toEqual({ state: "idle", last: null });
  verifier.verify("a", "one");
  expect(asked).toHaveLength(2);
});

test("listeners hear of every step until they leave", async () => {
  const { asked, verifier, settled } = desk();
  const heard = vi.fn();
  const leave = verifier.subscribe(heard);
  verifier.verify("a", "one");
  asked[0]?.answer(costing(1));
  await settled();
  expect(heard).toHaveBeenCalledTimes(2);
  leave();
  verifier.rest();
  expect(heard).toHaveBeenCalledTimes(2);
});
