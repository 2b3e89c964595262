import type { VerifiedPriceBreakdown } from "@guichet/contract/cart.ts";
import { expect, test } from "vitest";
import { cartQuoteOf } from "./quote.action.ts";

const money = (amount: number) => ({ amount, currency: "EUR" });
const lineOf = (line: Partial<VerifiedPriceBreakdown["lines"][number]>): VerifiedPriceBreakdown["lines"][number] => ({
  ...{ index: 0, option: false, gift: false, shopItemId: "pass", productId: "pass", name: "Pass", quantity: 2 },
  ...{ unitPrice: money(870), subtotal: money(1740), discount: money(0), total: money(1740), errors: [], warnings: [] },
  ...line,
});
const quoted = (lines: VerifiedPriceBreakdown["lines"]) => ({
  ...{ lines, discounts: [], errors: [], shippingFee: null },
  ...{ subtotalAmount: money(1740), discountAmount: money(0), totalAmount: money(1740) },
});

// covers §5: a price that changed since a line was added is shown until it is seen; a missing document is named on its line
test("a missing document is named on its line", () => {
  const errors = [{ code: "DOCUMENT_REQUIRED" as const, details: { documentTypeIds: ["notice"] } }];
  const lines = [lineOf({ errors }), lineOf({ index: 1 })];
  const { lines: shown } = cartQuoteOf(quoted(lines), 2, new Map([["notice", "Notification de droits"]]));
  expect(shown.map(({ documents }) => documents)).toEqual([["Notification de droits"], undefined]);
});

// covers §5: a price that changed since a line was added is shown until it is seen; a missing document is named on its line
test("a line shows the price of one article, with its option separately", () => {
  const lines = [lineOf({}), lineOf({ option: true, unitPrice: money(100), subtotal: money(200) })];
  const [shown] = cartQuoteOf(quoted(lines), 1).lines;
  expect([shown?.price, shown?.subtotal]).toEqual([money(870), money(1940)]);
});

test("a line warns of passes that its traveller already has", () => {
  const held = { name: "Year", travellerId: "lou", firstName: "Lou", startsAt: "2026-11-01T00:00:00.000Z" };
  const warning = {
    ...held,
    code: "ALREADY_HELD" as const,
    ticketId: "t1",
    endsAt: null,
    renews: true,
    mustConfirm: false,
  };
  const lines = [lineOf({}), lineOf({ index: 1, warnings: [warning] })];
  expect(cartQuoteOf(quoted(lines), 2).lines.map(({ warnings }) => warnings)).toEqual([[], [warning]]);
});
