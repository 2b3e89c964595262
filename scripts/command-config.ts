import { demoLyraKeys } from "@guichet/contract/integrations/lyra.ts";
import { demoStripeKeys } from "@guichet/contract/integrations/stripe.ts";
import { type Config, environmentOfProgram, readConfig } from "../apps/ticket-api/src/config.ts";
import type { PartyAddresses } from "../apps/ticket-api/src/installation/address-store.ts";

/** The Ticket API's configuration, for a command that works on the database at `databaseUrl`. */
export const commandConfig = (databaseUrl: string): Config =>
  readConfig({ ...environmentOfProgram(process.env), DATABASE_URL: databaseUrl });

/** An address that a command uses, and its source. */
export interface FoundAddress {
  party: "payment provider" | "bank";
  url: string;
  from: string;
}

/**
 * The configuration with the addresses of payment provider and bank that the installation uses: from the environment if set, otherwise
 * those recorded by the Ticket API at its last start, otherwise the demo's.
 */
export function auditConfig(databaseUrl: string, recorded: PartyAddresses): { config: Config; found: FoundAddress[] } {
  const config = commandConfig(databaseUrl);
  const found: FoundAddress[] = [];
  const addressOf = (
    party: FoundAddress["party"],
    variable: "PAYMENT_URL" | "BANK_URL",
    url: string,
    known?: string,
  ) => {
    const named = [variable, "SANDBOX_URL"].find((name) => process.env[name]);
    const address =
      named !== undefined
        ? { party, url, from: named }
        : known !== undefined
          ? { party, url: known, from: "recorded by the Ticket API" }
          : { party, url, from: "default" };
    found.push(address);
    return address.url;
  };
  const payment = config.payment && {
    ...config.payment,
    url: addressOf("payment provider", "PAYMENT_URL", config.payment.url, recorded.payment),
  };
  // A Ticket API that noted its provider and no bank exchanges files, as in the demo: what it imported is in the database.
  const byFiles = recorded.payment !== undefined && recorded.bank === undefined && !process.env.BANK_URL;
  const bank: Config["bank"] =
    config.bank?.kind !== "http"
      ? config.bank
      : byFiles
        ? { kind: "manual" }
        : { ...config.bank, url: addressOf("bank", "BANK_URL", config.bank.url, recorded.bank) };
  return { config: { ...config, payment, bank, ...atStandIns(config, recorded.payment) }, found };
}

/** The demo's accounts at Stripe and Lyra are at the stand-ins, which the sandbox serves at the address of its own protocol. */
function atStandIns({ stripe, lyra }: Config, recorded: string | undefined): Pick<Config, "stripe" | "lyra"> {
  const isGiven = (variable: string) => [variable, "SANDBOX_URL"].some((name) => process.env[name]);
  const [atStripe, atLyra] = [stripe.accounts.main, lyra.accounts.main];
  const main = recorded === undefined ? {} : { url: recorded };
  return {
    stripe:
      atStripe?.apiKey === demoStripeKeys.apiKey && !isGiven("STRIPE_URL")
        ? { ...stripe, accounts: { ...stripe.accounts, main: { ...atStripe, ...main } } }
        : stripe,
    lyra:
      atLyra?.password === demoLyraKeys.password && !isGiven("LYRA_URL")
        ? { accounts: { ...lyra.accounts, main: { ...atLyra, ...main } } }
        : lyra,
  };
}
