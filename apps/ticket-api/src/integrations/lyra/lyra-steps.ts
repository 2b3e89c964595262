import { isDebit, type Transaction } from "./lyra-objects.ts";
import { stateOf } from "./lyra-states.ts";
import type { KnownSession } from "./lyra-store.ts";

/**
 * What is to be done about a session. `choose`: this transaction may be captured, and no other. `validate`: it is
 * captured now. `record`: it is captured. `release`: this one never will be. `close`: its time has passed.
 */
export type Step =
  | { step: "choose" | "validate" | "release"; uuid: string }
  | { step: "record"; uuid: string; amount: number }
  | { step: "close" };

/**
 * The next step; undefined if there is nothing to do. A transaction is chosen before it is validated, so that of two for
 * one reference only one is captured, and none after the session was closed.
 */
export function nextStep(session: KnownSession, all: readonly Transaction[], now: Date): Step | undefined {
  const debits = all.filter(isDebit).toSorted(byCreation);
  const { transactionId, closedAt, capturedAmount } = session;
  const taken = debits.find((each) => stateOf(each) === "taken" && isOf(session, each));
  if (taken !== undefined && capturedAmount === null) return { step: "record", uuid: taken.uuid, amount: taken.amount };
  const authorised = debits.filter((each) => stateOf(each) === "authorised");
  const chosen = authorised.find(({ uuid }) => uuid === transactionId);
  if (chosen !== undefined) return { step: "validate", uuid: chosen.uuid };
  const [first] = authorised;
  if (first !== undefined && (transactionId !== null || closedAt !== null))
    return { step: "release", uuid: first.uuid };
  if (first !== undefined) return session.isManual ? undefined : { step: "choose", uuid: first.uuid };
  const isOver = session.endsAt !== null && now.getTime() >= Date.parse(session.endsAt);
  return isOver && transactionId === null && closedAt === null ? { step: "close" } : undefined;
}

/** Whether this transaction may be the one of the session: none was chosen, or this one. */
const isOf = ({ transactionId }: KnownSession, { uuid }: Transaction): boolean =>
  transactionId === null || transactionId === uuid;

export const byCreation = (one: Transaction, other: Transaction): number =>
  one.creationDate.localeCompare(other.creationDate) || one.uuid.localeCompare(other.uuid);
