import type { Call } from "@guichet/contract/call.ts";

/** Candidate values of a field; the first that its schema accepts is sent. */
const candidates: readonly unknown[] = [
  "nothing",
  "somebody@example.org",
  "2012-05-02",
  "2026-11-20T09:00:00.000Z",
  1,
  true,
  [],
  { amount: 0, currency: "EUR" },
  "CARD",
  "CASH",
  "LEGACY_EMAIL_VERIFICATION",
  "P1M",
  "lost",
  "article",
  "accept",
  "SHIPPING",
  {},
  [{}],
  [{ weekday: 1, trips: 1 }],
  "same-person",
  "AT_END",
  "no-contract",
  ["nothing"],
  "goodwill",
  "fixed",
  "pause",
  [{ language: "fr", text: "nothing" }],
  "refuse",
  { firstName: "Lou", lastName: "Morvan", birthDate: null },
  ["reader"],
  "fr",
  "end-sessions",
  "unpaid",
  "fraudulent",
  "2026-10",
  "0197a3b2-4c5d-7e6f-8a9b-0c1d2e3f4a5b",
  { fullname: "Lou Morvan", addressRoute: "3 rue", addressPostalCode: "76600", addressCity: "Le Havre" },
  {
    ...{ index: 1, label: "nothing", addressRoute: "3 rue", addressPostalCode: "76600", addressCity: "Le Havre" },
    openingHours: [],
  },
  {
    ...{ level: "INFO", flags: [], maintenance: false, message: { fr: "nothing" } },
    ...{ displayAfter: null, displayBefore: null, estimatedEnd: null },
  },
  { kind: "tariff", definition: { id: "nothing", name: { fr: "nothing" } } },
  { kind: "messages", definition: { id: "network" } },
  "terms-of-use",
  { siteId: "nothing", slotId: "nothing" },
  // The digest of a file.
  "0".repeat(64),
  { contactEmail: null, phone: null, language: null, address: null },
  [{ checkId: "0197a3b2-4c5d-7e6f-8a9b-0c1d2e3f4a5b", text: "nothing", checkedAt: "2026-11-20T09:00:00.000Z" }],
];

/** Values that a call parses: each required field, whatever its meaning. */
export function sampleValues({ path, request }: Pick<Call, "path" | "request">): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [field, schema] of Object.entries(request)) {
    if (schema.safeParse(undefined).success) continue;
    const fitting = candidates.find((candidate) => schema.safeParse(candidate).success);
    if (fitting === undefined) throw new Error(`${path}: no sample for ${field}`);
    values[field] = fitting;
  }
  return values;
}
