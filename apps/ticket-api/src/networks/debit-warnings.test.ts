import { expect, test } from "vitest";
import { debitNetwork } from "../testing/test-debits.ts";
import { testArticle, testPack } from "../testing/test-pack.ts";
import { warnOfDebits } from "./debit-warnings.ts";
import { checkPack } from "./pack-checks.ts";
import { describeFault } from "./pack-folder.ts";

const packOf = (network: Record<string, unknown>, article: Record<string, unknown> = {}) => {
  const paymentOptions = [{ paymentMethods: ["TRANSFER"] }];
  return testPack({
    network: { ...debitNetwork, ...network },
    articles: [testArticle({ id: "a", price: 1000, paymentOptions, ...article } as never)],
  });
};
const warned = (network: Record<string, unknown>, article: Record<string, unknown> = {}) => {
  const pack = packOf(network, article);
  expect(checkPack(pack)).toEqual([]);
  return warnOfDebits(pack).map(describeFault);
};
const lasting = (duration: string) => ({ validity: { from: "purchase", duration } });
const chosen = (proposals: number) => ({
  validity: { from: "start", duration: "P1M" },
  pivot: { type: "DAY_PIVOT", value: 0, proposals },
});
const begins =
  "catalogue.json, articles.0.validity: begins up to 10 days before its debit is settled: its ticket is not usable meanwhile (debitTicketsUsable)";

// covers: terms of tickets paid by direct debit that contradict each other are reported in words when the pack is imported
test.each([
  ["signed: nothing", {}, lasting("P1D"), []],
  ["settled, and valid from the purchase", { debitTicketsUsable: "settled" }, lasting("P1M"), [begins]],
  ["settled, and the last day to choose comes too early", { debitTicketsUsable: "settled" }, chosen(10), [begins]],
  ["settled, and a later day can be chosen", { debitTicketsUsable: "settled" }, chosen(30), []],
  [
    "settled, and valid from the first use",
    { debitTicketsUsable: "settled" },
    { validity: { from: "first-use", duration: "PT1H" } },
    [],
  ],
  [
    "settled, and not payable by debit",
    { debitTicketsUsable: "settled" },
    { ...lasting("P1D"), paymentOptions: [{ paymentMethods: ["CARD"] }] },
    [],
  ],
  ["provisional for long enough", { debitTicketsUsable: "provisional", provisionalDays: 10 }, lasting("P1M"), []],
  [
    "provisional for too short a time",
    { debitTicketsUsable: "provisional", provisionalDays: 9 },
    lasting("P1M"),
    [
      "network.json, provisionalDays: a first debit is settled up to 10 days after the order: after 9 days tickets are suspended whose debit the bank will pay",
    ],
  ],
  [
    "provisional, and the payment provider collects",
    { debitTicketsUsable: "provisional", provisionalDays: 29, directDebit: "provider" },
    lasting("P1Y"),
    [
      "network.json, provisionalDays: a first debit is settled up to 30 days after the order: after 29 days tickets are suspended whose debit the bank will pay",
    ],
  ],
  [
    "provisional, and over before",
    { debitTicketsUsable: "provisional", provisionalDays: 12 },
    lasting("P7D"),
    [
      "catalogue.json, articles.0.validity: ends within the 12 provisionalDays: it is used up before its ticket could be suspended",
    ],
  ],
] as const)("%s", (_, network, article, expected) => {
  expect(warned(network, article)).toEqual(expected);
});

test.each([
  [{ debitTicketsUsable: "provisional" }, 'missing: debitTicketsUsable "provisional" needs it'],
  [{ provisionalDays: 12 }, 'needs debitTicketsUsable "provisional"'],
  [
    { directDebit: "provider", payment: { provider: "lyra" } },
    'lyra collects no direct debits: "bank", or payment by stripe',
  ],
])("%o is refused", (network, fault) => {
  expect(checkPack(packOf(network)).map(({ message }) => message)).toEqual([fault]);
});

test("the payment provider cannot collect debits that the network does not offer", () => {
  const byCard = { paymentOptions: [{ paymentMethods: ["CARD"] }] };
  const faults = checkPack(packOf({ directDebit: "provider", paymentMethods: ["CARD"] }, byCard));
  expect(faults.map(describeFault)).toEqual(['network.json, directDebit: "provider" needs TRANSFER in paymentMethods']);
});
