import { expect, test } from "vitest";
import type { Transaction } from "./lyra-objects.ts";
import { nextStep } from "./lyra-steps.ts";
import type { KnownSession } from "./lyra-store.ts";

const now = new Date("2026-11-24T12:00:00.000Z");
const past = "2026-11-24T11:59:00.000Z";
const paid = { transactionId: "a", capturedAmount: 150 };

test.each<[string, Partial<KnownSession>, Transaction[], ReturnType<typeof nextStep>]>([
  ["nobody paid", {}, [], undefined],
  ["an authorised transaction is chosen", {}, [debit("a")], { step: "choose", uuid: "a" }],
  ["of two, the earlier one", {}, [debit("b", "AUTHORISED_TO_VALIDATE", 2), debit("a")], { step: "choose", uuid: "a" }],
  ["the chosen one is validated", { transactionId: "a" }, [debit("a")], { step: "validate", uuid: "a" }],
  [
    "also if another is earlier",
    { transactionId: "b" },
    [debit("a"), debit("b", "AUTHORISED_TO_VALIDATE", 2)],
    { step: "validate", uuid: "b" },
  ],
  [
    "a validated one is recorded",
    { transactionId: "a" },
    [debit("a", "AUTHORISED")],
    { step: "record", uuid: "a", amount: 150 },
  ],
  ["one that staff validated too", {}, [debit("a", "CAPTURED")], { step: "record", uuid: "a", amount: 150 }],
  ["a second one is released", paid, [debit("a", "CAPTURED"), debit("b")], { step: "release", uuid: "b" }],
  ["a second one that staff validated stays", paid, [debit("a", "CAPTURED"), debit("b", "CAPTURED")], undefined],
  ["of a closed session it is released", { closedAt: past }, [debit("a")], { step: "release", uuid: "a" }],
  [
    "what was remitted of a closed session is recorded",
    { closedAt: past },
    [debit("a", "CAPTURED")],
    { step: "record", uuid: "a", amount: 150 },
  ],
  ["a manual one waits", { isManual: true }, [debit("a")], undefined],
  ["until it is chosen", { isManual: true, transactionId: "a" }, [debit("a")], { step: "validate", uuid: "a" }],
  ["a page is closed after its end", { endsAt: past }, [debit("a", "REFUSED")], { step: "close" }],
  ["a payment at the end counts", { endsAt: past }, [debit("a")], { step: "choose", uuid: "a" }],
  ["a closed one is not closed again", { endsAt: past, closedAt: past }, [], undefined],
  ["a charge without the customer has no end", { endsAt: null, kind: "charge" }, [], undefined],
  ["a credit is not a payment", paid, [debit("a", "CAPTURED"), { ...debit("c"), operationType: "CREDIT" }], undefined],
])("%s", (_, session, all, step) => {
  expect(nextStep(known(session), all, now)).toEqual(step);
});

function known(change: Partial<KnownSession>): KnownSession {
  return {
    reference: "reference",
    number: 1,
    orderId: "order",
    kind: "page",
    amount: 150,
    currency: "EUR",
    method: null,
    isManual: false,
    endsAt: "2026-11-24T12:30:00.000Z",
    createdAt: past,
    pageId: "page",
    pageUrl: "https://secure.payzen.eu/t/page",
    sentAt: past,
    transactionId: null,
    capturedAmount: null,
    closedAt: null,
    position: 1,
    ...change,
  };
}

function debit(uuid: string, detailedStatus = "AUTHORISED_TO_VALIDATE", second = 1): Transaction {
  const creationDate = `2026-11-24T11:59:0${second}+00:00`;
  return { uuid, amount: 150, currency: "EUR", detailedStatus, operationType: "DEBIT", creationDate };
}
