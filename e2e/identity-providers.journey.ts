import { once } from "node:events";
import { createServer } from "node:http";
import { realmPaths } from "@guichet/contract/integrations/sandbox-identity.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { textsIn as sandboxTextsIn } from "../apps/sandbox/src/locales/texts.ts";
import { type OpenSandbox, openSandbox } from "../apps/sandbox/src/testing/open-sandbox.ts";
import { atFederation, atRealm, begin } from "../apps/sandbox/src/testing/relying-party.ts";
import { faultsInReadings, readingIn, seenAs } from "./axe-violations.ts";
import { languagesOfJourney } from "./journey-languages.ts";
import { browserOfTest } from "./stage.ts";

const password = "Guichet-demo-2026";
/** A shop that only responds that the browser arrived. */
const arrivals = createServer((_request, response) => response.end("arrived"));
let sandbox: OpenSandbox;
let shop: string;

beforeAll(async () => {
  sandbox = await openSandbox();
  arrivals.listen(0, "localhost");
  await once(arrivals, "listening");
  const address = arrivals.address();
  shop = `http://localhost:${typeof address === "object" ? address?.port : 0}`;
});
afterAll(async () => {
  arrivals.closeAllConnections();
  arrivals.close();
  await sandbox.close();
});

describe("the providers' pages have no violations of axe rules, and fit the viewport", () => {
  it.each(languagesOfJourney("ar"))("in %s", async (language) => {
    const own = readingIn(language);
    const browser = await browserOfTest({ locale: own.locale, ...seenAs(own) });
    const page = await browser.context.newPage();
    const t = sandboxTextsIn(language);
    const faults: string[] = [];
    const look = async (name: string, title: string) => {
      expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe(title);
      faults.push(...(await faultsInReadings(page, { ofShop: false })).map((fault) => `${name}, ${fault}`));
    };
    await page.goto(await federationUrl());
    await look("identities", t("identity.choose-title"));
    await page.getByLabel(t("identity.other-email")).fill("no address");
    await page.getByRole("button", { name: "Linh O" }).click();
    await look("identities, with a fault", t("identity.choose-title"));
    await page.goto(await federationUrl({ redirect_uri: "https://stranger.example/" }));
    await look("refused", t("identity.refused-title"));
    await page.goto(`${sandbox.url}${realmPaths("demo").signIn}/ended`);
    await look("ended", t("identity.ended-title"));
    await page.goto(await realmUrl());
    await look("sign-in", t("identity.sign-in-title"));
    await page.getByLabel(t("identity.user-name")).fill("camille");
    await page.getByLabel(t("identity.password"), { exact: true }).fill("another password");
    await page.getByRole("button", { name: t("identity.sign-in") }).click();
    await look("sign-in, with a fault", t("identity.sign-in-title"));
    await page.getByLabel(t("identity.password"), { exact: true }).fill(password);
    await page.getByRole("button", { name: t("identity.sign-in") }).click();
    await page.waitForURL(`${shop}/**`);
    await page.goto(`${sandbox.url}${realmPaths("demo").issuer}/protocol/openid-connect/logout`);
    await look("sign out?", t("identity.question-title"));
    await page.getByRole("button", { name: t("identity.sign-out") }).click();
    await look("signed out", t("identity.signed-out-title"));
    expect(faults).toEqual([]);
  });
});

// covers: the sandbox: a national federation
it("a customer without script chooses an identity with another e-mail, and cancels another time", async () => {
  const browser = await browserOfTest({ locale: "it-IT", javaScriptEnabled: false });
  const page = await browser.context.newPage();
  const t = sandboxTextsIn("it");
  await page.goto(await federationUrl());
  await page.getByLabel(t("identity.other-email")).fill("marion@new.example");
  await page.getByRole("button", { name: "Marion Petit" }).click();
  await page.waitForURL(`${shop}/fr/auth/fc/finalize?code=*`);
  await page.goto(await federationUrl());
  await page.getByRole("button", { name: t("identity.cancel") }).click();
  await page.waitForURL(`${shop}/fr/auth/fc/finalize?error=access_denied*`);
});

// covers: the sandbox: a network's own identity provider
it("a realm asks once, not again until the sign-out, and another user can sign in", async () => {
  const browser = await browserOfTest({ locale: "es-ES", javaScriptEnabled: false });
  const page = await browser.context.newPage();
  const t = sandboxTextsIn("es");
  const enter = async (user: string) => {
    await page.getByLabel(t("identity.user-name")).fill(user);
    await page.getByLabel(t("identity.password"), { exact: true }).fill(password);
    await page.getByRole("button", { name: t("identity.sign-in") }).click();
    await page.waitForURL(`${shop}/auth/custom?code=*`);
  };
  await page.goto(await realmUrl());
  await enter("camille");
  await page.goto(await realmUrl());
  await page.waitForURL(`${shop}/auth/custom?code=*`);
  await page.goto(await realmUrl({ prompt: "login" }));
  await enter("yanis");
  await page.goto(
    `${sandbox.url}${realmPaths("demo").issuer}/protocol/openid-connect/logout?${new URLSearchParams({
      client_id: "guichet-shop",
      post_logout_redirect_uri: `${shop}/es/auth/logout`,
    })}`,
  );
  await page.getByRole("button", { name: t("identity.sign-out") }).click();
  await page.waitForURL(`${shop}/es/auth/logout`);
  await page.goto(await realmUrl());
  await page.getByLabel(t("identity.user-name")).waitFor();
});

const federationUrl = async (change: Record<string, string> = {}) =>
  (await begin(await atFederation(sandbox), { redirect_uri: `${shop}/fr/auth/fc/finalize`, ...change })).url;
const realmUrl = async (change: Record<string, string> = {}) =>
  (await begin(await atRealm(sandbox, "demo"), { redirect_uri: `${shop}/auth/custom`, ...change })).url;
