import { readProviderKeys, variableOf } from "./provider-keys.ts";

/** Keys of one shop at Lyra (`docs/lyra.md`). */
export interface LyraKeys {
  /** Number of the shop, eight digits: the user of the REST API. */
  shopId: string;
  /** Password of the REST API, `testpassword_...` or `prodpassword_...`; it also signs notifications. */
  password: string;
  /** Address of the brand's platform, `https://api.payzen.eu` for example. */
  url: string;
}

const parts = {
  SHOP_ID: { form: /^\d{8}$/, expected: "not the number of a shop at Lyra (eight digits)" },
  PASSWORD: {
    form: /^(?:test|prod)password_\w+$/,
    expected: "not a password of Lyra's REST API (prodpassword_..., testpassword_...)",
  },
  URL: { form: /^https?:\/\/[^/?#]+\/?$/, expected: "not the address of a platform of Lyra (https://api.payzen.eu)" },
} as const;

/**
 * The shops at Lyra of the environment by account: `LYRA_SHOP_ID`, `LYRA_PASSWORD` and `LYRA_URL` are those of `main`,
 * `LYRA_COAST_SHOP_ID` and so on those of `coast`.
 */
export function readLyraAccounts(environment: Readonly<Record<string, string | undefined>>): {
  accounts: Record<string, LyraKeys>;
  faults: string[];
} {
  const { accounts, faults } = readProviderKeys<keyof typeof parts>(environment, "LYRA", parts);
  const read = Object.entries(accounts).map(
    ([id, { SHOP_ID: shopId, PASSWORD: password, URL: url }]) =>
      [id, { shopId, password, url: url.replace(/\/$/, "") }] as const,
  );
  return { accounts: Object.fromEntries(read), faults };
}

/**
 * Why the keys of an account cannot be used in production: no real payment is made with them, or they are sent in the
 * clear.
 */
export function productionFaultsOf(account: string, { password, url }: LyraKeys): string[] {
  const faults: string[] = [];
  if (!isProductionPassword(password))
    faults.push(`${variableOf("LYRA", account, "PASSWORD")}: a test password is refused in production`);
  if (!url.startsWith("https:")) faults.push(`${variableOf("LYRA", account, "URL")}: needs https in production`);
  return faults;
}

/** Whether payments with this password are real. */
export const isProductionPassword = (password: string): boolean => password.startsWith("prodpassword_");
