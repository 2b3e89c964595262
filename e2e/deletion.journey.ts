import { describe, expect, it } from "vitest";
import { advanceClock, mailTo } from "./sandbox.ts";
import {
  choose,
  demoPassword,
  goToCheckout,
  order,
  pay,
  paymentCards,
  type Shopper,
  shopperAt,
  signIn,
} from "./shopper.ts";
import { browserOfTest, openGuichet } from "./stage.ts";
import { endSubscriptions } from "./subscriptions.ts";
import { wordsIn } from "./words.ts";

const guichet = openGuichet();

const words = wordsIn("fr");
const { t } = words;

async function deleteAccount({ page, link, button, heading }: Shopper): Promise<void> {
  await page.goto(`${guichet.shop}/account`);
  await page.getByRole("link", { name: t("accounts.delete") }).click();
  await heading(t("accounts.deletion.erased")).waitFor();
  await link(t("accounts.deletion.continue")).click();
  await page.getByLabel(t("accounts.current-password"), { exact: true }).fill(demoPassword);
  await page.getByRole("checkbox").check();
  await button(t("accounts.deletion.submit")).click();
  await heading(t("accounts.deleted.title")).waitFor();
}

describe("a guest after an order", () => {
  // covers: an account from a guest's order, by one field
  it("creates an account by one field, and finds the order there once the address is confirmed", {
    timeout: 240_000,
  }, async () => {
    const email = `compte.${Date.now()}@courriel.example`;
    const browser = await browserOfTest({ locale: "fr-FR", viewport: { width: 360, height: 740 } });
    const shopper = shopperAt(await browser.context.newPage(), words);
    const { page, link, button, heading } = shopper;
    await page.goto(guichet.shop);
    await choose(shopper, "ticket-1h");
    await goToCheckout(shopper, { majority: true });
    await link(t("identity.invite.guest")).click();
    await page.getByLabel(t("identity.first-name"), { exact: true }).fill("Inès");
    await page.getByLabel(t("identity.last-name"), { exact: true }).fill("Carvalho");
    await page.getByLabel(t("identity.email")).fill(email);
    await button(t("identity.continue")).click();
    await order(shopper, 130);
    await pay(shopper, paymentCards.accepted);
    await heading(t("identity.guest-account.title")).waitFor();
    await page.getByLabel(t("identity.password"), { exact: true }).fill(demoPassword);
    await button(t("identity.register.submit")).click();
    await heading(t("identity.unverified.title")).waitFor();
    await page.goto(`${guichet.shop}/account/wallet`);
    expect(await page.getByText("Inès Carvalho").count()).toBe(0);

    const message = await mailTo(guichet, email, ({ text }) => text.includes("/verify-account?code="));
    const code = /^[2-9A-Z]{4}-[2-9A-Z]{4}$/m.exec(message.text)?.[0] ?? "";
    await page.goto(`${guichet.shop}/unverified-account`);
    await page.getByLabel(t("identity.unverified.code")).fill(code.toLowerCase());
    await button(t("identity.unverified.confirm")).click();
    await page.getByText(t("accounts.flash.verified")).waitFor();
    await page.goto(`${guichet.shop}/account/wallet`);
    // On a phone the traveller's name is on the ticket itself, one tap away.
    await page.getByText("Inès Carvalho").first().waitFor({ state: "attached" });
  });
});

describe("a customer who deletes their account", () => {
  // covers §1: account deletion requested by its holder
  it("requests deletion, withdraws within 30 days, requests it again, and is unknown afterwards", {
    timeout: 600_000,
  }, async () => {
    const browser = await browserOfTest({ locale: "fr-FR", viewport: { width: 360, height: 740 } });
    const shopper = shopperAt(await browser.context.newPage(), words);
    const { page, button } = shopper;
    await page.goto(guichet.shop);
    await signIn(shopper, "holder@demo.example");
    await page.evaluate(() => localStorage.setItem("tunnel", "{}"));
    await endSubscriptions(guichet, "holder@demo.example");
    await deleteAccount(shopper);
    expect(await page.evaluate(() => localStorage.getItem("tunnel"))).toBeNull();
    expect((await browser.context.cookies()).filter(({ name }) => /token/i.test(name))).toEqual([]);
    const message = await mailTo(guichet, "holder@demo.example", ({ subject }) => subject.includes("sera supprimé"));
    expect(message.text).toContain("/account");

    await signIn(shopper, "holder@demo.example");
    const question = page.getByRole("dialog", { name: t("shell.deletion.title") });
    await question.waitFor();
    await page.keyboard.press("Escape");
    await page.goto(`${guichet.shop}/account/wallet`);
    await question.waitFor();
    await button(t("shell.deletion.reactivate")).click();
    await page.getByText(t("accounts.flash.reactivated")).waitFor();
    await page.goto(guichet.shop);
    expect(await question.count()).toBe(0);

    await deleteAccount(shopper);
    // A few days at a time: due jobs finish before each response.
    for (let days = 0; days < 31; days += 3) await advanceClock(guichet, "P3D");
    await page.goto(`${guichet.shop}/auth/login`);
    await page.getByLabel(t("identity.email")).fill("holder@demo.example");
    await page.getByLabel(t("identity.password"), { exact: true }).fill(demoPassword);
    await button(t("identity.login.submit")).click();
    await page.getByText(t("identity.error.credentials")).first().waitFor();
  });
});
