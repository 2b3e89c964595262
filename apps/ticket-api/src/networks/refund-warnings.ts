import { isDeepStrictEqual } from "node:util";
import type { NetworkPack, PackArticle } from "@guichet/contract/network-pack.ts";
import type { RefundPolicy } from "@guichet/contract/packs/refund-policy.ts";
import type { PackFault } from "./pack-folder.ts";

type Terms = Exclude<RefundPolicy, { basis: "none" }>;
/** A term that contradicts another: its path inside the policy, and what follows, in words. */
type Contradiction = readonly [path: string, message: string];

/** Warns of terms of refunds that contradict each other, so that less is refunded than the policy seems to say (decision 147). */
export function warnOfRefunds({ catalogue: { articles } }: NetworkPack): PackFault[] {
  return articles.flatMap((article, index) => {
    const { refund } = article;
    if (refund === undefined) return [];
    const found = refund.basis === "none" ? [] : contradictions(refund, article);
    const ofReasons = (refund.withEvidence ?? []).flatMap(({ terms }, place) =>
      [...contradictions(terms, article), ...withoutEffect(terms, refund)].map(
        ([path, message]) => [`withEvidence.${place}.terms.${path}`, message] as const,
      ),
    );
    return [...found, ...ofReasons].map(([path, message]) => ({
      file: "catalogue.json",
      path: `articles.${index}.refund.${path}`,
      message,
    }));
  });
}

const contradictions = (terms: Terms, article: PackArticle): Contradiction[] => [
  ...contradictedDays(terms, article),
  ...contradictedAmounts(terms, article),
];

/** Evidence that changes nothing: the terms of its reason are those without it. */
function withoutEffect(terms: Terms, { withEvidence: _, ...policy }: RefundPolicy): Contradiction[] {
  return isDeepStrictEqual(terms, policy)
    ? [["basis", "the same terms as without evidence: the customer sends it for nothing"]]
    : [];
}

function contradictedDays(terms: Terms, article: PackArticle): Contradiction[] {
  const { basis, deadlineDays, lockedFirstDays, lockedLastDays, countedFrom } = terms;
  const fromStart = countedFrom === "start";
  const days = lengthInDays(article);
  const found: Contradiction[] = [];
  if (deadlineDays !== undefined && lockedFirstDays !== undefined && deadlineDays < lockedFirstDays) {
    const left = fromStart ? "it is refunded only before its first day" : "it is never refunded";
    found.push(["deadlineDays", `${deadlineDays} days end before the ${lockedFirstDays} of lockedFirstDays: ${left}`]);
  }
  if (basis === "unused" && fromStart && lockedFirstDays !== undefined)
    found.push(["lockedFirstDays", "without effect: an unused ticket is refunded only before its first day"]);
  if (days === undefined) return found;
  if (lockedLastDays !== undefined && lockedLastDays >= days)
    found.push(["lockedLastDays", `the whole validity of ${days} days: nothing is refunded once it has begun`]);
  else if (fromStart && (lockedFirstDays ?? 0) + (lockedLastDays ?? 0) >= days)
    found.push([
      "lockedFirstDays",
      `with lockedLastDays the whole validity of ${days} days: it is refunded only before its first day`,
    ]);
  return found;
}

/** The length of a validity in days; undefined: it is counted otherwise, or ends on a fixed day. */
function lengthInDays({ validity }: PackArticle): number | undefined {
  const duration = "duration" in validity ? /^P(\d+)D$/.exec(String(validity.duration))?.[1] : undefined;
  return duration === undefined ? undefined : Number(duration);
}

function contradictedAmounts(terms: Terms, { price }: PackArticle): Contradiction[] {
  if (price === 0) return [];
  const { refundPercent = 100, minimum, feesByDay = [] } = terms;
  if (refundPercent === 0) return [["refundPercent", "0: it is never refunded; basis none says so to customers"]];
  const mostBeforeFee = Math.ceil((price * refundPercent) / 100);
  const fees = [{ at: "", ...terms }, ...feesByDay.map((fee, index) => ({ at: `feesByDay.${index}.`, ...fee }))];
  return fees.flatMap(({ at, fee, feePercent = 0 }): Contradiction[] => {
    const share = Math.floor((price * feePercent) / 100);
    const highest = Math.max(fee, share);
    const path = `${at}${share > fee ? "feePercent" : "fee"}`;
    const most = mostBeforeFee - highest;
    if (most <= 0)
      return [[path, `not below the ${mostBeforeFee} that are refunded of the price of ${price}: nothing is refunded`]];
    return most < minimum
      ? [
          [
            `${at === "" ? "minimum" : path}`,
            `at most ${most} are left of the price after the fee, less than the minimum of ${minimum}: nothing is refunded`,
          ],
        ]
      : [];
  });
}
