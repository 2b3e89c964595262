import { OrderProcessStatus, OrderStatus } from "@guichet/contract/orders.ts";
import { TicketState } from "@guichet/contract/wallet.ts";
import { describe, expect, test } from "vitest";
import * as cards from "./cards.ts";
import * as documents from "./documents.ts";
import * as orders from "./orders.ts";
import { type StateMachine, statesBefore, unreachableStates } from "./state-machine.ts";
import * as subscriptions from "./subscriptions.ts";
import * as wallet from "./wallet.ts";

type Verbs = Record<string, (state: never) => { ok: boolean; value?: string; code?: string }>;

/** For each verb the moves that the table of the trade lists, and no other; written from the other side than the code. */
const trade: [string, StateMachine<string, string>, Verbs, string[]][] = [
  [
    "order",
    orders.orderMachine,
    {
      beginPayment: orders.beginPayment,
      payAgain: orders.payAgain,
      complete: orders.complete,
      fail: orders.fail,
      cancel: (state) => orders.cancel(state, true),
      regularize: orders.regularize,
      settle: orders.settle,
      revoke: orders.revoke,
    },
    [
      "PENDING beginPayment PROCESSING",
      "PENDING fail ERROR",
      "PENDING cancel CANCELED",
      "PROCESSING complete COMPLETED",
      "PROCESSING fail ERROR",
      "PROCESSING cancel CANCELED",
      "ERROR payAgain PROCESSING",
      "ERROR cancel CANCELED",
      "COMPLETED regularize REGULARIZATION",
      "COMPLETED revoke CANCELED",
      "REGULARIZATION settle COMPLETED",
      "REGULARIZATION revoke CANCELED",
    ],
  ],
  [
    "fulfilment",
    orders.fulfilmentMachine,
    { begin: orders.beginFulfilment, finish: orders.finishFulfilment },
    ["TO_PROCESS begin PROCESSING", "PROCESSING finish PROCESSED"],
  ],
  [
    "ticket",
    wallet.ticketMachine,
    {
      activate: wallet.activateTicket,
      expire: wallet.expireTicket,
      useUp: wallet.useUpTicket,
      transfer: wallet.transferTicket,
      cancel: wallet.cancelTicket,
      block: wallet.blockTicket,
      liftPending: (state) => wallet.liftTicket(state, "pending"),
      liftActive: (state) => wallet.liftTicket(state, "active"),
      move: wallet.moveTicket,
    },
    [
      "pending activate active",
      "pending expire expired",
      "pending transfer transferred",
      "pending cancel cancelled",
      "pending block blocked",
      "active expire expired",
      "active useUp used-up",
      "active transfer transferred",
      "active cancel cancelled",
      "active block blocked",
      "blocked liftPending pending",
      "blocked liftActive active",
      "blocked move moved",
      "blocked expire expired",
      "blocked cancel cancelled",
    ],
  ],
  [
    "document",
    documents.documentMachine,
    { examine: documents.examineDocument, accept: documents.acceptDocument, refuse: documents.refuseDocument },
    ["PENDING examine VALIDATING", "VALIDATING accept VALID", "VALIDATING refuse INVALID"],
  ],
  [
    "application",
    documents.applicationMachine,
    {
      examine: documents.examineApplication,
      accept: documents.acceptApplication,
      refuse: documents.refuseApplication,
      askForMore: documents.askForMore,
      resubmit: documents.resubmitApplication,
      cancel: documents.cancelApplication,
    },
    [
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
    {
      start: subscriptions.startSubscription,
      withdraw: subscriptions.withdrawSubscription,
      suspend: subscriptions.suspendSubscription,
      settle: subscriptions.settleSubscription,
      cancel: subscriptions.cancelSubscription,
      takeBack: subscriptions.takeBackCancellation,
      end: subscriptions.endSubscription,
      giveUp: subscriptions.giveUpSubscription,
    },
    [
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
    { block: cards.blockCard, replace: cards.replaceCard, unblock: cards.unblockCard, expire: cards.expireCard },
    [
      "active block blocked",
      "active expire expired",
      "blocked replace replaced",
      "blocked unblock active",
      "blocked expire expired",
    ],
  ],
];

describe.each(trade)("%s", (_, machine, verbs, listed) => {
  test("moves exactly as listed; everything else is refused", () => {
    const found: string[] = [];
    for (const state of machine.states) {
      for (const [verb, moved] of Object.entries(verbs)) {
        const outcome = moved(state as never);
        if (outcome.ok) found.push(`${state} ${verb} ${outcome.value}`);
        else expect(outcome).toMatchObject({ code: "TRANSITION_NOT_ALLOWED", details: { state } });
      }
    }
    expect(found.toSorted()).toEqual(listed.toSorted());
  });

  test("reaches every state", () => {
    expect(unreachableStates(machine)).toEqual([]);
  });
});

test("a state that nothing leads to is found, also behind another such state", () => {
  const machine = {
    initial: ["a"],
    states: ["a", "b", "c", "d"],
    moves: { go: { from: ["a"], to: "b" }, on: { from: ["c"], to: "d" } },
  };
  expect(unreachableStates(machine)).toEqual(["c", "d"]);
  expect(statesBefore(orders.orderMachine, "fail")).toEqual(["PENDING", "PROCESSING"]);
});

test("the tables hold every state of the wire", () => {
  expect(orders.orderMachine.states.toSorted()).toEqual(OrderStatus.options.toSorted());
  expect(orders.fulfilmentMachine.states.toSorted()).toEqual(OrderProcessStatus.options.toSorted());
  expect(wallet.ticketMachine.states.toSorted()).toEqual(TicketState.options.toSorted());
});

test("an order under payment is given up only when the provider confirms that nothing can be captured any more", () => {
  expect(orders.cancel("PROCESSING", false)).toMatchObject({ code: "TRANSITION_NOT_ALLOWED" });
  expect(orders.cancel("PROCESSING", true)).toEqual({ ok: true, value: "CANCELED" });
  expect(orders.cancel("PENDING", false)).toEqual({ ok: true, value: "CANCELED" });
});

test("an order with nothing to pay is completed when placed", () => {
  expect(orders.placedStatus(0)).toBe("COMPLETED");
  expect(orders.placedStatus(1)).toBe("PENDING");
  expect(OrderStatus.options.filter(orders.isOpen)).toEqual(["ERROR", "PENDING", "PROCESSING"]);
});

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

test("an order waits 30 minutes for its payment, seven days at a counter, and the provider's session ends first", () => {
  const placedAt = "2026-11-20T12:00:00Z";
  expect(orders.unpaidUntil(placedAt, "CARD")).toBe("2026-11-20T12:30:00.000Z");
  expect(orders.unpaidUntil(placedAt, "TRANSFER")).toBe("2026-11-20T12:30:00.000Z");
  expect(orders.unpaidUntil(placedAt, "CASH")).toBe("2026-11-27T12:00:00.000Z");
  expect(orders.unpaidUntil(placedAt, "DEPOSIT")).toBe("2026-11-27T12:00:00.000Z");
  expect(orders.paymentSessionUntil(placedAt)).toBe("2026-11-20T12:25:00.000Z");
});
