/** Everything that the audit can find, and what a person does about it. */
export const remedies = {
  "captured-not-booked":
    "Let the payment be settled again (its timed work asks the provider); if the order is over, refund the capture at the provider.",
  "captured-for-nobody": "Find out whose payment it is from the provider's order id; refund it if nobody claims it.",
  "captured-other-amount": "Refund the difference at the provider, or ask the customer for it, and book it.",
  "captured-twice": "Refund one of the captures at the provider and book the refund.",
  "booked-not-captured": "Nothing was taken: find who wrote the movement, cancel the order's tickets, book it back.",
  "booked-twice": "Book one of the movements back after the provider's own statement was read.",
  "movement-unbalanced":
    "A movement is two rows that add up to zero: find who wrote the rows and put the missing side.",
  "movement-other-amount": "Compare with the payment and the provider's statement, and book the difference.",
  "refund-differs": "Read the provider's refunds of this session and book what is missing, or give what was booked.",
  "late-capture-kept": "Let the refund's timed work run again, or refund at the provider and book it.",
  "rest-kept": "Let the refund's timed work run again, or give the rest back at the provider or the bank and book it.",
  "rest-booked-wrong":
    "Compare the refund with its movement and the provider's statement, and book the difference or the missing one.",
  "session-twice": "Close the session that the payment does not name; refund it if it was captured.",
  "session-lost": "The provider does not know the session that the payment names: ask the provider's support.",
  "closed-but-payable": "Close the session at the provider: nobody waits for it any more.",
  "completed-unpaid": "The order was handed over without money: find its payment, or cancel it with its tickets.",
  "paid-not-completed": "Complete the order, or refund what was captured.",
  "payment-other-amount": "The order and its payment differ: read the order's history before anything is refunded.",
  "payment-forgotten": "Nobody looks after this payment any more: plan its timed work again.",
  "order-forgotten": "Nobody will end this order any more: plan its timed work again.",
  "order-overdue": "The order should have ended: see why its timed work does not end it (the provider is asked first).",
  "order-total-wrong":
    "The order's total is not the sum of its lines: nothing of it may be changed by hand; ask a developer.",
  "cart-ordered-twice": "One cart has two unresolved orders: cancel one before both are paid.",
  "parts-wrong": "The order's parts do not add up to it: nothing may be collected of it before a developer has looked.",
  "part-unfounded": "Read the part's payments and the provider's statement; book what is missing, or mark the part.",
  "part-forgotten": "Nobody will collect this part any more: plan its timed work again.",
  "owed-wrong": "What is owed by the ledger is not what the parts say: compare the movements with the parts.",
  "regularization-wrong":
    "Settle the order's state by its parts: to be regularised while one is unpaid, else completed.",
  "subscription-forgotten": "Nobody will renew or end this subscription any more: plan its timed work again.",
  "subscription-unpaid":
    "The subscription says that more is paid than its orders do: compare its periods with their orders.",
  "subscription-left-wrong":
    "A subscription that was left before its end has a credit note, and its tickets end with it: read the order's history.",
  "cancelled-not-refunded": "The order is cancelled and its payment kept: refund it at the provider and book it.",
  "mandate-missing": "Nothing may be debited without a mandate: ask the customer for another way to pay this part.",
  "card-missing": "Ask the customer for another card: the part will come back unpaid, and is paid at the order.",
  "invoice-missing": "Issue the order's invoice.",
  "invoice-unfounded": "An invoice stands for an order that was never completed: issue a credit note.",
  "invoice-total-wrong": "Issue a credit note and a right invoice.",
  "credit-note-total-wrong":
    "A credit note bears what is not kept of an order: compare it with what was taken and given back.",
  "invoice-gap": "A number of the series is missing: find out who removed it, and tell the accountant.",
  "invoice-number-twice": "A number of the series stands twice: issue a credit note and a new invoice for one of them.",
  "invoice-counter-wrong": "The counter does not stand at the last number: put it there before the next sale.",
  "tickets-missing": "Issue the missing tickets of the line.",
  "tickets-too-many": "Cancel the tickets that nobody paid for.",
  "ticket-transferred-nowhere": "The customer lost a ticket: issue it to the traveller that it was given to.",
  "trips-miscounted": "Set the ticket's trips to what its uses leave.",
  "ticket-not-blocked": "The card is blocked: block the ticket too, and see what put it there.",
  "unpaid-not-suspended": "The order is suspended and a ticket of it still usable: block it, and see what lifted it.",
  "suspended-though-paid":
    "Nothing of the order is unpaid: lift the block of its tickets, and see why that was not done.",
  "ticket-left-behind": "Move the ticket to the card that replaced its own.",
  "ticket-moved-nowhere": "The customer lost a ticket: issue it again on the card that they have now.",
  "card-not-made": "The order was prepared without its card: make the card, and put what was bought for it there.",
  "voucher-count-wrong": "Set the voucher's uses to what its orders count.",
  "voucher-kept": "The order is cancelled: give its voucher use back.",
  "voucher-given-back": "The order was completed with the discount: count its voucher use again.",
  "mail-missing": "Queue the mail of this order again.",
  "mail-twice": "The customer got one message twice: find out what wrote the second.",
  "payment-discrepancy":
    "Compare with what stands at the provider or the bank, put it right there, then settle it: npm run audit -- --settle <its id> --reason <how>.",
  "work-given-up":
    "Read the last error, put its cause right, and let the job run again: npm run jobs -- retry, with its id or kind.",
} as const;

export type DifferenceKind = keyof typeof remedies;

/** Something that does not agree. */
export interface Difference {
  kind: DifferenceKind;
  networkId: string | null;
  orderId: string | null;
  orderNumber: string | null;
  /** What it is about: a payment, session, movement, invoice, line, voucher, mail or piece of work. */
  subject: string;
  /** What stands where, in a sentence. */
  found: string;
  /** What to do about it. */
  remedy: string;
}

export type Found = Omit<Difference, "remedy">;
export const difference = (found: Found): Difference => ({ ...found, remedy: remedies[found.kind] });
