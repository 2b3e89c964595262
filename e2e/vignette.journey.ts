import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { beforeAll, expect, it } from "vitest";
import { faultsOf } from "./axe-violations.ts";
import { auditOf, runCommand } from "./installation.ts";
import { codeIn } from "./read-documents.ts";
import {
  choose,
  demoPassword,
  goToCheckout,
  goToPayStep,
  openSignedIn,
  order,
  pay,
  paymentCards,
  type Shopper,
  shopperAt,
} from "./shopper.ts";
import { browserOfTest, sharedGuichet } from "./stage.ts";
import { wordsIn } from "./words.ts";

const guichet = sharedGuichet();
/** The URL that a phone's camera reads from the sticker in a bus. */
let sticker: string;
beforeAll(async () => {
  const [list, picture] = ["fleet.csv", "bus.png"].map((name) => path.join(guichet.dataDir, name));
  if (list === undefined || picture === undefined) throw new Error("no names");
  await writeFile(list, "number,kind,name,line\nBUS42,vehicle,Bus 42,4\n");
  expect((await runCommand(guichet, "vignettes", "load", "demo", list)).code).toBe(0);
  expect((await runCommand(guichet, "vignettes", "print", "demo", picture, "BUS42")).code).toBe(0);
  sticker = await codeIn(await readFile(picture), "QRCode");
});

const locales = { fr: "fr-FR", ar: "ar-MA" } as const;
const limit = { timeout: 300_000 };

async function travellerAt(language: keyof typeof locales): Promise<Shopper> {
  const browser = await browserOfTest({
    locale: locales[language],
    viewport: { width: 360, height: 740 },
    permissions: ["geolocation"],
    geolocation: { latitude: 49.894, longitude: 2.296, accuracy: 15 },
  });
  return shopperAt(await browser.context.newPage(), wordsIn(language));
}

/** Opens the sticker's URL as a camera does, and signs in on the way. */
async function scan({ page, words: { t }, button }: Shopper): Promise<void> {
  await page.goto(sticker);
  await page.getByLabel(t("identity.email")).fill("holder@demo.example");
  await page.getByLabel(t("identity.password"), { exact: true }).fill(demoPassword);
  await button(t("identity.login.submit")).click();
  await page.getByText(t("wallet.vignette.choose")).waitFor();
  await page.getByText("Bus 42", { exact: true }).waitFor();
}

const ticketOf = ({ page, words }: Shopper, article: string) =>
  page
    .getByRole("main")
    .getByRole("link", { name: words.article(article) })
    .first();

/** Opens the transfer form from the wallet. */
async function openGiving(shopper: Shopper, article: string): Promise<void> {
  const { page, words, link, heading } = shopper;
  await page.goto(`${guichet.shop}/${words.language}/account/wallet`);
  await ticketOf(shopper, article).click();
  await link(words.t("wallet.present.details")).click();
  await link(words.t("wallet.give")).click();
  await heading(words.t("wallet.give")).waitFor();
}

/** Runs first because it changes nothing: the tickets are as they were bought. */
// covers §2: /account/wallet
it(
  "a customer who reads Arabic scans a sticker, signs in, and sees ticket, transfer and preferences without accessibility violations",
  limit,
  async () => {
    const shopper = await travellerAt("ar");
    const { page, words, link, heading } = shopper;
    const { t } = words;
    await scan(shopper);
    expect(await faultsOf(page)).toEqual([]);
    await ticketOf(shopper, "carnet-10").click();
    await page.getByText(t("wallet.use.vignette.read")).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await link(t("wallet.use.later")).click();
    await link(t("wallet.present.details")).click();
    await link(t("wallet.give")).click();
    await heading(t("wallet.give")).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.goto(`${guichet.shop}/ar/account?edit=preferences`);
    await heading(t("accounts.geolocation")).waitFor();
    expect(await faultsOf(page)).toEqual([]);
  },
);

// covers §2: /account/wallet
it(
  "a holder transfers a ticket to a card and another to a child, punches by a sticker, and withdraws consent to its position",
  limit,
  async () => {
    const shopper = await travellerAt("fr");
    const { page, words, link, button, heading } = shopper;
    const { t } = words;
    await openSignedIn(shopper, "holder@demo.example", `${guichet.shop}/fr`);
    await choose(shopper, "pass-31");
    await goToCheckout(shopper, { majority: false });
    await goToPayStep(shopper);
    await order(shopper, 3100);
    await pay(shopper, paymentCards.accepted);
    await heading(t("checkout.result.confirmed.title")).waitFor();

    await openGiving(shopper, "pass-31");
    await page.getByRole("radio", { name: "•••• 0015" }).check();
    await button(t("wallet.give.confirm")).click();
    await page.getByText(t("wallet.given.pending")).waitFor();
    await page.getByText(t("wallet.card.loads")).waitFor();
    expect(await faultsOf(page)).toEqual([]);

    await openGiving(shopper, "carnet-10");
    await page.getByRole("radio", { name: "Lou Morvan" }).check();
    await button(t("wallet.give.confirm")).click();
    await page.getByText(t("wallet.given.done")).waitFor();
    expect(await link(t("wallet.give")).count()).toBe(0);
    expect(await faultsOf(page)).toEqual([]);

    await page.goto(`${guichet.shop}/fr/auth/logout`);
    await page.waitForURL((url) => url.pathname === "/fr" || url.pathname === "/fr/");
    await scan(shopper);
    expect(await faultsOf(page)).toEqual([]);
    await ticketOf(shopper, "carnet-10").click();
    await page.getByText(t("wallet.use.vignette.read")).waitFor();
    await button(t("wallet.use")).click();
    await page.getByText(t("wallet.position.ask")).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    const said = page.waitForResponse((answer) => /(^|&)what=position(&|$)/.test(answer.request().postData() ?? ""));
    await button(t("wallet.position.yes")).click();
    await page.getByText(t("wallet.position.on")).waitFor();
    expect((await said).ok()).toBe(true);
    await link(t("wallet.present.details")).click();
    await page.getByText("Bus 42", { exact: false }).first().waitFor();

    await page.goto(`${guichet.shop}/fr/account`);
    await link(t("accounts.preferences")).click();
    await page.getByText(/1 position est conservée/).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await button(t("accounts.geolocation.stop")).click();
    await page.getByText(t("accounts.flash.positions-off")).waitFor();
    await page.getByText(t("accounts.geolocation.off")).waitFor();
    await button(t("accounts.geolocation.allow")).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    expect((await auditOf(guichet)).code).toBe(0);
  },
);
