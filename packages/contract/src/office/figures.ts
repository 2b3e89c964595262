import { z } from "zod";
import { PaymentMethod } from "../catalogue.ts";
import { OrderOrigin } from "../orders.ts";
import { Currency, Day, Id, Money, RequestDay } from "../values.ts";
import { staffCall } from "./staff-call.ts";

/** Orders, refunds or lines, and what they add up to. */
const Sum = z.object({ count: z.int(), amount: Money });
/** The sum of a day, a channel or a method of payment. */
const sums = { sales: Sum.describe("Completed orders, VAT included, less discounts") };

/** The sales of one article, or the fees for shipping. */
export const ProductFigure = z.object({
  itemId: Id.nullable().describe("The article; null: fees for shipping"),
  name: z.string().describe("In the reader's language; the name at the time of sale if it is no longer sold"),
  quantity: z.int(),
  amount: Money,
});

/** Attempts to collect money, by their result so far. */
export const AttemptFigure = z.object({
  kind: z
    .enum(["page", "charge", "debit"])
    .describe("On the provider's page, charged to a saved card, or a direct debit"),
  count: z.int(),
  refusedCount: z.int().describe("Those that the provider or the bank refused"),
});

/** Sales, refunds and attempts to pay of some days, in the network's currency. */
export const Figures = z.object({
  currency: Currency,
  ...sums,
  refunds: Sum.describe("Credit notes, VAT included"),
  days: z
    .array(z.object({ day: Day, ...sums, refunds: Sum }))
    .describe("Every day of the range, in the network's time zone"),
  products: z.array(ProductFigure).describe("The articles with the most sales, the highest first"),
  otherProducts: z.object({ quantity: z.int(), amount: Money }).describe("All others together"),
  channels: z
    .array(z.object({ origin: OrderOrigin, client: z.string().describe("The client of the Ticket API"), ...sums }))
    .describe("Where the orders were placed, the highest sales first"),
  methods: z
    .array(z.object({ method: PaymentMethod.nullable().describe("null: nothing was to be paid"), ...sums }))
    .describe("How the orders are paid, the highest sales first"),
  attempts: z.array(AttemptFigure),
});
export type Figures = z.infer<typeof Figures>;

export const getFigures = staffCall("overview", "GET", "getFigures", {
  summary:
    "Adds up the sales of some days, by day, article, channel and method of payment, their refunds apart, and counts refused attempts to pay.",
  permission: "orders.read",
  request: {
    from: RequestDay.describe("The first day, in the network's time zone"),
    until: RequestDay.describe("The last day, at most 366 days with the first"),
  },
  answer: { figures: Figures },
  refusals: [],
});
