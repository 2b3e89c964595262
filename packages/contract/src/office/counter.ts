import { z } from "zod";
import { Acceptance, Articles, Discount, LineError, PricedLine, VoucherCodes } from "../cart.ts";
import { ItemField, PivotType, Support } from "../catalogue.ts";
import type { ErrorCode } from "../error-codes.ts";
import { nameMaxLength } from "../limits/account-limits.ts";
import { cartLinesMax } from "../limits/cart-limits.ts";
import {
  cashAmountMax,
  counterReferenceMaxLength,
  counterTicketsMax,
  furtherPeopleMax,
} from "../limits/counter-limits.ts";
import { cartRefusals } from "../orders.ts";
import { Day, Email, Id, Instant, Money, page, paging, RequestDay, RequestMoney, WireBoolean } from "../values.ts";
import { VatShare } from "./order-money.ts";
import { AuditReason } from "./staff.ts";
import { staffCall } from "./staff-call.ts";

/** How a counter is paid: in cash, by card at its terminal, or by a deposit. */
export const CounterMethod = z.enum(["CASH", "CARD", "DEPOSIT"]);
export type CounterMethod = z.infer<typeof CounterMethod>;

/** The cash of one member of the staff at one agency, from its opening to its closing. */
export const CashDrawer = z.object({
  drawerId: Id,
  agencyId: Id,
  agency: z.string().describe("The name of the agency"),
  staffName: z.string(),
  isOwn: z.boolean().describe("It is the caller's"),
  openedAt: Instant,
  openingAmount: Money,
  salesAmount: Money.describe("Sales in cash"),
  refundsAmount: Money.describe("Refunds in cash"),
  saleCount: z.int(),
  refundCount: z.int(),
  expectedAmount: Money.describe("What it should hold: the opening amount and the sales, less the refunds"),
  closedAt: Instant.nullable().describe("null: it is open"),
  closedBy: z.string().nullable(),
  countedAmount: Money.nullable(),
  differenceAmount: Money.nullable().describe("Counted, less expected; negative: cash is missing"),
  closeReason: z.string().nullable().describe("Why counted and expected differ"),
});
export type CashDrawer = z.infer<typeof CashDrawer>;

/** A day, week or month at which an article can start. */
const CounterStart = z.object({ startingAt: Instant, day: Day });

/** An article that the counter sells. */
export const CounterArticle = z.object({
  shopItemId: Id,
  name: z.string(),
  summary: z.string(),
  audience: z.string().nullable(),
  zone: z.string().nullable(),
  price: Money,
  supports: z.array(Support).describe("Without those that are sent or collected later"),
  quantityMin: z.int(),
  quantityMax: z.int(),
  startKind: PivotType.nullable(),
  starts: z.array(CounterStart).describe("Empty: it has no start to choose"),
  options: z.array(z.object({ shopItemId: Id, name: z.string(), price: Money })),
  fields: z.array(ItemField),
  makesCard: z.boolean().describe("A transport card is made for the traveller, on which other lines can be loaded"),
  searchWords: z.array(z.string()),
});
export type CounterArticle = z.infer<typeof CounterArticle>;

export const getCounter = staffCall("counter", "GET", "getCounter", {
  summary: "Answers what a counter sells, its agencies, and the caller's open cash drawer.",
  permission: "counter.sell",
  request: {},
  answer: {
    agencies: z.array(z.object({ id: Id, label: z.string() })),
    currency: z.string(),
    drawer: CashDrawer.nullable().describe("null: none is open"),
    articles: z.array(CounterArticle).describe("Without those that are sold from one stop to another"),
    subscriptions: z
      .array(z.object({ shopItemId: Id, name: z.string(), searchWords: z.array(z.string()) }))
      .describe("Articles that renew, which a counter does not sell: customers subscribe with their own sign-in"),
    sellsToGuests: z.boolean().describe("Whether the network sells to customers without an account"),
    asksBirthDate: z.boolean().describe("Whether the network stores birth dates"),
  },
  refusals: [],
});

const cardId = Id.optional().describe(
  "The transport card that lines with the support MEDIA are loaded on; `new`: the card that the traveller gets by this sale",
);
const Person = z.strictObject({
  firstName: z.string().max(nameMaxLength),
  lastName: z.string().max(nameMaxLength),
  birthDate: RequestDay.optional(),
});
/** Somebody else without an account, for whom some lines of a sale are. */
const FurtherPerson = z.strictObject({
  lines: z
    .array(
      z
        .int()
        .min(0)
        .max(cartLinesMax - 1),
    )
    .max(cartLinesMax)
    .describe("Their lines, by index"),
  person: Person.optional().describe("Needed for articles in a person's name"),
});
const cart = {
  articles: Articles.describe(
    "The lines. `customerId`: another traveller of the customer's account; default: the traveller of the sale. `mediaId`: another card than `cardId`",
  ),
  travellerId: Id.optional().describe("The traveller, a customer of the network; absent: somebody without an account"),
  cardId,
  person: Person.optional().describe("Somebody without an account; needed for articles in a person's name"),
  others: z
    .array(FurtherPerson)
    .max(furtherPeopleMax)
    .optional()
    .describe("Further people without an account; all other lines are for the first"),
  vouchers: VoucherCodes.optional(),
};

/** What keeps somebody from being sold to. */
const customerRefusals = [
  "NOT_FOUND",
  "ACCOUNT_DELETION_PENDING",
  "GUEST_NOT_ALLOWED",
  "NAME_TOO_SHORT",
  "NAME_WITHOUT_VOWEL",
  "NAME_FORBIDDEN_CHARACTER",
  "NAMES_EQUAL",
  "BIRTH_DATE_INVALID",
  "FIELD_REQUIRED",
  "FIELD_INVALID",
] as const satisfies readonly ErrorCode[];

/** A traveller of the customer's account, with the cards that can be loaded. */
const AccountTraveller = z.object({
  travellerId: Id,
  name: z.string(),
  cards: z.array(z.object({ cardId: Id, number: z.string().describe("In groups of four") })),
});
/** The traveller of a sale, with the others of the account. */
const SaleTraveller = AccountTraveller.extend({
  email: z.string(),
  others: z.array(AccountTraveller).describe("The other travellers of the account, without deactivated ones"),
});

export const quoteCounterSale = staffCall("counter", "POST", "quoteSale", {
  summary: "Quotes a sale as it would be sold: prices, VAT, payment methods, and every error.",
  permission: "counter.sell",
  request: cart,
  answer: {
    traveller: SaleTraveller.nullable(),
    lines: z.array(PricedLine).describe("Without errors about fields, and about a person who is not stated yet"),
    totalAmount: Money,
    vat: z.array(VatShare),
    methods: z.array(CounterMethod).describe("Payment methods that all lines share, and that the network accepts"),
    errors: z.array(LineError).describe("Errors of the sale as a whole"),
    discounts: z.array(Discount).describe("What each voucher takes off, or why it does not"),
    discountAmount: Money,
    personLines: z
      .array(z.int())
      .describe("Lines in the name of somebody without an account, by index: name and birth date are needed"),
    mustConfirm: z
      .boolean()
      .describe("The traveller has an active subscription that a line would double: needs `duplicateAccepted`"),
  },
  refusals: customerRefusals,
});

const Reference = z.string().trim().min(1).max(counterReferenceMaxLength);
const CashAmount = RequestMoney.refine(({ amount }) => amount >= 0 && amount <= cashAmountMax, "not an amount of cash");

export const sellAtCounter = staffCall("counter", "POST", "sellAtCounter", {
  summary: "Sells at a counter what is paid there and then. Cash goes into the caller's open cash drawer.",
  permission: "counter.sell",
  request: {
    saleKey: z
      .string()
      .regex(/^[\w-]{8,64}$/)
      .describe("Chosen by the caller for a sale: whatever is sent with it once it has sold, it is that sale"),
    ...cart,
    email: Email.optional().describe("Where tickets and receipt are sent; default: the customer's address, or nowhere"),
    agencyId: Id.optional().describe("The agency; default: that of the open cash drawer"),
    paymentMethod: CounterMethod,
    givenAmount: CashAmount.optional().describe("CASH: what the customer gave"),
    reference: Reference.optional().describe("CARD, DEPOSIT: the number on the slip of the terminal or of the deposit"),
    totalAmount: RequestMoney,
    duplicateAccepted: Acceptance.duplicateAccepted,
  },
  answer: { orderId: Id, wasSoldBefore: z.boolean().describe("The key had sold before: nothing was sold now") },
  refusals: [
    ...cartRefusals,
    ...customerRefusals,
    "TRANSITION_NOT_ALLOWED",
    "ORDER_AMOUNT_CHANGED",
    "DUPLICATE_NOT_ACCEPTED",
  ],
});

/** A ticket of a sale. */
const SoldTicket = z.object({
  ticketId: Id,
  name: z.string(),
  serial: z.string(),
  cardDigits: z.string().nullable().describe("The last digits of the transport card that it is loaded on"),
  isPrintable: z.boolean(),
});

/** A sale at a counter. */
export const CounterSale = z.object({
  orderId: Id,
  number: z.string(),
  soldAt: Instant,
  soldBy: z.string(),
  agency: z.string(),
  amount: Money,
  method: CounterMethod.nullable().describe("null: nothing was due"),
  givenAmount: Money.nullable(),
  changeAmount: Money.nullable().describe("What the customer gets back of it"),
  reference: z.string().nullable(),
  drawerId: Id.nullable(),
  refundedAt: Instant.nullable().describe("null: it is not refunded"),
  refundedBy: z.string().nullable(),
  refundDrawerId: Id.nullable().describe("The cash drawer that paid it back; null: none"),
  refundReference: z.string().nullable(),
  parts: z
    .array(
      z.object({
        refundId: Id,
        refundedAt: Instant,
        refundedBy: z.string(),
        amount: Money,
        drawerId: Id.nullable().describe("The cash drawer that paid it back; null: none"),
        reference: z.string().nullable(),
        creditNoteNumber: z.string().nullable(),
      }),
    )
    .describe("Parts that were refunded, the oldest first"),
  remaining: Money.describe("What is paid and not refunded"),
});
export type CounterSale = z.infer<typeof CounterSale>;

const orderId = Id.describe("The order of the sale");

export const getCounterSale = staffCall("counter", "GET", "getCounterSale", {
  summary: "Answers a sale at a counter: what was paid and given back, and its tickets.",
  permission: "counter.sell",
  request: { orderId },
  answer: {
    sale: CounterSale,
    lines: z.array(z.object({ name: z.string(), quantity: z.int(), total: Money })),
    tickets: z.array(SoldTicket),
    invoiceNumber: z.string(),
    sentTo: z.string().nullable().describe("Where tickets and receipt are sent; null: nowhere"),
    mayRefund: z.boolean().describe("Whether something is paid and not refunded"),
    parts: z
      .array(
        z.object({
          partId: Id.describe("Of a ticket, or of a line that was handed over without one"),
          name: z.string(),
          serial: z.string().nullable().describe("null: it is no ticket"),
          left: Money.describe("The most that is refunded for it"),
          byPolicy: Money.describe("What the conditions of its article give today"),
        }),
      )
      .describe("What can be refunded by itself"),
    toPrepare: z.boolean().describe("Something is still to be made or handed over"),
    cardsToHandOver: z
      .array(z.object({ lineId: Id, name: z.string(), traveller: z.string().nullable() }))
      .describe("Lines that make a transport card to hand over now"),
    takesBlankCards: z
      .boolean()
      .describe("The network has a stock: each of these cards needs the number of a blank card"),
  },
  refusals: ["NOT_FOUND"],
});

export const printCounterTicket = staffCall("counter", "GET", "printCounterTicket", {
  summary: "Answers a ticket of a sale at a counter as PDF; the print is in the audit log.",
  permission: "counter.sell",
  request: { orderId, ticketId: Id.describe("A ticket of the sale that is not loaded on a card") },
  answer: {},
  refusals: ["NOT_FOUND"],
  file: "application/pdf",
});

export const refundCounterSale = staffCall("counter", "POST", "refundCounterSale", {
  summary:
    "Refunds a sale at a counter, or parts of it, as it was paid: cash from the caller's open cash drawer, a card at the terminal. The tickets are cancelled.",
  permission: "refunds.give",
  multiline: ["reason"],
  request: {
    orderId,
    partIds: z
      .array(Id)
      .min(1)
      .max(counterTicketsMax)
      .optional()
      .describe("Parts of the sale that are given back; absent: what is left of the sale, which cancels its order"),
    amount: RequestMoney.describe(
      "The amount that was shown: for parts at most what is left of them, else all that is left",
    ),
    reference: Reference.optional().describe("The number on the slip of the refund; needed unless it is in cash"),
    reason: AuditReason,
  },
  answer: { sale: CounterSale },
  refusals: [
    "NOT_FOUND",
    "TRANSITION_NOT_ALLOWED",
    "REFUND_REFUSED",
    "REFUND_AMOUNT_CHANGED",
    "REFUND_EXCEEDS_PAID",
    "SECOND_PERSON_REQUIRED",
    "FIELD_REQUIRED",
  ],
});

export const openDrawer = staffCall("counter", "POST", "openDrawer", {
  summary: "Opens the caller's cash drawer at an agency; each member of the staff has one at a time.",
  permission: "counter.sell",
  request: { agencyId: Id.describe("The agency"), openingAmount: CashAmount.describe("The cash that is in it") },
  answer: { drawer: CashDrawer },
  refusals: ["FIELD_INVALID", "TRANSITION_NOT_ALLOWED"],
});

const drawerId = Id.describe("The cash drawer");

export const closeDrawer = staffCall("counter", "POST", "closeDrawer", {
  summary:
    "Closes a cash drawer for good with what was counted; a difference needs a reason. Who looks up all drawers closes another's, too.",
  permission: "counter.sell",
  multiline: ["reason"],
  request: {
    drawerId,
    countedAmount: CashAmount.describe("What was counted"),
    reason: AuditReason.optional().describe("Why counted and expected differ"),
  },
  answer: { drawer: CashDrawer },
  refusals: ["NOT_FOUND", "TRANSITION_NOT_ALLOWED", "FIELD_REQUIRED", "FIELD_INVALID"],
});

export const listDrawers = staffCall("counter", "GET", "listDrawers", {
  summary: "Lists the cash drawers of the network with their figures, the newest first.",
  permission: "drawers.read",
  request: { isOpen: WireBoolean.optional().describe("Only open or only closed ones"), ...paging },
  answer: page(CashDrawer),
  refusals: ["CURSOR_INVALID"],
});

export const getDrawer = staffCall("counter", "GET", "getDrawer", {
  summary: "Answers a cash drawer with one page of its sales and refunds, the newest first.",
  permission: "drawers.read",
  request: { drawerId, ...paging },
  answer: { drawer: CashDrawer, ...page(CounterSale) },
  refusals: ["NOT_FOUND", "CURSOR_INVALID"],
});
