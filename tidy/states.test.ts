import { draftMachine } from "@guichet/rules/catalogue-drafts/draft-states.ts";
import { campaignMachine, compensationMachine } from "@guichet/rules/compensations/compensation-states.ts";
import { applicationMachine, documentMachine } from "@guichet/rules/documents.ts";
import { orderMachine } from "@guichet/rules/orders.ts";
import { installmentMachine, paymentMachine } from "@guichet/rules/payments/payments.ts";
import { refundRequestMachine } from "@guichet/rules/refunds/refund-request-states.ts";
import { refundMachine } from "@guichet/rules/refunds/refund-states.ts";
import { refundTransferMachine } from "@guichet/rules/refunds/refund-transfer-states.ts";
import type { AnyMachine } from "@guichet/rules/state-machine.ts";
import { subscriptionMachine } from "@guichet/rules/subscriptions.ts";
import { cardMachine } from "@guichet/rules/transport-cards.ts";
import { ticketMachine } from "@guichet/rules/wallet.ts";
import { describe, expect, it } from "vitest";
import { read, sources } from "./tree.ts";

/*
 * Tables of states (decision 120): a status is written by one statement of one store, which is called with the name of a transition, and by the
 * insert of an initial state.
 */

interface Governed {
  machine: AnyMachine;
  /** Its name in the sources. */
  name: string;
  table: string;
  /** The one file that writes the status. */
  store: string;
  /** Functions that are called with the name of a transition. */
  movers: readonly string[];
}

const api = "apps/ticket-api/src";
const governed: readonly Governed[] = [
  {
    machine: orderMachine,
    name: "orderMachine",
    table: "orders",
    store: `${api}/order-records/order-store.ts`,
    movers: ["moveOrder", "moveOrderStatement"],
  },
  {
    machine: paymentMachine,
    name: "paymentMachine",
    table: "payment",
    store: `${api}/payment-records/payment-store.ts`,
    movers: ["movePayment", "movePaymentsStatement"],
  },
  {
    machine: installmentMachine,
    name: "installmentMachine",
    table: "installment",
    store: `${api}/payment-records/installment-store.ts`,
    movers: ["moveInstallment", "markInstallmentUnpaid", "markReturned"],
  },
  {
    machine: ticketMachine,
    name: "ticketMachine",
    table: "ticket",
    store: `${api}/wallet/ticket-store.ts`,
    movers: ["moveTicketsStatement", "endBlockedTickets"],
  },
  {
    machine: subscriptionMachine,
    name: "subscriptionMachine",
    table: "subscription",
    store: `${api}/subscription-records/subscription-store.ts`,
    movers: ["moveSubscription"],
  },
  {
    machine: cardMachine,
    name: "cardMachine",
    table: "transport_card",
    store: `${api}/transport-card-records/transport-card-store.ts`,
    movers: ["moveCards", "moveLockedCard", "markReplaced"],
  },
  {
    machine: refundMachine,
    name: "refundMachine",
    table: "order_refund",
    store: `${api}/refunds/order-refund-store.ts`,
    movers: ["moveOrderRefund"],
  },
  {
    machine: refundRequestMachine,
    name: "refundRequestMachine",
    table: "refund_request",
    store: `${api}/refunds/request-store.ts`,
    movers: ["moveRefundRequest", "moveRefundRequests"],
  },
  {
    machine: refundTransferMachine,
    name: "refundTransferMachine",
    table: "refund_transfer",
    store: `${api}/payment-records/refund-transfer-store.ts`,
    movers: ["moveRefundTransfer"],
  },
  {
    machine: campaignMachine,
    name: "campaignMachine",
    table: "compensation_campaign",
    store: `${api}/compensations/campaign-store.ts`,
    movers: ["moveCampaign"],
  },
  {
    machine: compensationMachine,
    name: "compensationMachine",
    table: "compensation",
    store: `${api}/compensations/compensation-store.ts`,
    movers: ["moveCompensations"],
  },
  {
    machine: draftMachine,
    name: "draftMachine",
    table: "catalogue_draft",
    store: `${api}/catalogue-drafts/draft-store.ts`,
    movers: ["moveDraft"],
  },
  {
    machine: documentMachine,
    name: "documentMachine",
    table: "document",
    store: `${api}/documents/document-store.ts`,
    movers: ["moveDocuments"],
  },
  {
    machine: applicationMachine,
    name: "applicationMachine",
    table: "submission",
    store: `${api}/documents/submission-store.ts`,
    movers: ["moveSubmission", "decide"],
  },
];

const texts = new Map(sources.filter((file) => file.startsWith(`${api}/`)).map((file) => [file, read(file)] as const));

/** Finds where a status of this table is written, as `file: statement`. */
function statusWrites(table: string, kind: "update" | "insert", among: ReadonlyMap<string, string> = texts): string[] {
  const statement =
    kind === "update"
      ? // Up to the condition: what follows `where` only reads.
        new RegExp(
          `\\bupdate\\s+${table}\\b(?:(?!\\bwhere\\b)[^\`])*?\\bset\\b(?:(?!\\bwhere\\b)[^\`])*?\\bstatus\\s*=(?!=)`,
          "gi",
        )
      : new RegExp(`\\binsert\\s+into\\s+${table}\\s*\\([^)]*\\bstatus\\b`, "gi");
  return [...among].flatMap(([file, text]) => [...text.matchAll(statement)].map(() => file));
}

/** The arguments of each call of a function, including nested calls. */
function argumentsOf(call: string, text: string): string[] {
  return [...text.matchAll(new RegExp(`\\b${call}\\(`, "g"))].map(({ index }) => {
    const start = index + call.length + 1;
    let depth = 1;
    let end = start;
    while (depth > 0 && end < text.length) {
      if (text[end] === "(") depth += 1;
      if (text[end] === ")") depth -= 1;
      end += 1;
    }
    return text.slice(start, end - 1);
  });
}

/** The names among `names` that any of these calls receives as a string. */
function requested(calls: readonly string[], names: readonly string[], mark = ""): string[] {
  const given = [...texts.values()].flatMap((text) => calls.flatMap((call) => argumentsOf(call, text)));
  const among = given.filter((text) => text.includes(mark));
  return names.filter((name) => among.some((text) => text.includes(`"${name}"`)));
}

describe.each(governed)("the table of states of $table", ({ machine, name, table, store, movers }) => {
  // covers §4: order states and transitions
  it("has one statement that changes a status, and one that inserts it, both in the store", () => {
    expect(statusWrites(table, "update")).toEqual([store]);
    expect(statusWrites(table, "insert")).toEqual([store]);
  });

  // covers §4: order states and transitions
  it("has no transition that the code never requests", () => {
    const names = Object.keys(machine.transitions);
    expect(requested(movers, names)).toEqual(names);
  });

  it("has no initial state that is never used", () => {
    const names = Object.keys(machine.births);
    expect(requested(["born"], names, `${name},`)).toEqual(names);
  });
});

describe("the search for statements that write a status", () => {
  const found = (text: string, kind: "update" | "insert" = "update") =>
    statusWrites("orders", kind, new Map([["a.ts", text]])).length;

  it("finds a status that is inserted or updated, in any layout", () => {
    expect(found("sql`update orders set status = 'ERROR' where id = 1`")).toBe(1);
    expect(found("sql`update orders o\n set expires_at = now(),\n  status='ERROR' where id = 1`")).toBe(1);
    expect(found("sql`insert into orders (id, network_id,\n  status) values (1)`", "insert")).toBe(1);
  });

  it("ignores statements that only read a status", () => {
    expect(found("sql`update orders set tracking = null where status = 'ERROR'`")).toBe(0);
    expect(found("sql`update orders_of_old set status = 'ERROR'`")).toBe(0);
    expect(found("sql`insert into orders (id) select id from old where status = 'ERROR'`", "insert")).toBe(0);
  });
});
