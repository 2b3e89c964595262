import type { Tx } from "../../database/database.ts";
import type { ProviderAccount } from "../../integrations/payment-providers.ts";
import { type ReportedMovement, reportedMovements } from "../../integrations/reported/report-store.ts";
import { outstandingOf } from "../../integrations/reported/reported-settlement.ts";
import type { FileMovement, ReportNote } from "./report-content.ts";

/** The stored movement that a movement of a file states again, and what a person should know of that. */
interface KnownMovement {
  stored: ReportedMovement;
  note?: ReportNote;
}

/**
 * The movements of a file that are stored, by their references in the file. The staff record a return without the bank's reference: it is
 * known by its dispute and its amount, once.
 */
export async function knownMovements(
  tx: Tx,
  account: ProviderAccount,
  movements: readonly FileMovement[],
): Promise<Map<string, KnownMovement>> {
  const found = await reportedMovements(tx, account, { references: movements.map(({ reference }) => reference) });
  const known = new Map<string, KnownMovement>(found.map((stored) => [stored.reference, { stored }]));
  const returns = movements.filter(({ kind, reference }) => kind === "chargeback-returned" && !known.has(reference));
  for (const [dispute, stated] of Map.groupBy(returns, (movement) => movement.dispute)) {
    if (dispute === null) continue;
    const ofDispute = await reportedMovements(tx, account, { dispute });
    let recorded = ofDispute.filter(isRecordedReturn);
    for (const movement of stated) {
      const stored = sameReturn(movement, recorded);
      if (stored === undefined) continue;
      recorded = recorded.filter((each) => each !== stored);
      known.set(movement.reference, { stored, ...ambiguity(movement, outstandingOf(ofDispute)) });
    }
  }
  return known;
}

/** The reference of the next return that the staff record of a dispute, which has these movements. */
export function nextReturnReference(dispute: string, movements: readonly ReportedMovement[]): string {
  const used = new Set(movements.map(({ reference }) => reference));
  let number = 1;
  while (used.has(returnReference(dispute, number))) number++;
  return returnReference(dispute, number);
}

const returnReference = (dispute: string, number: number): string =>
  number === 1 ? `${dispute} returned` : `${dispute} returned ${number}`;

function isRecordedReturn({ kind, dispute, reference }: ReportedMovement): boolean {
  const first = returnReference(dispute ?? "", 1);
  return (
    kind === "chargeback-returned" && reference.startsWith(first) && /^( \d+)?$/.test(reference.slice(first.length))
  );
}

/** Of the returns that the staff recorded: the one with the payout of the file's, else one without a payout. */
function sameReturn(movement: FileMovement, recorded: readonly ReportedMovement[]): ReportedMovement | undefined {
  const same = recorded.filter(({ amount }) => amount === movement.amount);
  return (
    same.find(({ payout }) => payout === movement.payout) ??
    same.find(({ payout }) => payout === null || movement.payout === null)
  );
}

/** While the bank holds money of the dispute again, its return may also be a further one. */
function ambiguity({ line, dispute, reference, amount }: FileMovement, outstanding: number): { note?: ReportNote } {
  if (outstanding < amount) return {};
  const text = `${reference} counts as the return of the chargeback ${dispute} that the staff recorded: if it is a further one, record it as won`;
  return { note: { line, text } };
}

const compared = ["kind", "payment", "dispute", "amount", "fee", "currency", "madeOn", "payout", "paidOn"] as const;
type Compared = (typeof compared)[number];

/** What a movement of a file says otherwise than the stored one. */
export function contradiction(movement: FileMovement, stored: ReportedMovement | undefined): ReportNote[] {
  if (stored === undefined) return [];
  const differences = compared.filter((field) => isOtherwise(field, movement, stored));
  if (differences.length === 0) return [];
  const words = differences.map(
    (field) => `${field} ${movement[field] ?? "none"} instead of ${stored[field] ?? "none"}`,
  );
  return [{ line: movement.line, text: `${movement.reference} was imported with other values: ${words.join(", ")}` }];
}

function isOtherwise(field: Compared, movement: FileMovement, stored: ReportedMovement): boolean {
  if (movement[field] === stored[field]) return false;
  // The staff recorded the return on a day of their own.
  if (field === "madeOn") return movement.reference === stored.reference;
  const mayFollow = field === "fee" || field === "payout" || field === "paidOn";
  return !mayFollow || (isStated(field, movement) && isStated(field, stored));
}

/** The payout and the fee may be stated after the movement itself, the fee with the payout at the latest. */
const isStated = (field: Compared, movement: ReportedMovement): boolean =>
  movement.payout !== null || (movement[field] !== null && movement[field] !== 0);

/** The stored movement with the fee and the payout that a file states now; none if it states nothing more. */
export function completion(movement: FileMovement, stored: ReportedMovement | undefined): ReportedMovement[] {
  if (stored === undefined) return [];
  const fee = movement.fee === 0 ? stored.fee : movement.fee;
  const payout = movement.payout ?? stored.payout;
  const paidOn = movement.paidOn ?? stored.paidOn;
  return fee === stored.fee && payout === stored.payout ? [] : [{ ...stored, fee, payout, paidOn }];
}
