import { expect, test } from "vitest";
import { debitNetwork } from "../testing/test-debits.ts";
import { testPack } from "../testing/test-pack.ts";
import { checkPack } from "./pack-checks.ts";
import { describeFault } from "./pack-folder.ts";

const byProvider = { ...debitNetwork, directDebit: "provider", payment: { provider: "stripe" } };
const withProviderId = (providerId: string, network: object) =>
  testPack({ network: { ...network, creditor: { ...debitNetwork.creditor, providerId } } });

test("the identifier under which a payment provider collects is a creditor identifier, and needs a provider that collects", () => {
  const faults = (...given: Parameters<typeof withProviderId>) =>
    checkPack(withProviderId(...given)).map(describeFault);
  expect(faults("IE64ZZZ359720", byProvider)).toEqual([]);
  expect(faults("IE71ZZZ359720", byProvider)).toEqual([
    "network.json, creditor.providerId: not a SEPA creditor identifier",
  ]);
  expect(faults("IE64ZZZ359720", debitNetwork)).toEqual([
    'network.json, creditor.providerId: needs directDebit "provider"',
  ]);
});
