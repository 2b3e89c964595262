import type { Difference } from "./differences.ts";

/** Formats the audit's result for a person: per order, what was found and what to do. */
export function describeDifferences(differences: readonly Difference[]): string {
  if (differences.length === 0) return "Provider, ledger, orders, invoices, tickets and mail agree.";
  const byOrder = Map.groupBy(differences, ({ networkId, orderNumber }) =>
    orderNumber === null ? (networkId ?? "no network") : `order ${orderNumber} (${networkId})`,
  );
  const parts = [...byOrder].map(([title, found]) =>
    [
      title,
      ...found.flatMap((one) => [`  ${one.kind}: ${one.found}`, `    ${one.subject}`, `    → ${one.remedy}`]),
    ].join("\n"),
  );
  const count = differences.length === 1 ? "1 difference" : `${differences.length} differences`;
  return `${parts.join("\n\n")}\n\n${count}.`;
}
