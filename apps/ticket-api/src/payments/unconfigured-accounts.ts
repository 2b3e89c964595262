import type { Dependencies } from "../dependencies.ts";

/** Logs each network whose payment account has no keys here: its orders by card answer `PAYMENT_UNAVAILABLE`. Returns the accounts. */
export async function reportUnconfiguredAccounts({
  networks,
  payments,
  log,
}: Pick<Dependencies, "networks" | "payments" | "log">): Promise<string[]> {
  const missing: string[] = [];
  for (const id of await networks.ids()) {
    const network = await networks.get(id);
    const account = network && payments.accountOf(network.definition);
    if (account === undefined || payments.accounts().includes(account)) continue;
    missing.push(account);
    log.error({ networkId: id, account }, "the keys of the network's payment account are missing: no card can be paid");
  }
  return missing;
}
