import { describe, expect, it } from "vitest";
import { faultsOf } from "./axe-violations.ts";
import { choose, type Shopper, shopperAt, signIn } from "./shopper.ts";
import { browserOfTest, sharedGuichet } from "./stage.ts";
import { type Words, wordsIn } from "./words.ts";

const guichet = sharedGuichet();

async function at(words: Words, before?: () => void): Promise<Shopper> {
  const browser = await browserOfTest({ locale: words.language, viewport: { width: 360, height: 740 } });
  if (before !== undefined) await browser.context.addInitScript(before);
  const shopper = shopperAt(await browser.context.newPage(), words);
  await shopper.page.goto(guichet.shop);
  return shopper;
}

const inCart = (shopper: Shopper) => ({
  ticket: shopper.page.getByRole("main").getByText(shopper.words.article("ticket-1h"), { exact: true }).first(),
  empty: shopper.heading(shopper.words.t("cart.empty.title")),
  remove: shopper.button(shopper.words.t("cart.remove-line", { name: shopper.words.article("ticket-1h") })),
});

describe("the cart of this browser", () => {
  const [fr, ar] = [wordsIn("fr"), wordsIn("ar")];

  it("is the same in two tabs", async () => {
    const one = await at(ar);
    await choose(one, "ticket-1h");
    const other = shopperAt(await one.page.context().newPage(), ar);
    await other.page.goto(`${guichet.shop}/ar/cart`);
    await inCart(other).remove.click();
    await inCart(other).empty.waitFor();
    await inCart(one).empty.waitFor();
  });

  // covers §2: /cart
  it("says before its script has loaded that it is empty, or that it is being loaded", async () => {
    const shopper = await at(fr);
    const { page, words } = shopper;
    const fetched = page.getByText(words.t("cart.loading"));
    const openWithoutFiles = async () => {
      await page.route("**/assets/*.js", (route) => route.abort());
      await page.evaluate(() => location.assign("/fr/cart"));
      await page.waitForURL("**/fr/cart");
      await page.getByRole("heading", { name: words.t("cart.title"), level: 1 }).waitFor();
    };
    await openWithoutFiles();
    await inCart(shopper).empty.waitFor();
    expect(await fetched.isVisible()).toBe(false);
    await page.unroute("**/assets/*.js");
    await page.goto(guichet.shop);
    await choose(shopper, "ticket-1h");
    await openWithoutFiles();
    await fetched.waitFor();
    expect(await page.getByText(words.t("cart.empty.title")).isVisible()).toBe(false);
  });

  it("shows a changed price until the customer has seen it", async () => {
    const shopper = await at(fr);
    const { page, button } = shopper;
    await choose(shopper, "ticket-1h");
    await page.waitForFunction(() => /"prices":\{"[^"]+":\d+\}/.test(localStorage.getItem("cart") ?? ""));
    // As stored when the ticket cost a cent less.
    const before = await page.evaluate(() => {
      const stored = localStorage.getItem("cart") ?? "";
      const price = Number(/"prices":\{"[^"]+":(\d+)\}/.exec(stored)?.[1]);
      localStorage.setItem("cart", stored.replace(`":${price}}`, `":${price - 1}}`));
      return price;
    });
    await page.reload();
    const flash = fr.t("cart.line.repriced", { before: fr.euros(before - 1), now: fr.euros(before) });
    await page.getByText(flash).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await button(fr.t("cart.line.repriced.seen")).click();
    await page.getByText(flash).waitFor({ state: "detached" });
    await page.reload();
    await inCart(shopper).ticket.waitFor();
    expect(await page.getByText(flash).count()).toBe(0);
  });

  it("is empty, and works, if its stored content is invalid", async () => {
    const shopper = await at(fr);
    for (const broken of ["{", "null", '{"lines":7}', '{"lines":[{"id":"a","shopItemId":"gone","quantity":1e9}]}']) {
      await shopper.page.evaluate((stored) => localStorage.setItem("cart", stored), broken);
      await shopper.page.goto(`${guichet.shop}/cart`);
      await inCart(shopper).empty.waitFor();
    }
    await shopper.page.goto(guichet.shop);
    await choose(shopper, "ticket-1h");
    await inCart(shopper).ticket.waitFor();
  });

  it("lasts as long as the page if storage is unavailable", async () => {
    const shopper = await at(ar, () => {
      for (const name of ["getItem", "setItem", "removeItem", "clear"] as const)
        Storage.prototype[name] = () => {
          throw new DOMException("blocked", "SecurityError");
        };
    });
    await choose(shopper, "ticket-1h");
    await inCart(shopper).ticket.waitFor();
    await shopper.page.reload();
    await inCart(shopper).empty.waitFor();
  });
});

describe("the holder of an account", () => {
  it("redeems a gift code for a ticket without a cart, once", async () => {
    const words = wordsIn("ar");
    const { t } = words;
    const shopper = await at(words);
    const { page, button } = shopper;
    await signIn(shopper, "holder@demo.example");
    await page.goto(`${guichet.shop}/ar/account?edit=gift`);
    await shopper.heading(t("accounts.gift")).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.getByLabel(t("accounts.gift.code")).fill("CADEAU");
    await button(t("accounts.gift.submit")).click();
    await page.getByText(t("accounts.flash.gift")).waitFor();
    await page.goto(`${guichet.shop}/ar/account/wallet`);
    await page.getByRole("main").getByText(words.article("ticket-1h")).first().waitFor();
  });
});
