import type { Clock } from "../clock.ts";
import type { Config } from "../config.ts";
import type { Database } from "../database/database.ts";
import { lyraPayment } from "./lyra/lyra-payment.ts";
import { lyraStore } from "./lyra/lyra-store.ts";
import type { PaymentProvider } from "./payment-provider.ts";
import { accountNamed, type PaymentProviders, paymentProviders } from "./payment-providers.ts";

/** What providers need of the installation. `isReadOnly`: reading changes nothing, for the audit. */
interface Needed {
  clock: Pick<Clock, "now">;
  db: Database;
  isReadOnly?: boolean;
}

/** The payment providers that the configuration holds keys for: the same for the server, its commands and the audit. */
export async function configuredPayments(
  { stripe, lyra }: Pick<Config, "stripe" | "lyra">,
  needed: Needed,
): Promise<PaymentProviders> {
  const accounts = [...(await stripeAccounts(stripe, needed.clock)), ...lyraAccounts(lyra, needed)];
  return paymentProviders(Object.fromEntries(accounts));
}

type Account = [string, PaymentProvider];

function lyraAccounts({ accounts }: Config["lyra"], { clock, db, isReadOnly = false }: Needed): Account[] {
  return Object.entries(accounts).map(([name, keys]) => {
    const account = accountNamed({ provider: "lyra", account: name });
    return [account, lyraPayment({ ...keys, store: lyraStore(db, account), now: () => clock.now(), isReadOnly })];
  });
}

/** Loads Stripe's library only where it is used: it takes 35 MB. */
async function stripeAccounts({ accounts, url }: Config["stripe"], clock: Pick<Clock, "now">): Promise<Account[]> {
  const configured = Object.entries(accounts);
  if (configured.length === 0) return [];
  const { stripePayment } = await import("./stripe/stripe-payment.ts");
  const now = () => clock.now();
  return configured.map(([account, keys]) => [
    accountNamed({ provider: "stripe", account }),
    stripePayment({ ...(url !== undefined && { url }), ...keys, now }),
  ]);
}
