import { demoLyraKeys } from "@guichet/contract/integrations/lyra.ts";
import type { LyraKeys } from "@guichet/contract/integrations/lyra-accounts.ts";
import { demoStripeKeys } from "@guichet/contract/integrations/stripe.ts";
import type { StripeKeys } from "@guichet/contract/integrations/stripe-accounts.ts";
import { type Config, environmentOfProgram, readConfig } from "../apps/ticket-api/src/config.ts";
import type { PartyAddresses } from "../apps/ticket-api/src/installation/address-store.ts";

/** The Ticket API's configuration, for a command that works on the database at `databaseUrl`. */
export const commandConfig = (databaseUrl: string): Config =>
  readConfig({ ...environmentOfProgram(process.env), DATABASE_URL: databaseUrl });

/** An address that a command uses, and its source. */
export interface FoundAddress {
  party: "payment provider";
  url: string;
  from: string;
}

/**
 * The configuration with the address of the stand-ins of payment providers that the installation uses: from the environment if set, otherwise
 * the one recorded by the Ticket API at its last start, otherwise the demo's. The bank is the one of the files that were imported, however they
 * reach it.
 */
export function auditConfig(databaseUrl: string, recorded: PartyAddresses): { config: Config; found: FoundAddress[] } {
  const config = commandConfig(databaseUrl);
  const found: FoundAddress[] = [];
  const addressOf = (
    party: FoundAddress["party"],
    variables: readonly string[],
    url: string,
    known: string | undefined,
  ): string => {
    const named = variables.find((name) => process.env[name]);
    const address =
      named !== undefined
        ? { party, url, from: named }
        : known !== undefined
          ? { party, url: known, from: "recorded by the Ticket API" }
          : { party, url, from: "default" };
    found.push(address);
    return address.url;
  };
  const standIns = hasStandIn(config)
    ? addressOf("payment provider", ["SANDBOX_URL"], config.sandboxUrl, recorded.payment)
    : undefined;
  const bank = config.bank ?? { kind: "manual" };
  return { config: { ...config, bank, ...(standIns === undefined ? {} : atStandIns(config, standIns)) }, found };
}

const isStripeStandIn = (keys: StripeKeys | undefined): boolean => keys?.apiKey === demoStripeKeys.apiKey;
const isLyraStandIn = (keys: LyraKeys | undefined): boolean => keys?.password === demoLyraKeys.password;

/** Whether an account has the demo's keys: it is at a stand-in, which the sandbox serves. */
const hasStandIn = ({ stripe, lyra }: Config): boolean =>
  isStripeStandIn(stripe.accounts.main) || isLyraStandIn(lyra.accounts.main);

/** The demo's accounts at this address of the sandbox, unless they have an address of their own. */
function atStandIns({ stripe, lyra }: Config, url: string): Pick<Config, "stripe" | "lyra"> {
  const [atStripe, atLyra] = [stripe.accounts.main, lyra.accounts.main];
  return {
    stripe:
      atStripe !== undefined && isStripeStandIn(atStripe) && !process.env.STRIPE_URL
        ? { ...stripe, accounts: { ...stripe.accounts, main: { ...atStripe, url } } }
        : stripe,
    lyra:
      atLyra !== undefined && isLyraStandIn(atLyra) && !process.env.LYRA_URL
        ? { accounts: { ...lyra.accounts, main: { ...atLyra, url } } }
        : lyra,
  };
}
