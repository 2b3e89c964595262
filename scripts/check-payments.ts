import { parseArgs } from "node:util";
import type { PackNetwork } from "@guichet/contract/network-pack.ts";
import type { ConnectionFault } from "@guichet/contract/office/catalogue/network-settings.ts";
import { readAddresses } from "../apps/ticket-api/src/installation/address-store.ts";
import { configuredPayments } from "../apps/ticket-api/src/integrations/configured-payments.ts";
import type { WantedConnection } from "../apps/ticket-api/src/integrations/payment-provider.ts";
import type { PaymentProviders, ProviderAccount } from "../apps/ticket-api/src/integrations/payment-providers.ts";
import { networkRegistry } from "../apps/ticket-api/src/network-registry/registry.ts";
import { connectionFaults, wantedConnection } from "../apps/ticket-api/src/payments/test-connection.ts";
import { exitWith, Refused, WrongUse } from "./command.ts";
import { auditConfig } from "./command-config.ts";
import { withDatabase } from "./command-database.ts";

const help = `Tests the connection of each payment account: whether the provider accepts its keys, and sends its webhooks
to this installation, and whether an account that collects direct debits can, under the creditor identifier of its mandates. Changes nothing and makes no payment.

  npm run check-payments            one line for each account, with its faults
  npm run check-payments -- --help  this text

Uses the settings and the database of the Ticket API, and its address API_PUBLIC_URL for the webhooks. Permissions of Stripe's restricted
keys to change something are tested with requests about objects that do not exist, which its dashboard lists as failed. The signing secret of
a webhook endpoint can only be tested by a payment. Exit codes: 0 no faults, 1 faults, 2 the test could not run.`;

const explanations: Record<ConnectionFault["kind"], string> = {
  "not-configured": "Its keys are not in the settings (docs/stripe.md, docs/lyra.md)",
  unreachable: "The provider does not answer",
  "key-refused": "The provider refuses the key",
  "permission-missing": "The key has no permission to read these, grant it in the provider's dashboard",
  "write-permission-missing": "The key has no permission to change these, grant it in the provider's dashboard",
  "version-refused": "The provider refuses the request",
  "method-missing": "The account does not offer these payment methods, turn them on in the provider's dashboard",
  "creditor-differs":
    "The account collects under another creditor identifier than the mandates name (creditor.providerId in the pack)",
  "webhook-missing": "No webhook endpoint has this installation's address; those that exist",
  "webhook-disabled": "The webhook endpoint is not enabled",
  "webhook-version": "The webhook endpoint has another API version",
  "webhook-events": "The webhook endpoint does not send these events",
};

await exitWith(run);

async function run(): Promise<void> {
  if (wantsHelp()) return console.log(help);
  await withDatabase("read", async ({ db, clock, url }) => {
    const { config } = auditConfig(url, await readAddresses(db));
    const payments = await configuredPayments(config, { clock, db, isReadOnly: true });
    const networks = networkRegistry(db);
    const served = new Map<ProviderAccount, PackNetwork[]>();
    for (const id of await networks.ids()) {
      const network = await networks.get(id);
      const account = network && payments.accountOf(network.definition);
      if (network === undefined || account === undefined) continue;
      served.set(account, [...(served.get(account) ?? []), network.definition]);
    }
    let faultCount = 0;
    for (const account of new Set([...served.keys(), ...payments.accounts()])) {
      const definitions = served.get(account) ?? [];
      const wanted = wantedConnection({ config }, account, definitions);
      const lines = await faultsOf(payments, account, wanted);
      faultCount += lines.length;
      const of = definitions.map(({ id }) => id).join(", ") || "no network";
      const state = lines.length === 0 ? `connected, webhooks at ${wanted.notifyUrl}` : "not connected";
      console.log(`${account} (${of}): ${state}`);
      for (const line of lines) console.log(`  ${line}`);
    }
    if (faultCount > 0) throw new Refused(faultCount === 1 ? "1 fault." : `${faultCount} faults.`);
  });
}

function wantsHelp(): boolean {
  try {
    return parseArgs({ options: { help: { type: "boolean", short: "h" } } }).values.help ?? false;
  } catch {
    throw new WrongUse(help);
  }
}

async function faultsOf(
  payments: PaymentProviders,
  account: ProviderAccount,
  wanted: WantedConnection,
): Promise<string[]> {
  const faults = await connectionFaults(payments, account, wanted);
  return faults.map(({ kind, detail }) =>
    kind === "not-configured" || kind === "key-refused"
      ? `${explanations[kind]}.`
      : `${explanations[kind]}: ${detail || "none"}.`,
  );
}
