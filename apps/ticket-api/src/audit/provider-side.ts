import type { PaymentSession } from "../integrations/payment-provider.ts";
import type { BookedPayment } from "./booked-store.ts";
import type { Found } from "./differences.ts";

const payable = new Set<PaymentSession["state"]>(["open", "authorised"]);
const alive = new Set(["begun", "open"]);

/**
 * Compares the provider's sessions with our books. Sessions that changed there after `lateBefore` may be in progress; sessions in
 * `reported` have a discrepancy of their own.
 */
export function differencesAtProvider(
  sessions: readonly PaymentSession[],
  payments: readonly BookedPayment[],
  { lateBefore, reported }: { lateBefore: string; reported: ReadonlySet<string> },
): Found[] {
  const others = sessions.filter(({ id }) => !reported.has(id));
  const byId = new Map(payments.map((payment) => [payment.id, payment]));
  const bySession = new Map(sessions.map((session) => [session.id, session]));
  return [
    ...others.flatMap((session) => ofSession(session, byId.get(ownerOf(session)), lateBefore)),
    ...payments.flatMap((payment) => ofPayment(payment, bySession)),
    ...capturedTwice(others, byId),
  ];
}

/** Our reference at the provider is the payment's id. */
const ownerOf = (session: PaymentSession): string => session.reference;

function ofSession(session: PaymentSession, payment: BookedPayment | undefined, lateBefore: string): Found[] {
  const { captured, refunded } = session;
  if (payment === undefined) {
    if (captured.amount === refunded.amount) return [];
    const found = `${captured.amount} ${captured.currency} captured for order ${session.orderId}, which is not in our books`;
    return [
      { kind: "captured-for-nobody", networkId: null, orderId: null, orderNumber: null, subject: session.id, found },
    ];
  }
  const differ = differenceFor(payment, session.id);
  if (payment.session !== null && payment.session !== session.id) {
    return [
      differ("session-twice", `payment ${payment.id} is paid by session ${payment.session}, and this one exists too`),
    ];
  }
  const differences: Found[] = [];
  const settled = !alive.has(payment.status);
  const late = session.changedAt < lateBefore;
  if (captured.amount > 0 && payment.captured === 0) {
    const found = `captured ${captured.amount} ${captured.currency} at the provider, payment ${payment.id} is ${payment.status}`;
    if (late) differences.push(differ("captured-not-booked", found));
  } else if (captured.amount > 0 && captured.amount !== payment.captured) {
    differences.push(differ("captured-other-amount", `captured ${captured.amount}, booked ${payment.captured}`));
  }
  if (refunded.amount !== payment.refunded && late) {
    differences.push(differ("refund-differs", `refunded ${refunded.amount}, booked ${payment.refunded}`));
  }
  if (settled && payable.has(session.state)) {
    differences.push(
      differ("closed-but-payable", `the session is ${session.state}, payment ${payment.id} ${payment.status}`),
    );
  }
  return differences;
}

function ofPayment(payment: BookedPayment, bySession: ReadonlyMap<string, PaymentSession>): Found[] {
  const session = payment.session === null ? undefined : bySession.get(payment.session);
  const differ = differenceFor(payment, payment.session ?? payment.id);
  if (payment.captured > 0 && (session === undefined || session.captured.amount === 0)) {
    const said = session === undefined ? "does not know the session" : `says ${session.state}`;
    return [differ("booked-not-captured", `booked ${payment.captured} ${payment.currency}, the provider ${said}`)];
  }
  if (payment.session !== null && session === undefined) {
    return [differ("session-lost", `payment ${payment.id} is ${payment.status} at a session unknown to the provider`)];
  }
  return [];
}

function capturedTwice(sessions: readonly PaymentSession[], byId: ReadonlyMap<string, BookedPayment>): Found[] {
  const kept = Map.groupBy(
    sessions.filter((session) => keptOf(session, byId.get(ownerOf(session))) > 0),
    (session) => partPaidBy(byId.get(ownerOf(session))),
  );
  return [...kept].flatMap(([part, captures]) => {
    const payment = byId.get(captures[0]?.reference ?? "");
    if (part === undefined || payment === undefined) return [];
    const sum = captures.reduce((total, session) => total + keptOf(session, byId.get(ownerOf(session))), 0);
    if (captures.length < 2 && sum <= payment.share) return [];
    const found = `${sum} kept by ${captures.map(({ id }) => id).join(", ")} for ${payment.share} of the order`;
    return [differenceFor(payment, payment.orderId)("captured-twice", found)];
  });
}

/** What a session took and does not owe: a refund that failed is paid by another way. */
const keptOf = ({ captured, refunded }: PaymentSession, payment: BookedPayment | undefined): number =>
  captured.amount - refunded.amount - (payment?.bookedBack ?? 0);

const partPaidBy = (payment: BookedPayment | undefined): string | undefined =>
  payment === undefined ? undefined : `${payment.orderId}:${payment.position}`;

const differenceFor =
  ({ networkId, orderId, orderNumber }: BookedPayment, subject: string) =>
  (kind: Found["kind"], found: string): Found => ({ kind, networkId, orderId, orderNumber, subject, found });
