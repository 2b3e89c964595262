import { describe, expect, it } from "vitest";
import { faultsOf } from "./axe-violations.ts";
import { ledgerOf, misbehave } from "./sandbox.ts";
import { choose, goToCheckout, order, pay, paymentCards, type Shopper, shopperAt, signIn } from "./shopper.ts";
import { browserOfTest, sharedGuichet } from "./stage.ts";
import { wordsIn } from "./words.ts";

const guichet = sharedGuichet();

const words = wordsIn("fr");
const { t } = words;
const fare = 130;
/** What is bought, and where: `demo` and `bare` are paid at the stand-in of Stripe, `zones` at that of Lyra. */
const ofDemo = { network: "demo", article: "ticket-1h", fare } as const;
const ofBare = { network: "bare", article: "crossing", fare: 200 } as const;
const ofZones = { network: "zones", article: "single-adult-a", fare: 150 } as const;
type Sold = typeof ofDemo | typeof ofBare | typeof ofZones;

describe("an unsuccessful payment", () => {
  // covers §2: payment results: confirmed, refused, cancelled, being checked
  // covers: after a refusal another card is one tap away, on every viewport
  it.each([ofDemo, ofZones])(
    "is refused on a page that stays open ($network): nothing is charged, the cart is preserved, and another card pays there",
    {
      timeout: 240_000,
    },
    async (sold) => {
      const shopper = await atThePaymentPage(sold);
      const { page, heading, button, link } = shopper;
      const paymentUrl = page.url();
      await pay(shopper, paymentCards.refused);
      await page.getByRole("alert").getByText(words.sandbox("payment.refused-title")).waitFor();
      // The customer looks at the shop first, which knows of no charge, and returns to the same page.
      await button(words.sandbox("payment.cancel")).click();
      await heading(t("checkout.result.cancelled.title")).waitFor();
      const first = orderOf(page.url());
      expect(await movementsOf(first)).toEqual(["session"]);
      await expectKept(shopper);
      await link(t("checkout.result.try-again")).click();
      await order(shopper, sold.fare);
      expect(page.url()).toBe(paymentUrl);
      await pay(shopper, paymentCards.accepted);
      await heading(t("checkout.result.confirmed.title")).waitFor();
      expect(orderOf(page.url())).toBe(first);
      expect(await movementsOf(first)).toEqual(["session", "capture"]);
      await expectEmptied(shopper);
    },
  );

  // covers §2: payment results: confirmed, refused, cancelled, being checked
  // covers: a customer who leaves the payment page through its back link sees at once that nothing is paid
  it.each([ofBare, ofZones])(
    "is left by the back link of the page ($network): the cart is preserved, and the same order can be paid later",
    {
      timeout: 240_000,
    },
    async (sold) => {
      const shopper = await atThePaymentPage(sold);
      const { page, heading, link, button } = shopper;
      await button(words.sandbox("payment.cancel")).click();
      await heading(t("checkout.result.cancelled.title")).waitFor();
      await page.getByText(t("checkout.result.cancelled.text")).waitFor();
      await page.getByText(t("checkout.result.unpaid.kind")).waitFor();
      expect(await faultsOf(page)).toEqual([]);
      const left = orderOf(page.url());
      await expectKept(shopper);
      await page.reload();
      await heading(t("checkout.result.cancelled.title")).waitFor();

      await link(t("checkout.result.try-again")).click();
      await order(shopper, sold.fare);
      await pay(shopper, paymentCards.accepted);
      await heading(t("checkout.result.confirmed.title")).waitFor();
      expect(orderOf(page.url())).toBe(left);
      expect(await movementsOf(left)).toEqual(["session", "capture"]);
      // The address that the customer returns to does not decide whether the order is paid.
      await page.goto(`${shopOf(sold)}/fr/cart?order=${left}&left=1`);
      await heading(t("checkout.result.confirmed.title")).waitFor();
    },
  );

  // covers: Back from the payment page returns to the checkout as it was, and the order is paid once
  it("is left with Back: checkout is as it was, and the same payment page is paid", { timeout: 240_000 }, async () => {
    const shopper = await atPayStep();
    const { page, heading } = shopper;
    const saves = page.getByRole("checkbox", { name: t("checkout.card.keep") });
    await page.getByRole("radio", { name: t("checkout.card.another") }).check();
    await saves.check();
    await order(shopper, fare);
    const paymentUrl = page.url();

    await page.goBack();
    await heading(t("checkout.pay.title")).waitFor();
    await page.getByText(t("checkout.returned").split(".", 1)[0] ?? "").waitFor();
    expect(await saves.isChecked()).toBe(true);
    expect(await faultsOf(page)).toEqual([]);
    await order(shopper, fare);
    expect(page.url()).toBe(paymentUrl);

    // With another choice, the first page is closed and a new one opens.
    await page.goBack();
    await heading(t("checkout.pay.title")).waitFor();
    await saves.uncheck();
    await order(shopper, fare);
    expect(page.url()).not.toBe(paymentUrl);
    await pay(shopper, paymentCards.accepted);
    await heading(t("checkout.result.confirmed.title")).waitFor();
    const movements = await movementsOf(orderOf(page.url()));
    expect(movements.filter((kind) => kind === "capture")).toHaveLength(1);
    await page.goto(paymentUrl);
    expect(await page.getByLabel(words.sandbox("payment.number")).count()).toBe(0);
    await expectEmptied(shopper);
  });

  // covers: Back from the payment page after the order was paid or cancelled there
  it("is left with Back after it was paid in another tab: the confirmation is shown", {
    timeout: 240_000,
  }, async () => {
    const shopper = await atThePaymentPage();
    const { page, heading } = shopper;
    const other = shopperAt(await page.context().newPage(), words);
    await other.page.goto(page.url());
    await pay(other, paymentCards.accepted);
    await other.heading(t("checkout.result.confirmed.title")).waitFor();
    await other.page.close();
    await page.goBack();
    await heading(t("checkout.result.confirmed.title"))
      .or(heading(t("cart.empty.title")))
      .waitFor();
  });

  // covers: a payment that is reported late is not paid twice
  it("is reported late: the page warns against paying twice, then confirms", { timeout: 240_000 }, async () => {
    const shopper = await atThePaymentPage();
    const { page, heading, link } = shopper;
    await misbehave(guichet, "down", 6);
    await pay(shopper, paymentCards.late);
    await heading(t("checkout.result.checking.title")).waitFor();
    await page.getByText(t("checkout.result.checking.text")).waitFor();
    await expectKept(shopper);
    await heading(t("checkout.result.confirmed.title")).waitFor();
    const paid = orderOf(page.url());
    expect(await movementsOf(paid)).toEqual(["session", "capture"]);
    await expectEmptied(shopper);

    await link(t("checkout.result.ticket")).click();
    await link(t("wallet.receipt")).click();
    await heading(t("orders.history")).waitFor();
    expect(await page.getByText(t("orders.event.completed")).count()).toBe(1);
  });
});

/** The demo's holder with one ticket, at the provider's card form. */
async function atThePaymentPage(sold: Sold = ofDemo): Promise<Shopper> {
  const shopper = await atPayStep(sold);
  await order(shopper, sold.fare);
  return shopper;
}

/** The demo's holder with one ticket, on the payment step. */
async function atPayStep(sold: Sold = ofDemo): Promise<Shopper> {
  const { network, article } = sold;
  const browser = await browserOfTest({ locale: "fr-FR", viewport: { width: 1280, height: 900 } });
  const shopper = shopperAt(await browser.context.newPage(), wordsIn("fr", network));
  const shop = shopOf(sold);
  await shopper.page.goto(shop);
  await signIn(shopper, "holder@demo.example");
  await shopper.page.goto(shop);
  await choose(shopper, article);
  await goToCheckout(shopper, { majority: false });
  await shopper.heading(t("checkout.pay.title")).waitFor();
  return shopper;
}

const shopOf = ({ network }: Sold): string => (network === "demo" ? guichet.shop : guichet.shopOf(network));

const orderOf = (address: string): string => new URL(address).searchParams.get("order") ?? "";

async function movementsOf(orderId: string): Promise<string[]> {
  return (await ledgerOf(guichet, orderId)).map(({ kind }) => kind);
}

async function expectKept({ page }: Shopper): Promise<void> {
  await page
    .getByRole("link", { name: t("shell.cart.count", { count: 1 }) })
    .first()
    .waitFor();
}

async function expectEmptied({ page }: Shopper): Promise<void> {
  await page.getByRole("link", { name: t("shell.cart.count", { count: 1 }) }).waitFor({ state: "detached" });
}
