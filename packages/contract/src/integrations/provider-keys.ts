type Parts = Readonly<Record<string, { form: RegExp; expected: string }>>;

/**
 * Keys of the accounts at one payment provider, read from the environment: `STRIPE_SECRET_KEY` is that of `main`,
 * `STRIPE_COAST_SECRET_KEY` that of `coast`. Faults name the variable, never its value.
 */
export function readProviderKeys<Part extends string>(
  environment: Readonly<Record<string, string | undefined>>,
  prefix: string,
  parts: Parts & Readonly<Record<Part, unknown>>,
): { accounts: Record<string, Record<Part, string>>; faults: string[] } {
  const names = Object.keys(parts) as Part[];
  const variable = new RegExp(`^${prefix}_(?:(?<account>[A-Z0-9]+(?:_[A-Z0-9]+)*)_)?(?<part>${names.join("|")})$`);
  const faults: string[] = [];
  const found = new Map<string, Partial<Record<Part, string>>>();
  for (const [name, value] of Object.entries(environment)) {
    const { account = "main", part } = variable.exec(name)?.groups ?? {};
    const named = names.find((each) => each === part);
    if (value === undefined || value === "" || named === undefined) continue;
    const { form, expected } = (parts as Parts)[named] ?? { form: /^/, expected: "" };
    if (!form.test(value)) faults.push(`${name}: ${expected}`);
    const id = account.toLowerCase().replaceAll("_", "-");
    found.set(id, { ...found.get(id), [named]: value });
  }
  const accounts: Record<string, Record<Part, string>> = {};
  for (const [id, keys] of found) {
    if (isWhole(keys, names)) accounts[id] = keys;
    else
      faults.push(`${names.map((part) => variableOf(prefix, id, part)).join(", ")}: an account needs ${allOf(names)}`);
  }
  return { accounts, faults };
}

/** The variable of an account's key. */
export function variableOf(prefix: string, account: string, part: string): string {
  return account === "main" ? `${prefix}_${part}` : `${prefix}_${account.toUpperCase().replaceAll("-", "_")}_${part}`;
}

function isWhole<Part extends string>(
  keys: Partial<Record<Part, string>>,
  names: readonly Part[],
): keys is Record<Part, string> {
  return names.every((part) => keys[part] !== undefined);
}

const allOf = (names: readonly string[]): string => (names.length === 2 ? "both" : "all of them");
