import { readProviderKeys, variableOf as variableAt } from "./provider-keys.ts";

/** Keys of one Stripe account (`docs/stripe.md`). */
export interface StripeKeys {
  /** Secret or restricted key, `sk_...` or `rk_...`. */
  apiKey: string;
  /** Signing secret of the webhook endpoint, `whsec_...`. */
  webhookSecret: string;
}

const parts = {
  SECRET_KEY: {
    form: /^(?:sk|rk)_(?:live|test)_\w+$/,
    expected: "not a secret key of Stripe (sk_live_..., rk_live_..., sk_test_...)",
  },
  WEBHOOK_SECRET: {
    form: /^whsec_\S+$/,
    expected: "not the signing secret of a webhook endpoint at Stripe (whsec_...)",
  },
} as const;

/**
 * The Stripe accounts of the environment by name: `STRIPE_SECRET_KEY` and `STRIPE_WEBHOOK_SECRET` are those of `main`,
 * `STRIPE_COAST_SECRET_KEY` and `STRIPE_COAST_WEBHOOK_SECRET` those of `coast`.
 */
export function readStripeAccounts(environment: Readonly<Record<string, string | undefined>>): {
  accounts: Record<string, StripeKeys>;
  faults: string[];
} {
  const { accounts, faults } = readProviderKeys<keyof typeof parts>(environment, "STRIPE", parts);
  const read = Object.entries(accounts).map(
    ([id, { SECRET_KEY: apiKey, WEBHOOK_SECRET: webhookSecret }]) => [id, { apiKey, webhookSecret }] as const,
  );
  return { accounts: Object.fromEntries(read), faults };
}

/** The variable of an account's key. */
export const variableOf = (account: string, part: keyof typeof parts): string => variableAt("STRIPE", account, part);

/** Whether a key makes no real payments. */
export const isTestKey = ({ apiKey }: StripeKeys): boolean => /^(?:sk|rk)_test_/.test(apiKey);
