import { OrderProcessStatus, OrderStatus } from "@guichet/contract/orders.ts";
import { TicketState } from "@guichet/contract/wallet.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as catalogueDrafts from "./catalogue-drafts/draft-states.ts";
import * as compensations from "./compensations/compensation-states.ts";
import * as documents from "./documents.ts";
import * as orders from "./orders.ts";
import * as payments from "./payments/payments.ts";
import * as refundRequests from "./refunds/refund-request-states.ts";
import * as refunds from "./refunds/refund-states.ts";
import { type AnyMachine, born, move, transitionOf, unreachableStates } from "./state-machine.ts";
import * as subscriptions from "./subscriptions.ts";
import * as cards from "./transport-cards.ts";
import * as wallet from "./wallet.ts";

/** Each state machine as specified, independently of the code: initial states, then transitions. */
const trade: [string, AnyMachine, string[]][] = [
  [
    "order",
    orders.orderMachine,
    [
      "place PENDING",
      "placeWithPayment PROCESSING",
      "PENDING beginPayment PROCESSING",
      "PENDING complete COMPLETED",
      "PENDING failPayment ERROR",
      "PENDING failBeforePayment ERROR",
      "PENDING cancel CANCELED",
      "PROCESSING complete COMPLETED",
      "PROCESSING failPayment ERROR",
      "PROCESSING cancel CANCELED",
      "ERROR beginPayment PROCESSING",
      "ERROR complete COMPLETED",
      "ERROR failBeforePayment ERROR",
      "ERROR cancel CANCELED",
      "COMPLETED markUnpaid REGULARIZATION",
      "COMPLETED cancelPaid CANCELED",
      "REGULARIZATION settle COMPLETED",
      "REGULARIZATION cancelPaid CANCELED",
    ],
  ],
  [
    "fulfilment",
    orders.fulfilmentMachine,
    [
      "place TO_PROCESS",
      "TO_PROCESS beginFulfilment PROCESSING",
      "PROCESSING finishFulfilment PROCESSED",
      "TO_PROCESS issueTickets PROCESSED",
      "TO_PROCESS issueTicketsForCard PROCESSING",
    ],
  ],
  [
    "payment",
    payments.paymentMachine,
    [
      "begin begun",
      "begun open open",
      "begun capture captured",
      "begun refuse refused",
      "begun cancel cancelled",
      "begun mismatch mismatched",
      "open capture captured",
      "open refuse refused",
      "open cancel cancelled",
      "open mismatch mismatched",
      "captured refund refunded",
      "cancelled refundLateCapture refunded",
      "cancelled mismatch mismatched",
      "refused refundLateCapture refunded",
      "refused mismatch mismatched",
    ],
  ],
  [
    "refund",
    refunds.refundMachine,
    ["await awaiting", "make approved", "awaiting approve approved", "awaiting refuse refused"],
  ],
  [
    "refund request",
    refundRequests.refundRequestMachine,
    [
      "request pending",
      "pending accept accepted",
      "pending acceptFirst confirming",
      "confirming confirm accepted",
      "confirming sendBack pending",
      "pending refuse refused",
      "pending withdraw withdrawn",
      "pending close closed",
      "confirming close closed",
    ],
  ],
  [
    "catalogue draft",
    catalogueDrafts.draftMachine,
    [
      "add open",
      "open request awaiting",
      "open schedule scheduled",
      "open publish published",
      "open discard discarded",
      "awaiting refuse open",
      "awaiting reopen open",
      "awaiting schedule scheduled",
      "awaiting publish published",
      "scheduled reopen open",
      "scheduled fail open",
      "scheduled publish published",
    ],
  ],
  [
    "compensation campaign",
    compensations.campaignMachine,
    [
      "draft draft",
      "draft start running",
      "draft await awaiting",
      "draft end ended",
      "awaiting approve running",
      "awaiting refuse refused",
      "awaiting end ended",
      "running pause paused",
      "running finish finished",
      "running end ended",
      "paused resume running",
      "paused end ended",
      "finished reopen running",
    ],
  ],
  [
    "compensation",
    compensations.compensationMachine,
    [
      "entitle pending",
      "pending pay paid",
      "pending fail failed",
      "failed retry pending",
      "pending skip skipped",
      "pending cancel cancelled",
    ],
  ],
  [
    "installment",
    payments.installmentMachine,
    [
      "plan planned",
      "payWithOrder paid",
      "planned collect begun",
      "planned skip unpaid",
      "planned withdraw withdrawn",
      "planned drop withdrawn",
      "begun pay paid",
      "begun retryLater planned",
      "begun fail unpaid",
      "begun withdraw withdrawn",
      "unpaid pay paid",
      "unpaid withdraw withdrawn",
      "paid returnDebit unpaid",
      "paid returnForRetry planned",
      "paid refund withdrawn",
    ],
  ],
  [
    "ticket",
    wallet.ticketMachine,
    [
      "issue pending",
      "issueStarted active",
      "pending activate active",
      "pending use active",
      "active use active",
      "active deactivate pending",
      "blocked block blocked",
      "pending expire expired",
      "pending transfer transferred",
      "pending cancel cancelled",
      "pending block blocked",
      "active expire expired",
      "active useUp used-up",
      "active transfer transferred",
      "active cancel cancelled",
      "active block blocked",
      "blocked liftToPending pending",
      "blocked liftToActive active",
      "blocked moveToCard moved",
      "blocked expire expired",
      "blocked cancel cancelled",
    ],
  ],
  [
    "document",
    documents.documentMachine,
    [
      "upload PENDING",
      "qualify VALID",
      "PENDING examine VALIDATING",
      "VALIDATING accept VALID",
      "VALIDATING refuse INVALID",
      "VALID reexamine VALIDATING",
      "VALID end INVALID",
    ],
  ],
  [
    "application",
    documents.applicationMachine,
    [
      "submit pending",
      "pending examine processing",
      "pending cancel cancelled",
      "processing accept accepted",
      "processing refuse refused",
      "processing askForMore to complete",
      "to complete resubmit pending",
      "to complete cancel cancelled",
    ],
  ],
  [
    "subscription",
    subscriptions.subscriptionMachine,
    [
      "begin pending",
      "beginStarted active",
      "pending start active",
      "pending withdraw terminated",
      "active suspend suspended",
      "active cancel cancelled",
      "suspended settle active",
      "suspended giveUp terminated",
      "cancelled takeBack active",
      "cancelled end terminated",
    ],
  ],
  [
    "transport card",
    cards.cardMachine,
    [
      "issue active",
      "registerBlocked blocked",
      "active block blocked",
      "active expire expired",
      "active retire expired",
      "expired retire expired",
      "blocked replace replaced",
      "blocked unblock active",
    ],
  ],
];

describe.each(trade)("%s", (_, machine, listed) => {
  const transitions = Object.keys(machine.transitions);

  // covers §4: order states and transitions
  test("is created and changes exactly as listed; everything else is refused", () => {
    const found = Object.entries(machine.births).map(([birth, state]) => `${birth} ${state}`);
    for (const state of machine.states) {
      for (const transition of transitions) {
        const outcome = move(machine, transition, state);
        if (outcome.ok) found.push(`${state} ${transition} ${outcome.value}`);
        else expect(outcome).toMatchObject({ code: "TRANSITION_NOT_ALLOWED", details: { state, verb: transition } });
      }
    }
    expect(found.toSorted()).toEqual(listed.toSorted());
  });

  test("reaches every state", () => {
    expect(unreachableStates(machine)).toEqual([]);
  });

  test("stays within its states, whatever transitions are tried in any order", () => {
    const life = fc.record({
      birth: fc.constantFrom(...Object.keys(machine.births)),
      requests: fc.array(fc.constantFrom(...transitions), { maxLength: 30 }),
    });
    fc.assert(
      fc.property(life, ({ birth, requests }) => {
        let state = born(machine, birth);
        for (const transition of requests) {
          const before = state;
          const outcome = move(machine, transition, state);
          if (outcome.ok) state = outcome.value;
          const isListed = state === before || listed.includes(`${before} ${transition} ${state}`);
          expect([isListed, machine.states.includes(state)]).toEqual([true, true]);
        }
      }),
    );
  });
});

test("unreachable states are found, also behind other unreachable states", () => {
  const machine = {
    states: ["a", "b", "c", "d"],
    births: { make: "a" },
    transitions: { go: { from: ["a"], to: "b" }, on: { from: ["c"], to: "d" } },
  };
  expect(unreachableStates(machine)).toEqual(["c", "d"]);
  expect(transitionOf(orders.orderMachine, "failPayment").from).toEqual(["PENDING", "PROCESSING"]);
});

// covers §3: enumerations of order, ticket, document, subscription
test("the tables contain every state of the wire", () => {
  expect(orders.orderMachine.states.toSorted()).toEqual(OrderStatus.options.toSorted());
  expect(orders.fulfilmentMachine.states.toSorted()).toEqual(OrderProcessStatus.options.toSorted());
  expect(wallet.ticketMachine.states.toSorted()).toEqual(TicketState.options.toSorted());
});

test("an order can be paid until it is completed or cancelled", () => {
  expect(OrderStatus.options.filter(orders.isOpen)).toEqual(["ERROR", "PENDING", "PROCESSING"]);
});

// covers §3: order origins in any letter case
test.each([
  ["eshop", "ESHOP"],
  ["SCHOOL_ESHOP", "SCHOOL"],
  ["MTicket", "APP"],
  ["APP_MULTIPLE_NETWORK", "APP"],
  ["APP_SCOOP", "APP"],
  ["WEB_SCOOP", "RETAIL"],
  ["retail", "RETAIL"],
])("the origin %s is kept as %s", (text, origin) => {
  expect(orders.orderOrigin(text)).toEqual({ ok: true, value: origin });
});

test("an unknown origin is refused", () => {
  expect(orders.orderOrigin("constructor")).toMatchObject({ code: "FIELD_INVALID" });
});

// covers §9: orders wait 30 minutes
test("an unpaid order expires after 30 minutes, at a counter after seven days, and the provider's session expires first", () => {
  const placedAt = "2026-11-20T12:00:00Z";
  expect(orders.unpaidUntil(placedAt, "CARD")).toBe("2026-11-20T12:30:00.000Z");
  expect(orders.unpaidUntil(placedAt, "TRANSFER")).toBe("2026-11-20T12:30:00.000Z");
  expect(orders.unpaidUntil(placedAt, "CASH")).toBe("2026-11-27T12:00:00.000Z");
  expect(orders.unpaidUntil(placedAt, "DEPOSIT")).toBe("2026-11-27T12:00:00.000Z");
  expect(orders.paymentSessionUntil(placedAt)).toBe("2026-11-20T12:25:00.000Z");
});
