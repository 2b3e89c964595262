import { expect, test } from "vitest";
import {
  type DebitAction,
  debitActions,
  debitReasonOf,
  debitReasons,
  endsMandate,
  mayRetryDebit,
} from "./debit-reasons.ts";

test.each<[string, DebitAction, boolean]>([
  ["AM04", "retryOnce", false],
  ["MS03", "retryOnce", false],
  ["TM01", "retryOnce", false],
  ["AC01", "stopMandate", true],
  ["AG01", "stopMandate", true],
  ["MS02", "stopMandate", true],
  ["SL01", "stopMandate", true],
  ["AC04", "accountClosed", true],
  ["AC06", "accountClosed", true],
  ["MD06", "disputedWithin8Weeks", true],
  ["MD01", "disputedWithin13Months", true],
  ["MD07", "deceased", true],
  ["MD02", "correctFile", false],
  ["AG02", "correctFile", false],
  ["BE05", "correctFile", false],
  ["AM05", "comparePayments", false],
  ["FOCR", "comparePayments", false],
  ["SVNR", "comparePayments", false],
  ["RR04", "person", false],
])("%s is answered by %s", (code, action, ends) => {
  expect(debitReasonOf(code).action).toBe(action);
  expect(endsMandate(code)).toBe(ends);
  expect(mayRetryDebit(code)).toBe(action === "retryOnce");
});

test.each(["ZZ99", "toString", "", "am04"])("the unknown code %j is decided by a person, who sees it", (code) => {
  expect(debitReasonOf(code)).toEqual({ action: "person", meaning: expect.stringContaining(code) });
  expect(endsMandate(code)).toBe(false);
});

test("a missing code is decided by a person", () => {
  expect(debitReasonOf(undefined)).toEqual({ action: "person", meaning: "no reason code" });
});

test("every action is the answer to a reason", () => {
  const used = new Set<DebitAction>(Object.values(debitReasons).map(({ action }) => action));
  expect([...used].toSorted()).toEqual(Object.keys(debitActions).toSorted());
});
