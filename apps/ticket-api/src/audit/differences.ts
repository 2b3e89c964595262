/** Everything that the audit can find, with the remedy. */
export const remedies = {
  "captured-not-booked":
    "Settle the payment again (its job asks the provider); if the order has ended, refund the capture at the provider.",
  "captured-for-nobody": "Find out whose payment it is from the provider's order id; refund it if nobody claims it.",
  "captured-other-amount": "Refund the difference at the provider, or ask the customer for it, and book it.",
  "captured-twice": "Refund one of the captures at the provider and book the refund.",
  "booked-not-captured":
    "Nothing was captured: find who wrote the movement, cancel the order's tickets, and reverse it.",
  "booked-twice": "Read the provider's statement, then reverse one of the movements.",
  "movement-unbalanced":
    "A movement is two rows that add up to zero: find who wrote the rows and add the missing side.",
  "movement-other-amount": "Compare with the payment and the provider's statement, and book the difference.",
  "refund-differs": "Read the provider's refunds of this session and book what is missing, or refund what was booked.",
  "late-capture-kept": "Run the refund's job again, or refund at the provider and book it.",
  "rest-kept": "Run the refund's job again, or refund the prorated amount at the provider or the bank and book it.",
  "rest-booked-wrong":
    "Compare the refund with its movement and the provider's statement, and book the difference or the missing one.",
  "settled-refund-reinstated":
    "The bank has given the disputed money back after it had settled a refund: pay the customer, at the provider or by transfer, and book it.",
  "refund-transfer-wrong":
    "A refund by transfer, its account and the bank's instruction disagree: compare with the account's statement before anything is paid.",
  "session-twice": "Close the session that the payment does not name; refund it if it was captured.",
  "session-lost": "The provider does not know the session that the payment names: ask the provider's support.",
  "closed-but-payable": "Close the session at the provider: it is no longer needed.",
  "completed-unpaid": "The order was completed without payment: find its payment, or cancel it with its tickets.",
  "paid-not-completed": "Complete the order, or refund what was captured.",
  "payment-other-amount": "The order and its payment differ: read the order's history before anything is refunded.",
  "payment-forgotten": "No job checks this payment any more: plan its job again.",
  "order-forgotten": "No job will end this order any more: plan its job again.",
  "order-overdue": "The order should have ended: find out why its job does not end it (the provider is asked first).",
  "order-total-wrong": "The order's total is not the sum of its lines: do not change it by hand; ask a developer.",
  "cart-ordered-twice": "One cart has two unresolved orders: cancel one before both are paid.",
  "parts-wrong": "The order's installments do not add up to its total: collect nothing before a developer has looked.",
  "part-unfounded":
    "Read the installment's payments and the provider's statement; book what is missing, or mark the installment.",
  "part-forgotten": "No job will collect this installment any more: plan its job again.",
  "owed-wrong":
    "The ledger and the installments disagree on the amount owed: compare the movements with the installments.",
  "regularization-wrong":
    "Set the order's state by its installments: to be regularised while one is unpaid, otherwise completed.",
  "subscription-forgotten": "No job will renew or end this subscription any more: plan its job again.",
  "subscription-unpaid":
    "The subscription shows more periods paid than its orders: compare its periods with their orders.",
  "subscription-left-wrong":
    "A subscription terminated early has a credit note, and its tickets end with it: read the order's history.",
  "cancelled-not-refunded":
    "The order is cancelled and its payment was not refunded: refund it at the provider and book it.",
  "mandate-missing":
    "Nothing may be debited without a mandate: ask the customer for another payment method for this installment.",
  "card-missing":
    "Ask the customer for another card: the installment will be returned unpaid, and is then paid on the order.",
  "invoice-missing": "Issue the order's invoice.",
  "invoice-unfounded": "An invoice exists for an order that was never completed: issue a credit note.",
  "invoice-total-wrong": "Issue a credit note and a correct invoice.",
  "credit-note-total-wrong":
    "A credit note covers the amount of an order that is not kept: compare it with what was captured and refunded.",
  "invoice-gap": "A number of the series is missing: find out who removed it, and tell the accountant.",
  "invoice-number-twice":
    "A number of the series is used twice: issue a credit note and a new invoice for one of them.",
  "invoice-counter-wrong": "The counter is not at the last number: set it before the next sale.",
  "tickets-missing": "Issue the missing tickets of the line.",
  "tickets-too-many": "Cancel the unpaid tickets.",
  "ticket-transferred-nowhere": "The customer lost a ticket: issue it to the traveller that it was transferred to.",
  "trips-miscounted": "Set the ticket's trips to what its uses leave.",
  "ticket-not-blocked": "The card is blocked: block the ticket too, and find out how it got there.",
  "unpaid-not-suspended":
    "The order is suspended but one of its tickets is usable: block it, and find out what lifted the block.",
  "suspended-though-paid":
    "The order is fully paid: lift the block on its tickets, and find out why that was not done.",
  "ticket-left-behind": "Move the ticket to the card that replaced its own.",
  "ticket-moved-nowhere": "The customer lost a ticket: issue it again on the card that they now have.",
  "card-not-made": "The order was fulfilled without its card: make the card, and load what was bought for it.",
  "voucher-count-wrong": "Set the voucher's uses to the number of its orders.",
  "voucher-kept": "The order is cancelled: release its voucher use.",
  "voucher-given-back": "The order was completed with the discount: count its voucher use again.",
  "compensation-wrong":
    "Compare the compensation with its refund and its voucher; find who changed them, and correct the record.",
  "compensation-forgotten": "No job pays this campaign any more: pause and resume it.",
  "counter-sale-wrong":
    "The sale, its order and the ledger disagree: compare with the receipt and the terminal's statement, and book the difference.",
  "drawer-wrong": "A cash drawer disagrees with its sales: compare with its receipts, and find who changed the rows.",
  "mail-missing": "Queue the e-mail of this order again.",
  "mail-twice": "The customer received one e-mail twice: find out what queued the second.",
  "dispute-not-booked":
    "Wait for the next reconciliation (half an hour); if it stays, read the job dispute in npm run jobs -- list.",
  "dispute-differs":
    "Compare the dispute with the provider: its state and what was withdrawn are booked by the next reconciliation.",
  "dispute-loss-wrong": "What is withdrawn by a dispute is a loss exactly when it is lost: find the missing movement.",
  "disputed-not-suspended":
    "The payment is disputed but one of the tickets is usable: block it, and find out what lifted the block.",
  "suspended-undisputed":
    "No dispute suspends the order any more: lift the block on its tickets, and find out why that was not done.",
  "payout-not-booked": "Read it: npm run payouts -- read <its id> --reason <why>.",
  "payout-differs": "Read it again: npm run payouts -- read <its id> --reason <why>.",
  "payout-sum-wrong":
    "Read it again: npm run payouts -- read <its id> --reason <why>; if it stays, ask the provider's support.",
  "payout-booked-wrong":
    "Read the payout again, which books the difference: npm run payouts -- read <its id> --reason <why>.",
  "fee-wrong":
    "Read everything again, which books the difference: npm run payouts -- catch-up --days <number> --reason <why>.",
  "payment-not-settled":
    "Read everything again: npm run payouts -- catch-up --days <number> --reason <why>; if it stays, ask the provider's support.",
  "payment-settled-twice":
    "The provider states two movements for one payment: compare them in its dashboard, and refund a second charge.",
  "unsettled-not-held":
    "The first debit is not settled but one of the tickets is usable: block it, and find out what lifted the block.",
  "held-though-settled":
    "The first debit is settled: lift the block on the tickets, and find out why that was not done.",
  "payment-discrepancy":
    "Compare with the provider or the bank, correct it there, then settle it: npm run audit -- --settle <its id> --reason <how>.",
  "bank-entry-open":
    "Compare with the bank's statement, do what it states, then settle it: npm run bank-files -- resolve <its id> --reason <how>.",
  "month-changed":
    "A closed month has other documents or movements than when it was closed: verify it in the office under Finance, and find who changed the rows.",
  "work-given-up": "Read the last error, fix its cause, and retry the job: npm run jobs -- retry, with its id or kind.",
} as const;

export type DifferenceKind = keyof typeof remedies;

/** A difference between two records that should agree. */
export interface Difference {
  kind: DifferenceKind;
  networkId: string | null;
  orderId: string | null;
  orderNumber: string | null;
  /** The id of the payment, session, movement, invoice, line, voucher, e-mail or job concerned. */
  subject: string;
  /** What the audit found, in a sentence. */
  found: string;
  /** What to do about it. */
  remedy: string;
}

export type Found = Omit<Difference, "remedy">;
export const difference = (found: Found): Difference => ({ ...found, remedy: remedies[found.kind] });
