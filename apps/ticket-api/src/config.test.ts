import { demoLyraKeys } from "@guichet/contract/integrations/lyra.ts";
import { demoIdentityClients } from "@guichet/contract/integrations/sandbox-identity.ts";
import { demoStripeKeys } from "@guichet/contract/integrations/stripe.ts";
import { expect, test } from "vitest";
import { environmentOfProgram, readConfig } from "./config.ts";

const database = { DATABASE_URL: "postgresql://localhost/guichet" };
const production = {
  ...database,
  NODE_ENV: "production",
  LYRA_SHOP_ID: "12345678",
  LYRA_PASSWORD: "prodpassword_real",
  LYRA_URL: "https://pay.example",
  SMTP_URL: "smtp://mail.example",
  API_PUBLIC_URL: "https://api.example",
  SHOP_PUBLIC_URL: "https://shop.example",
};

test("the demo has the sandbox's secret, and accepts others in addition", () => {
  const { clientSecret } = demoIdentityClients.federation;
  const own = readConfig(database).providerSecrets;
  expect(own).toMatchObject({ "demo/franceconnect": clientSecret });
  expect(Object.keys(own).filter((name) => !name.startsWith("demo/"))).toEqual([]);
  const more = readConfig({ ...database, PROVIDER_SECRETS: '{"lyon/fc": "other"}' });
  expect(more.providerSecrets).toEqual({ ...own, "lyon/fc": "other" });
});

test("production has the configured secrets only, and refuses the sandbox's", () => {
  expect(readConfig(production).providerSecrets).toEqual({});
  for (const { clientSecret } of [demoIdentityClients.federation, demoIdentityClients.realmApi]) {
    const PROVIDER_SECRETS = JSON.stringify({ "lyon/fc": clientSecret });
    expect(() => readConfig({ ...production, PROVIDER_SECRETS })).toThrow(
      "PROVIDER_SECRETS: a demo secret is refused in production",
    );
  }
});

test.each(["lyon/fc=secret", "[]", '{"lyon": "secret"}', '{"lyon/fc": ""}', '{"lyon/fc": 1}'])(
  "PROVIDER_SECRETS %s stops the start with a line that names it and reveals no secret",
  (PROVIDER_SECRETS) => {
    expect(() => readConfig({ ...database, PROVIDER_SECRETS })).toThrow(/PROVIDER_SECRETS/);
    expect(() => readConfig({ ...database, PROVIDER_SECRETS })).not.toThrow(/secret"/);
  },
);

test("addresses are searched at the sandbox in the demo, otherwise at the configured directory or not at all", () => {
  const searchedAt = (more: Record<string, string>, base: Record<string, string> = production) =>
    readConfig({ ...base, ...more }).addressSearchUrl;
  expect(searchedAt({ SANDBOX_URL: "http://127.0.0.1:4003" }, database)).toBe("http://127.0.0.1:4003/geocodage");
  const national = { ADDRESS_SEARCH_URL: "https://data.geopf.fr/geocodage" };
  expect(searchedAt(national, database)).toBe(national.ADDRESS_SEARCH_URL);
  expect(searchedAt(national)).toBe(national.ADDRESS_SEARCH_URL);
  expect(searchedAt({})).toBeUndefined();
  expect(() => searchedAt({ ADDRESS_SEARCH_URL: "http://127.0.0.1:3003/geocodage" })).toThrow(
    "ADDRESS_SEARCH_URL: the sandbox is refused in production",
  );
  expect(() => searchedAt({ ADDRESS_SEARCH_URL: "ftp://example.org" })).toThrow(/ADDRESS_SEARCH_URL/);
});

// covers §6: the staff's second factor: set-up, codes used once, recovery codes, required in production, no lock-out by strangers
test("the staff need a second factor in production, and in the demo if configured", () => {
  const isRequired = (environment: Record<string, string>) => readConfig(environment).isSecondFactorRequired;
  expect([isRequired(production), isRequired({ ...production, STAFF_SECOND_FACTOR: "optional" })]).toEqual([
    true,
    false,
  ]);
  expect([isRequired(database), isRequired({ ...database, STAFF_SECOND_FACTOR: "required" })]).toEqual([false, true]);
  expect(() => readConfig({ ...database, STAFF_SECOND_FACTOR: "no" })).toThrow(/STAFF_SECOND_FACTOR/);
});

test("a shop at Lyra is one payment provider; production needs one, and refuses its test password and an address without https", () => {
  const { LYRA_SHOP_ID: _, LYRA_PASSWORD: __, LYRA_URL: ___, ...unpaid } = production;
  const shop = { LYRA_SHOP_ID: "12345678", LYRA_PASSWORD: "prodpassword_abc", LYRA_URL: "https://api.payzen.eu" };
  const { lyra } = readConfig({ ...unpaid, ...shop });
  expect(lyra.accounts.main).toEqual({
    shopId: "12345678",
    password: "prodpassword_abc",
    url: "https://api.payzen.eu",
  });
  expect(() => readConfig({ ...unpaid, ...shop, LYRA_PASSWORD: "testpassword_abc" })).toThrow(
    "LYRA_PASSWORD: a test password is refused in production",
  );
  expect(() => readConfig({ ...unpaid, ...shop, LYRA_URL: "http://api.payzen.eu" })).toThrow("LYRA_URL: needs https");
  expect(() => readConfig(unpaid)).toThrow("the keys of a payment account are required");
});

test("a running demo uses the shop at the stand-in for Lyra, unless it has its own; production has none by default", () => {
  const lyraOf = (given: Record<string, string>) =>
    readConfig(environmentOfProgram({ ...database, ...given })).lyra.accounts;
  expect(lyraOf({})).toEqual({ main: { ...demoLyraKeys, url: "http://127.0.0.1:3003" } });
  expect(lyraOf({ SANDBOX_URL: "http://127.0.0.1:4003", GUICHET_DEMO: "" }).main?.url).toBe("http://127.0.0.1:4003");
  const own = { LYRA_SHOP_ID: "12345678", LYRA_PASSWORD: "testpassword_own", LYRA_URL: "https://api.payzen.eu" };
  expect(lyraOf(own).main).toMatchObject({ shopId: "12345678", password: "testpassword_own" });
  expect(() => lyraOf({ LYRA_SHOP_ID: "12345678" })).toThrow("an account needs all of them");
  const { LYRA_SHOP_ID: _, LYRA_PASSWORD: __, LYRA_URL: ___, ...without } = production;
  const atStripe = { STRIPE_SECRET_KEY: "sk_live_own", STRIPE_WEBHOOK_SECRET: "whsec_own" };
  expect(lyraOf({ ...without, ...atStripe })).toEqual({});
});

test("the demo uses its account at the stand-in for Stripe, or one of its own; other accounts are at Stripe", () => {
  const { stripe } = readConfig({ ...database, SANDBOX_URL: "http://127.0.0.1:4003" });
  expect(stripe).toEqual({ accounts: { main: { ...demoStripeKeys, url: "http://127.0.0.1:4003" } }, url: undefined });
  const coast = { apiKey: "sk_test_coast", webhookSecret: "whsec_coast" };
  const more = { STRIPE_COAST_SECRET_KEY: coast.apiKey, STRIPE_COAST_WEBHOOK_SECRET: coast.webhookSecret };
  expect(readConfig({ ...database, ...more }).stripe.accounts.coast).toEqual(coast);
  const own = { STRIPE_SECRET_KEY: "sk_test_own", STRIPE_WEBHOOK_SECRET: "whsec_own" };
  expect(readConfig({ ...database, ...own }).stripe).toEqual({
    accounts: { main: { apiKey: "sk_test_own", webhookSecret: "whsec_own" } },
    url: undefined,
  });
});

test("production has no account at Stripe by default, and refuses the demo's keys", () => {
  expect(readConfig(production).stripe.accounts).toEqual({});
  const { apiKey, webhookSecret } = demoStripeKeys;
  const refuse = (STRIPE_SECRET_KEY: string, STRIPE_WEBHOOK_SECRET: string, fault: string) =>
    expect(() => readConfig({ ...production, STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET })).toThrow(fault);
  refuse(apiKey, "whsec_own", "STRIPE_SECRET_KEY: a test key is refused in production");
  refuse("sk_live_own", webhookSecret, "STRIPE_WEBHOOK_SECRET: a demo secret is refused in production");
});

const sftp = {
  BANK_CHANNEL: "sftp",
  BANK_SFTP_URL: "sftp://r%C3%A9gie@files.bank.example",
  BANK_SFTP_HOST_KEY: `SHA256:${"A".repeat(43)}`,
};

test("debits go to the bank by files of a folder, by SFTP or by hand, and without a channel are not offered", () => {
  const bankOf = (settings: Record<string, string>) => readConfig({ ...production, ...settings }).bank;
  expect(bankOf({ BANK_CHANNEL: "folder", BANK_FILES_FOLDER: "/srv/bank" })).toEqual({
    kind: "folder",
    folder: "/srv/bank",
  });
  expect(bankOf({ BANK_CHANNEL: "manual" })).toEqual({ kind: "manual" });
  expect(bankOf({ ...sftp, BANK_SFTP_KEY_FILE: "/etc/guichet/bank.key", BANK_SFTP_INCOMING: "reports/" })).toEqual({
    kind: "sftp",
    server: {
      ...{ host: "files.bank.example", port: 22, user: "régie", hostKey: sftp.BANK_SFTP_HOST_KEY },
      credentials: { keyFile: "/etc/guichet/bank.key", passphrase: undefined },
      ...{ outgoing: "outgoing", incoming: "reports/" },
    },
  });
  expect(
    bankOf({ ...sftp, BANK_SFTP_URL: "sftp://own@[::1]:2222/", BANK_SFTP_PASSWORD: "given by the bank" }),
  ).toMatchObject({ server: { host: "::1", port: 2222, user: "own", credentials: { password: "given by the bank" } } });
  expect(bankOf({})).toBeUndefined();
  expect(readConfig(database).bank).toBeUndefined();
  expect(readConfig({ ...database, BANK_CHANNEL: "manual" }).bank).toEqual({ kind: "manual" });
});

test.each([
  [{ BANK_CHANNEL: "folder" }, "BANK_FILES_FOLDER: required with BANK_CHANNEL=folder"],
  [{ BANK_CHANNEL: "manual", BANK_FILES_FOLDER: "/srv/bank" }, "BANK_FILES_FOLDER: needs BANK_CHANNEL=folder"],
  [{ BANK_FILES_FOLDER: "/srv/bank" }, "BANK_FILES_FOLDER: needs BANK_CHANNEL=folder"],
  [{ BANK_CHANNEL: "post" }, "BANK_CHANNEL"],
  [{ BANK_CHANNEL: "sftp" }, "BANK_SFTP_URL: required with BANK_CHANNEL=sftp"],
  [{ BANK_CHANNEL: "manual", BANK_SFTP_PASSWORD: "x" }, "BANK_SFTP_PASSWORD: needs BANK_CHANNEL=sftp"],
  [{ ...sftp }, "BANK_SFTP_KEY_FILE: either this or BANK_SFTP_PASSWORD is required"],
  [{ ...sftp, BANK_SFTP_KEY_FILE: "/k", BANK_SFTP_PASSWORD: "x" }, "either this or BANK_SFTP_PASSWORD is required"],
  [{ ...sftp, BANK_SFTP_PASSWORD: "x", BANK_SFTP_PASSPHRASE: "y" }, "BANK_SFTP_PASSPHRASE: needs BANK_SFTP_KEY_FILE"],
  [{ ...sftp, BANK_SFTP_HOST_KEY: "MD5:00" }, "BANK_SFTP_HOST_KEY: not a fingerprint"],
  [{ ...sftp, BANK_SFTP_URL: "sftp://files.bank.example" }, "BANK_SFTP_URL: not `sftp://user@host`"],
  [{ ...sftp, BANK_SFTP_URL: "sftp://own:secret@files.bank.example" }, "BANK_SFTP_URL: not `sftp://user@host`"],
  [{ ...sftp, BANK_SFTP_URL: "https://files.bank.example" }, "BANK_SFTP_URL"],
])("the settings %o of the bank are refused", (settings, fault) => {
  expect(() => readConfig({ ...production, ...settings })).toThrow(fault);
});
