import type { JourneyName } from "./crash-journeys.ts";
import { type Protocol, protocols } from "./crash-protocols.ts";
import type { KillingRequest } from "./provider-door.ts";

/** What else is killed: together with the Ticket API at its point, or while a customer pays. */
export type AlsoKilled = "sandbox" | "database" | undefined;

/** A customer of a process that is killed once, and what follows. */
export interface Round {
  protocol: Protocol;
  /** A failpoint, or a request to the provider; undefined: at no particular point. */
  point: string | KillingRequest | undefined;
  journey: JourneyName;
  also: AlsoKilled;
  /** What the customer does after the restart. */
  next: "comes back" | "clicks with the same key" | "clicks with another key" | "does nothing";
}

const refunding: readonly JourneyName[] = [
  "gives a ticket back",
  "has the order cancelled by the staff",
  "has a part given back by the staff",
  "gives a ticket back while the staff cancel the order",
];

/** Every failpoint of a purchase or a refund, with the journeys on which a process is killed there. */
export const roundsAt: Readonly<Record<string, readonly JourneyName[]>> = {
  "key-claimed": ["buys", "buys at the counter"],
  "order-checked": ["buys", "clicks five times concurrently"],
  "order-uncommitted": ["buys", "orders a free article", "clicks five times concurrently"],
  "order-written": ["buys", "orders a free article", "clicks five times concurrently", "is charged by a saved card"],
  "session-requested": ["buys", "never pays", "is charged by a saved card"],
  "session-created": [
    "buys",
    "clicks five times concurrently",
    "is refused and pays again",
    "is charged by a saved card",
  ],
  "session-stored": ["buys", "never pays", "is charged by a saved card"],
  "response-uncommitted": ["buys", "orders a free article", "buys at the counter"],
  "response-stored": ["buys", "buys at the counter"],
  "before-provider-call": ["buys", "pays and does not return, the webhook arrives", "cancels before paying"],
  "provider-answered": ["buys", "pays and does not return, the webhook is lost", "never pays"],
  "capture-written": [
    "buys",
    "pays with another card after a declined one",
    "pays and does not return, the webhook arrives",
    "pays and does not return, the webhook is lost",
    "is charged by a saved card",
  ],
  "completion-uncommitted": ["buys", "pays and does not return, the webhook is lost"],
  "payment-settled": ["buys", "is refused", "cancels before paying", "never pays"],
  "refusal-written": ["is refused", "is refused and pays again"],
  "payment-restarted": ["is refused and pays again"],
  "session-closed": ["cancels before paying", "never pays"],
  "cancel-written": ["cancels before paying", "never pays"],
  "give-up-written": ["cancels after a refusal", "is refused and never pays"],
  "order-given-up": ["cancels after a refusal", "is refused and never pays"],
  "webhook-read": ["pays and does not return, the webhook arrives"],
  "webhook-handled": ["pays and does not return, the webhook arrives"],
  "late-capture-written": ["is captured after cancelling", "is captured after cancelling, without a webhook"],
  "refund-requested": ["gives a ticket back after the remittance", "is captured after cancelling", ...refunding],
  "refund-made": [
    "gives a ticket back after the remittance",
    "is captured after cancelling",
    "is captured after cancelling, without a webhook",
    ...refunding,
  ],
  "refund-uncommitted": ["has a part given back by the staff", "is captured after cancelling", ...refunding],
  "refund-booked": ["is captured after cancelling"],
  "sweep-page-read": ["is captured after cancelling, without a webhook"],
  "job-leased": ["pays and does not return, the webhook is lost", "never pays"],
  "job-done": ["pays and does not return, the webhook is lost", "is captured after cancelling"],
  "email-sent": ["buys"],
  "tickets-refunded-uncommitted": ["gives a ticket back", "has a part given back by the staff"],
  "refund-promised": ["gives a ticket back", "disputes the payment of a ticket that was given back"],
  "order-refunded-uncommitted": ["has the order cancelled by the staff"],
  "staff-refund-promised": [
    "gives a ticket back while the staff cancel the order",
    "has the order cancelled by the staff",
    "has a part given back by the staff",
  ],
  "dispute-uncommitted": ["disputes the payment", "disputes the payment of a ticket that was given back"],
  "counter-uncommitted": ["buys at the counter"],
  "card-blocked-uncommitted": ["loses a card with tickets"],
  "charge-uncommitted": [
    "pays in installments, and the second falls due",
    "pays in installments, and the second is refused",
  ],
  "charge-started": [
    "pays in installments, and the second falls due",
    "pays in installments, and the second is refused",
  ],
  "installment-uncommitted": ["pays in installments, and the second falls due", "pays an unpaid installment"],
  "installment-payment-begun": ["pays an unpaid installment"],
  "mandate-uncommitted": ["pays by direct debit, and its day comes"],
  "debit-file-uncommitted": ["pays by direct debit, and its day comes"],
  "debit-file-written": ["pays by a direct debit that the bank rejects"],
  "debit-file-requested": ["pays by direct debit, and its day comes"],
  "debit-file-submitted": ["pays by a direct debit that the bank rejects"],
  "debit-file-stored": ["pays by direct debit, and its day comes"],
  "bank-answered": ["pays by a direct debit that the bank rejects"],
  "debit-uncommitted": ["pays by a direct debit that the bank rejects"],
  "debit-settled": ["pays by a direct debit that the bank rejects"],
  "bank-page-read": ["pays by direct debit, and its day comes"],
};

/** Requests to the provider, by protocol, with the journeys on which a process is killed before and after each. */
const requestsAt: Readonly<Record<Protocol, readonly (readonly [RegExp, readonly JourneyName[]])[]>> = {
  stripe: [
    [/^POST \/v1\/checkout\/sessions$/, ["buys"]],
    [/^GET \/v1\/checkout\/sessions\/cs_/, ["buys"]],
    [/^POST \/v1\/checkout\/sessions\/cs_\w+\/expire/, ["cancels before paying"]],
    [/^POST \/v1\/payment_intents$/, ["is charged by a saved card"]],
    [/^GET \/v1\/events/, ["pays and does not return, the webhook is lost"]],
    [/^POST \/v1\/refunds/, [...refunding, "is captured after cancelling"]],
    [/^GET \/v1\/disputes/, ["disputes the payment"]],
  ],
  lyra: [
    [/\/Charge\/CreatePaymentOrder$/, ["buys"]],
    [/\/Order\/Get$/, ["buys"]],
    [
      /\/Transaction\/Validate$/,
      ["buys", "is charged by a saved card", "pays and does not return, the webhook arrives"],
    ],
    [/\/Charge\/PaymentOrder\/Update$/, ["cancels before paying"]],
    [/\/Charge\/CreatePayment$/, ["is charged by a saved card", "pays in installments, and the second falls due"]],
    [/\/Transaction\/(?:Update|Cancel|CancelOrRefund)$/, [...refunding, "gives a ticket back after the remittance"]],
  ],
};

/** Journeys that have nothing to do with the protocol of the provider, or need what Lyra's does not have. */
const onlyAtStripe: ReadonlySet<JourneyName> = new Set<JourneyName>([
  "orders a free article",
  "loses a card with tickets",
  "pays by direct debit, and its day comes",
  "pays by a direct debit that the bank rejects",
  "buys at the counter",
  "disputes the payment",
  "disputes the payment of a ticket that was given back",
]);
const onlyAtLyra: ReadonlySet<JourneyName> = new Set<JourneyName>(["gives a ticket back after the remittance"]);

const isPossible = (protocol: Protocol, journey: JourneyName): boolean =>
  !(protocol === "lyra" ? onlyAtStripe : onlyAtLyra).has(journey);

const afterwards: readonly Round["next"][] = [
  "clicks with the same key",
  "does nothing",
  "clicks with another key",
  "comes back",
];

/**
 * The rounds of the test. Thoroughly: every failpoint on each of its journeys, and before and after each request to the provider, at both
 * protocols. Otherwise each failpoint once, on journeys and protocols chosen so that every one is killed somewhere (decision 165).
 */
export function crashRounds(isThorough: boolean): Round[] {
  const rounds = isThorough ? protocols.flatMap(thoroughRounds) : ordinaryRounds();
  return [
    ...rounds.map(({ protocol, point, journey }, index): Round => {
      const also = index % 9 === 4 ? "sandbox" : index % 24 === 11 ? "database" : undefined;
      return { protocol, point, journey, also, next: afterwards[index % afterwards.length] ?? "comes back" };
    }),
    ...(isThorough ? protocols.flatMap(roundsAtAnyMoment) : roundsAtAnyMoment("stripe").filter(isOneOfEach)),
  ];
}

type Planned = Pick<Round, "protocol" | "point" | "journey">;

/** Of each failpoint a journey that no other has yet, at the protocol that has fewer rounds so far. */
function ordinaryRounds(): Planned[] {
  const planned: Planned[] = [];
  const roundsOf = (protocol: Protocol) => planned.filter((each) => each.protocol === protocol).length;
  for (const [point, names] of Object.entries(roundsAt)) {
    const isNew = (name: JourneyName) => !planned.some((each) => each.journey === name);
    const journey = names.find(isNew) ?? names[planned.length % names.length] ?? "buys";
    const [protocol = "stripe"] = protocols
      .filter((each) => isPossible(each, journey))
      .toSorted((one, other) => roundsOf(one) - roundsOf(other));
    planned.push({ protocol, point, journey });
  }
  return planned;
}

const thoroughRounds = (protocol: Protocol): Planned[] => [
  ...Object.entries(roundsAt).flatMap(([point, names]) =>
    names.filter((name) => isPossible(protocol, name)).map((journey) => ({ protocol, point, journey })),
  ),
  ...requestsAt[protocol].flatMap(([request, names]) =>
    names.flatMap((journey) =>
      (["before", "after"] as const).map((when) => ({ protocol, point: { request, when }, journey })),
    ),
  ),
];

/** Killed at no particular point: the database or the sandbox while customers are served, then the Ticket API. */
const roundsAtAnyMoment = (protocol: Protocol): Round[] =>
  (["database", "sandbox"] as const).flatMap((also): Round[] => [
    { protocol, point: undefined, journey: "buys", also, next: "comes back" },
    { protocol, point: undefined, journey: "clicks five times concurrently", also, next: "clicks with another key" },
  ]);

/** The first customer while the database ends, the second while the provider does. */
const isOneOfEach = ({ also, journey }: Round): boolean => (also === "database") === (journey === "buys");
