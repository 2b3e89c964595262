import { describe, expect, it } from "vitest";
import { languagesOfJourney } from "./journey-languages.ts";
import { ledgerOf } from "./sandbox.ts";
import {
  choose,
  giveBack,
  goToCheckout,
  openOrder,
  order,
  pay,
  paymentCards,
  type Shopper,
  shopperAt,
  signIn,
} from "./shopper.ts";
import { browserOfTest, sharedGuichet } from "./stage.ts";
import { wordsIn } from "./words.ts";

const guichet = sharedGuichet();
const article = "single-adult-a";
const fare = 150;

describe.each(languagesOfJourney("ar"))("a customer of a network that is paid at Lyra, in %s", (language) => {
  const words = wordsIn(language, "zones");
  const { t } = words;
  const shop = () => guichet.shopOf("zones");

  // covers: at Lyra a card is saved with a payment, and gets the refund of a ticket that is given back
  it("saves a card with a payment, and gives the ticket back", { timeout: 240_000 }, async () => {
    const browser = await browserOfTest({ locale: language, viewport: { width: 360, height: 740 } });
    const shopper = shopperAt(await browser.context.newPage(), words);
    const { page, heading } = shopper;
    await page.goto(`${shop()}/${language}`);
    await signIn(shopper, "holder@demo.example");
    await toPayStep(shopper);
    const another = page.getByRole("radio", { name: t("checkout.card.another") });
    if ((await another.count()) > 0) await another.check();
    await page.getByRole("checkbox", { name: t("checkout.card.keep") }).check();
    await order(shopper, fare);
    await pay(shopper, paymentCards.accepted);
    await heading(t("checkout.result.confirmed.title")).waitFor();
    const orderId = orderOf(page.url());
    expect(await movesOf(orderId)).toEqual(["session", "capture"]);
    await page.goto(`${shop()}/${language}/account`);
    await page.getByText("•••• 0014").first().waitFor();

    await openOrder(shopper, shop(), orderId);
    await giveBack(shopper, fare);
    await expect.poll(() => movesOf(orderId), { timeout: 30_000 }).toEqual(["session", "capture", "refund"]);
  });

  async function toPayStep(shopper: Shopper): Promise<void> {
    await shopper.page.goto(`${shop()}/${language}`);
    await choose(shopper, article);
    await goToCheckout(shopper, { majority: false });
    await shopper.heading(t("checkout.pay.title")).waitFor();
  }
});

const orderOf = (address: string): string => new URL(address).searchParams.get("order") ?? "";

async function movesOf(orderId: string): Promise<string[]> {
  return (await ledgerOf(guichet, orderId)).map(({ kind }) => kind);
}
