import type { NetworkPack, PackArticle } from "@guichet/contract/network-pack.ts";
import { settledByProviderWithinDays, settledWithinDays } from "@guichet/rules/payments/debit-tickets.ts";
import type { PackFault } from "./pack-folder.ts";

/** Warns of tickets paid by direct debit that would begin or end before their debit can be settled (decision 154). */
export function warnOfDebits({ network, catalogue: { articles } }: NetworkPack): PackFault[] {
  const { debitTicketsUsable, provisionalDays } = network;
  const withinDays = network.directDebit === "provider" ? settledByProviderWithinDays : settledWithinDays;
  if (debitTicketsUsable === "signed" || !network.paymentMethods.includes("TRANSFER")) return [];
  const ofArticles = articles.flatMap((article, index): PackFault[] => {
    if (!(article.paymentOptions ?? []).some(({ paymentMethods }) => paymentMethods.includes("TRANSFER"))) return [];
    const at = { file: "catalogue.json", path: `articles.${index}.validity` };
    if (debitTicketsUsable === "settled")
      return beginsEarly(article, withinDays)
        ? [
            {
              ...at,
              message: `begins up to ${withinDays} days before its debit is settled: its ticket is not usable meanwhile (debitTicketsUsable)`,
            },
          ]
        : [];
    const days = lengthInDays(article);
    return days !== undefined && provisionalDays !== undefined && days <= provisionalDays
      ? [
          {
            ...at,
            message: `ends within the ${provisionalDays} provisionalDays: it is used up before its ticket could be suspended`,
          },
        ]
      : [];
  });
  return [...warnOfShortTime(provisionalDays, withinDays), ...ofArticles];
}

const warnOfShortTime = (days: number | undefined, withinDays: number): PackFault[] =>
  days === undefined || days >= withinDays
    ? []
    : [
        {
          file: "network.json",
          path: "provisionalDays",
          message: `a first debit is settled up to ${withinDays} days after the order: after ${days} days tickets are suspended whose debit the bank will pay`,
        },
      ];

/** Whether the validity begins at the purchase, or on a day that customers cannot choose late enough. */
function beginsEarly({ validity, pivot }: PackArticle, withinDays: number): boolean {
  if (!("duration" in validity) || validity.from === "first-use") return false;
  if (validity.from === "purchase" || pivot === undefined) return true;
  const daysOf = { DAY_PIVOT: 1, WEEK_PIVOT: 7, MONTH_PIVOT: 28 } as const;
  return pivot.proposals * daysOf[pivot.type] <= withinDays;
}

/** The length in days of a validity that begins at the purchase or on a chosen day; undefined: it is counted otherwise. */
function lengthInDays({ validity }: PackArticle): number | undefined {
  if (!("duration" in validity) || validity.from === "first-use") return undefined;
  const [, days, hours] = /^P(?:(\d+)D|T\d+M|T(\d+)H)$/.exec(validity.duration) ?? [];
  if (days !== undefined) return Number(days);
  return hours === undefined ? undefined : Number(hours) / 24;
}
