/** Keys of one Stripe account (`docs/stripe.md`). */
export interface StripeKeys {
  /** Secret or restricted key, `sk_...` or `rk_...`. */
  apiKey: string;
  /** Signing secret of the webhook endpoint, `whsec_...`. */
  webhookSecret: string;
}

const variable = /^STRIPE_(?:(?<account>[A-Z0-9]+(?:_[A-Z0-9]+)*)_)?(?<part>SECRET_KEY|WEBHOOK_SECRET)$/;
const forms = { SECRET_KEY: /^(?:sk|rk)_(?:live|test)_\w+$/, WEBHOOK_SECRET: /^whsec_\S+$/ } as const;

/**
 * The Stripe accounts of the environment by name: `STRIPE_SECRET_KEY` and `STRIPE_WEBHOOK_SECRET` are those of `main`,
 * `STRIPE_COAST_SECRET_KEY` and `STRIPE_COAST_WEBHOOK_SECRET` those of `coast`. Faults name the variable, never its value.
 */
export function readStripeAccounts(environment: Readonly<Record<string, string | undefined>>): {
  accounts: Record<string, StripeKeys>;
  faults: string[];
} {
  const faults: string[] = [];
  const found = new Map<string, Partial<Record<keyof typeof forms, string>>>();
  for (const [name, value] of Object.entries(environment)) {
    const { account = "main", part } = variable.exec(name)?.groups ?? {};
    if (value === undefined || value === "" || (part !== "SECRET_KEY" && part !== "WEBHOOK_SECRET")) continue;
    if (!forms[part].test(value)) faults.push(`${name}: ${formOf[part]}`);
    const id = account.toLowerCase().replaceAll("_", "-");
    found.set(id, { ...found.get(id), [part]: value });
  }
  const accounts: Record<string, StripeKeys> = {};
  for (const [id, { SECRET_KEY: apiKey, WEBHOOK_SECRET: webhookSecret }] of found) {
    if (apiKey !== undefined && webhookSecret !== undefined) accounts[id] = { apiKey, webhookSecret };
    else faults.push(`${variableOf(id, "SECRET_KEY")}, ${variableOf(id, "WEBHOOK_SECRET")}: an account needs both`);
  }
  return { accounts, faults };
}

const formOf = {
  SECRET_KEY: "not a secret key of Stripe (sk_live_..., rk_live_..., sk_test_...)",
  WEBHOOK_SECRET: "not the signing secret of a webhook endpoint at Stripe (whsec_...)",
} as const;

/** The variable of an account's key. */
export function variableOf(account: string, part: keyof typeof forms): string {
  return account === "main" ? `STRIPE_${part}` : `STRIPE_${account.toUpperCase().replaceAll("-", "_")}_${part}`;
}

/** A key with which nothing real is paid. */
export const isTestKey = ({ apiKey }: StripeKeys): boolean => /^(?:sk|rk)_test_/.test(apiKey);
