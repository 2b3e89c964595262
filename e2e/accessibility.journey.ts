import { describe, expect, it } from "vitest";
import { paths, type RouteName } from "../apps/shop/app/paths.ts";
import { openBrowser } from "./browser.ts";
import { type Reading, readings, seenAs, viewsOf } from "./faults.ts";
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
import { openGuichet } from "./stage.ts";
import { endSubscriptions } from "./subscriptions.ts";
import { wordsIn } from "./words.ts";

const guichet = openGuichet();

/** Places that lead elsewhere at once or that a step of the purchase below or of the subscription journey comes by. */
const comesBy: readonly RouteName[] = [
  ...(["products", "product", "authMedia", "checkout", "clear", "logout", "traveller", "tacitOne"] as const),
  ...(["authCustom", "fcFinalize", "fcDeleteIdentity", "identityAdd", "identityReplace"] as const),
];
/** Places of somebody who is signed in. */
const ofAccount: readonly RouteName[] = ["account", "accountDelete", "invoices", "wallet", "transportCards", "tacit"];
/** Of those, what a visitor sees something else of. */
const alsoOfVisitors: readonly RouteName[] = ["accountDelete"];
const publicNames = (Object.keys(paths) as RouteName[]).filter(
  (name) => !comesBy.includes(name) && !ofAccount.includes(name),
);
const ofVisitors = [
  ...[...publicNames, ...alsoOfVisitors].map((name) => paths[name]),
  `${paths.reset}?code=typed-by-hand`,
  `${paths.verifyAccount}?code=typed-by-hand`,
  // Why a sign-in at a provider ended, in its two kinds.
  ...["EMAIL_EXISTS_OTHER_PROVIDER", "PROVIDER_UNAVAILABLE"].map((code) => `${paths.authCustom}?refused=${code}`),
  "/documents",
  "/no-such-page",
];
/** Screens of somebody who signed in by the national federation alone. */
const ofFederation = [
  ...["sign-in-methods", "personal", "link&provider=rivage"].map((edit) => `${paths.account}?edit=${edit}`),
  ...["", "?reauthenticated=1"].flatMap((query) => [
    `${paths.identityAdd}${query}`,
    `${paths.identityReplace}${query}`,
  ]),
  paths.fcDeleteIdentity,
];
const accountViews = ["personal", "sign-in", "devices", "preferences"].map((part) => `${paths.account}?edit=${part}`);
/** A carnet of ten, posted. */
const parcel = 1100 + 250;

const limit = { timeout: 480_000 };

/** Two at a time: who has no account is not disturbed by who has one. */
// covers: every built screen without a fault that axe knows, and no wider than the screen
describe.concurrent("every screen is free of faults that axe knows, and fits the screen", () => {
  it.each(readings)("of a visitor, a guest and a customer of the federation, in $language", limit, (reading) =>
    lookAround(reading, async (shopper, look) => {
      const { page } = shopper;
      for (const path of ofVisitors) {
        await page.goto(guichet.shop + path);
        await look(path);
      }
      await lookAtGuest(shopper, look);
      await page.goto(guichet.shop + paths.auth);
      await shopper.button(shopper.words.t("identity.provider.national")).click();
      await shopper.button("Claire Sophie Martin").click();
      await page.waitForURL((url) => url.pathname === paths.account);
      for (const path of ofFederation) {
        await page.goto(guichet.shop + path);
        await look(path);
      }
    }),
  );

  it("of the holder of an account, in each language", { timeout: 2 * limit.timeout }, async () => {
    for (const reading of readings) await lookAround(reading, lookAtHindrance);
    await endSubscriptions(guichet, "holder@demo.example");
    for (const reading of readings) {
      await lookAround(reading, async (shopper, look) => {
        await lookAtPurchase(shopper, look);
        await lookAtParcel(shopper, look);
        await lookAtCollection(shopper, look);
        await lookAtDeletion(shopper, look);
        await lookAtLeaving(shopper, look);
        await lookAtChoice(shopper, look);
      });
    }
  });
});

/** Goes round with a browser of its own; every look is in both colours and widths of the reading. */
async function lookAround(reading: Reading, go: (shopper: Shopper, look: Look) => Promise<void>): Promise<void> {
  const { language, locale, whole } = reading;
  const browser = await openBrowser({ locale, ...seenAs(whole) });
  try {
    const shopper = shopperAt(await browser.context.newPage(), wordsIn(language));
    const faults: string[] = [];
    await go(shopper, async (name) => {
      const found = await viewsOf(shopper.page, reading, { ofShop: shopper.page.url().startsWith(guichet.shop) });
      faults.push(...found.map((fault) => `${name}: ${fault}`));
    });
    expect(faults).toEqual([]);
  } finally {
    await browser.close();
  }
}

type Look = (name: string) => Promise<void>;

/** Who buys without an account, as far as the payment; then they are gone. */
async function lookAtGuest(shopper: Shopper, look: Look) {
  const { page, words, heading, link, button } = shopper;
  const { t } = words;
  await page.goto(guichet.shop);
  await choose(shopper, "ticket-1h");
  await goToCheckout(shopper, { majority: true });
  await heading(t("identity.invite.title")).waitFor();
  await look("ways on to checkout");
  await link(t("identity.invite.guest")).click();
  await page.getByLabel(t("identity.first-name"), { exact: true }).fill("Inès");
  await button(t("identity.continue")).click();
  await page.getByRole("alert").first().waitFor();
  await look("guest, with faults");
  await page.getByLabel(t("identity.last-name"), { exact: true }).fill("Carvalho");
  await page.getByLabel(t("identity.email")).fill(`axe.${Date.now()}@courriel.example`);
  await button(t("identity.continue")).click();
  await page.getByLabel(t("identity.invoice.email")).waitFor();
  await look("where the guest's invoice goes");
  await button(t("identity.continue")).click();
  await heading(t("checkout.pay.title")).waitFor();
  await look("checkout of a guest");
  await page.evaluate(() => localStorage.clear());
  await page.context().clearCookies();
}

/** The screens that only somebody sees who buys: from the product to the ticket. */
async function lookAtPurchase(shopper: Shopper, look: Look) {
  const { page, words, heading, link } = shopper;
  await page.goto(guichet.shop);
  await signIn(shopper, "holder@demo.example");
  await page.goto(`${guichet.shop}${paths.products}/carnet-10`);
  await look("product");
  await page.goto(guichet.shop);
  await choose(shopper, "ticket-1h");
  await look("cart, filled");
  await shopper.button(words.t("cart.continue")).click();
  await page.getByRole("alert").first().waitFor();
  await look("cart, with faults");
  await goToCheckout(shopper, { majority: false });
  await heading(words.t("checkout.pay.title")).waitFor();
  await look("checkout");
  await lookAtChangedAmount(shopper, look);
  await order(shopper, 130);
  await look("payment page of the sandbox");
  await pay(shopper, paymentCards.refused);
  await heading(words.t("checkout.result.refused.title")).waitFor();
  const otherCard = shopper.button(words.t("checkout.result.other-card"));
  await otherCard.waitFor();
  await look("refused");
  await otherCard.click();
  await page.getByLabel(words.sandbox("payment.number")).waitFor();
  // Back without having paid: an order that is open leads every way to how it stands.
  await page.goto(guichet.shop + paths.checkout);
  await heading(words.t("checkout.result.checking.title")).waitFor();
  await look("being checked");
  await shopper.button(words.t("checkout.result.give-up")).click();
  await heading(words.t("checkout.result.cancelled.title")).waitFor();
  await look("cancelled");
  await link(words.t("checkout.result.try-again")).click();
  await order(shopper, 130);
  await pay(shopper, paymentCards.accepted);
  await heading(words.t("checkout.result.confirmed.title")).waitFor();
  await look("confirmed");
  await link(words.t("checkout.result.ticket")).click();
  await link(words.t("wallet.receipt")).waitFor();
  await look("ticket");
  await link(words.t("wallet.receipt")).click();
  await link(words.t("orders.invoice")).waitFor();
  await look("receipt");
  for (const path of [...ofAccount.map((name) => paths[name]), ...accountViews]) {
    await page.goto(guichet.shop + path);
    await look(path);
  }
  await page.goto(guichet.shop + paths.account);
  await link("Lou Morvan").click();
  await heading("Lou Morvan").waitFor();
  await look(paths.traveller);
}

/** Between cart and payment a price has changed. */
async function lookAtChangedAmount({ page, words, button }: Shopper, look: Look) {
  const asked = "**/cart/checkout/order";
  const changed = { code: "ORDER_AMOUNT_CHANGED", details: { amount: 130, currency: "EUR" } };
  await page.route(asked, (route) => route.fulfill({ status: 409, json: changed }));
  await button(words.t("checkout.order-and-pay", { amount: words.euros(130) })).click();
  await page.getByRole("alert").first().waitFor();
  await look("checkout, the amount changed");
  await page.unroute(asked);
}

/** What is posted: delivery, address, details, and what follows the payment. */
async function lookAtCollection(shopper: Shopper, look: Look) {
  const { page, words, heading, link, button } = shopper;
  const { t } = words;
  await page.goto(`${guichet.shop}${paths.product.replace(":id", "pass-31")}?support=MEDIA`);
  await page.getByRole("group", { name: t("transport-cards.choice") }).waitFor();
  await look("an article for a card");
  await page.goto(guichet.shop);
  await choose(shopper, "carnet-10", "COLLECT");
  await goToCheckout(shopper, { majority: false });
  await heading(t("checkout.delivery.title")).waitFor();
  await look("delivery, without an agency");
  await link(t("checkout.delivery.collect.add")).click();
  await heading(t("checkout.collect.title")).waitFor();
  await page.getByLabel(t("checkout.collect.near")).fill("76991");
  await button(t("checkout.collect.near.sort")).click();
  await page.getByText(t("checkout.collect.near.sorted")).waitFor();
  await look("agencies, the nearest first");
  await link("Agence Gare").click();
  await heading(t("checkout.collect.when")).waitFor();
  await button(t("checkout.collect.save")).click();
  await page.getByRole("alert").first().waitFor();
  await look("slots, none chosen");
  await page.getByRole("radio").filter({ visible: true }).first().check({ force: true });
  await look("slots, one chosen");
  await button(t("checkout.collect.save")).click();
  await heading(t("checkout.delivery.title")).waitFor();
  await look("delivery, with agency and hour");
}

async function lookAtParcel(shopper: Shopper, look: Look) {
  const { page, words, heading, link, button } = shopper;
  const { t } = words;
  await page.goto(guichet.shop);
  await choose(shopper, "carnet-10", "SHIPPING");
  await goToCheckout(shopper, { majority: false });
  await heading(t("checkout.delivery.title")).waitFor();
  await look("delivery, without an address");
  await link(t("checkout.delivery.address.add")).click();
  await page.getByLabel(t("checkout.address.fullname")).fill("");
  await button(t("checkout.address.save")).click();
  await page.getByRole("alert").first().waitFor();
  await look("address, with faults");
  await page.getByLabel(t("checkout.address.fullname")).fill("Karim Morel");
  await page.getByLabel(t("checkout.address.route")).fill("3 quai des Brumes");
  await page.getByLabel(t("checkout.address.postal-code")).fill("76600");
  await page.getByLabel(t("checkout.address.city")).fill("Le Havre");
  await button(t("checkout.address.save")).click();
  await heading(t("checkout.details.title")).waitFor();
  await look("details");
  await page.goto(`${guichet.shop}${paths.checkout}?step=delivery`);
  await heading(t("checkout.delivery.title")).waitFor();
  await look("delivery");
  await page.goto(`${guichet.shop}${paths.checkout}?step=pay`);
  await heading(t("checkout.pay.title")).waitFor();
  await look("checkout of a parcel");
  await order(shopper, parcel);
  await pay(shopper, paymentCards.accepted);
  await heading(t("checkout.result.confirmed.title")).waitFor();
  await look("confirmed, to be posted");
  await link(t("checkout.result.follow")).click();
  await page.getByText(t("orders.arrival")).waitFor();
  await look("receipt of a parcel");
}

/** Signing out and clearing, asked for by another site's link. */
async function lookAtLeaving({ page }: Shopper, look: Look) {
  // Who is led here by another site is asked first; others are gone before anybody could look.
  for (const name of ["logout", "clear"] as const) {
    await page.goto(guichet.sandbox);
    await page.evaluate((address) => location.assign(address), guichet.shop + paths[name]);
    await page.waitForURL(`**${paths[name]}`);
    await look(paths[name]);
  }
}

/** The deletion is refused while a subscription runs. */
async function lookAtHindrance(shopper: Shopper, look: Look) {
  const { page, words, button } = shopper;
  const { t } = words;
  await page.goto(`${guichet.shop}/${words.language}`);
  await signIn(shopper, "holder@demo.example");
  await page.goto(`${guichet.shop}/${words.language}${paths.accountDelete}?step=confirm`);
  await page.getByLabel(t("accounts.current-password"), { exact: true }).fill(demoPassword);
  await page.getByRole("checkbox").check();
  await button(t("accounts.deletion.submit")).click();
  await page.getByRole("link", { name: t("accounts.deletion.hindered.subscriptions") }).waitFor();
  await look("deletion that a subscription hinders");
}

/** The account is asked to be deleted, and taken back. */
async function lookAtDeletion(shopper: Shopper, look: Look) {
  const { page, words, heading, button } = shopper;
  await page.goto(`${guichet.shop}${paths.accountDelete}?step=confirm`);
  await button(words.t("accounts.deletion.submit")).click();
  await page.getByRole("alert").first().waitFor();
  await look("deletion, with faults");
  await page.getByLabel(words.t("accounts.current-password"), { exact: true }).fill(demoPassword);
  await page.getByRole("checkbox").check();
  await button(words.t("accounts.deletion.submit")).click();
  await heading(words.t("accounts.deleted.title")).waitFor();
  await signIn(shopper, "holder@demo.example");
  await page.getByRole("dialog", { name: words.t("shell.deletion.title") }).waitFor();
  await look("deletion pending");
  await button(words.t("shell.deletion.reactivate")).click();
  await page.getByText(words.t("accounts.flash.reactivated")).waitFor();
}

/** The account's people, when its holder asks to choose among them. */
async function lookAtChoice(shopper: Shopper, look: Look) {
  const { page, words, heading } = shopper;
  await page.context().clearCookies();
  await page.goto(guichet.shop);
  await signIn(shopper, "holder@demo.example", { choose: true });
  await heading(words.t("identity.choose.title")).waitFor();
  await look("choice of a person");
}
