import { describe, expect, it } from "vitest";
import { paths, type RouteName } from "../apps/shop/app/paths.ts";
import { faultsInReadings, type Reading, readingIn, readings, seenAs } from "./axe-violations.ts";
import { openBrowser } from "./browser.ts";
import { checksEachLanguage, type JourneyLanguage, languagesOfJourney } from "./journey-languages.ts";
import {
  choose,
  demoPassword,
  goToCheckout,
  openSignedIn,
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

/** Pages that redirect immediately, or that a purchase below or the subscription journey visits. */
const visitedElsewhere: readonly RouteName[] = [
  ...(["products", "product", "express", "authMedia", "checkout", "clear", "logout", "traveller", "tacitOne"] as const),
  ...(["authCustom", "fcFinalize", "fcDeleteIdentity", "identityAdd", "identityReplace"] as const),
];
/** Pages of a signed-in user. */
const ofAccount: readonly RouteName[] = ["account", "accountDelete", "invoices", "wallet", "transportCards", "tacit"];
/** Those of them that show visitors something else. */
const alsoOfVisitors: readonly RouteName[] = ["accountDelete"];
const publicNames = (Object.keys(paths) as RouteName[]).filter(
  (name) => !visitedElsewhere.includes(name) && !ofAccount.includes(name),
);
const ofVisitors = [
  ...[...publicNames, ...alsoOfVisitors].map((name) => paths[name]),
  `${paths.express}?item=ticket-1h&price=100`,
  `${paths.reset}?code=typed-by-hand`,
  `${paths.verifyAccount}?code=typed-by-hand`,
  // The two kinds of reasons why a sign-in at a provider ended.
  ...["EMAIL_EXISTS_OTHER_PROVIDER", "PROVIDER_UNAVAILABLE"].map((code) => `${paths.authCustom}?refused=${code}`),
  "/documents",
  "/no-such-page",
];
/** Pages of a user who signed in with the national federation only. */
const ofFederation = [
  ...["sign-in-methods", "personal", "link&provider=rivage"].map((edit) => `${paths.account}?edit=${edit}`),
  ...["", "?reauthenticated=1"].flatMap((query) => [
    `${paths.identityAdd}${query}`,
    `${paths.identityReplace}${query}`,
  ]),
  paths.fcDeleteIdentity,
];
const accountViews = ["personal", "sign-in", "devices", "preferences"].map((part) => `${paths.account}?edit=${part}`);
/** The price of ten trips, sent by post. */
const parcel = 1100 + 250;

/** Whether the holder's subscription still hinders the deletion of the account; a second attempt of the test may find it ended. */
let isSubscribed = true;

/** For a machine that is busy with other work: alone on two processors, each takes about a quarter of it. */
const limit = { timeout: 960_000 };

/** Two at a time: visitors and account holders do not disturb each other. */
// covers: every screen has no violations of axe rules, and is no wider than the viewport
describe.concurrent("every screen has no violations of axe rules, and fits the viewport", () => {
  it.each(languagesOfJourney("ar"))(
    "of a visitor, a guest and a customer of the federation, in %s",
    limit,
    (language) =>
      visitPages(language, async (shopper, check) => {
        const { page } = shopper;
        await visitEach(ofVisitors, shopper, check);
        await checkGuest(shopper, check);
        await page.goto(guichet.shop + paths.auth);
        await shopper.button(shopper.words.t("identity.provider.national")).click();
        await shopper.button("Claire Sophie Martin").click();
        await page.waitForURL((url) => url.pathname === paths.account);
        await visitEach(ofFederation, shopper, check);
      }),
  );

  it("of the holder of an account", limit, async () => {
    const languages = languagesOfJourney("fr");
    if (isSubscribed) for (const language of languages) await visitPages(language, checkBlockedDeletion);
    await endSubscriptions(guichet, "holder@demo.example");
    isSubscribed = false;
    for (const language of languages) {
      await visitPages(language, async (shopper, check) => {
        await checkPurchase(shopper, check);
        await checkParcel(shopper, check);
        await checkCollection(shopper, check);
        await checkDeletion(shopper, check);
        await checkSignOut(shopper, check);
        await checkTravellerChoice(shopper, check);
      });
    }
  });
});

/**
 * Visits pages in a browser of its own. Each is checked in the colours and widths of both readings; where every page is visited in each
 * language, in those of the reading of its language.
 */
async function visitPages(
  language: JourneyLanguage,
  go: (shopper: Shopper, check: Check) => Promise<void>,
): Promise<void> {
  const own = readingIn(language);
  const checked: readonly Reading[] = checksEachLanguage() ? [own] : readings;
  const browser = await openBrowser({ locale: own.locale, ...seenAs(own) });
  try {
    const shopper = shopperAt(await browser.context.newPage(), wordsIn(language));
    const faults: string[] = [];
    await go(shopper, async (name) => {
      const ofShop = shopper.page.url().startsWith(guichet.shop);
      const found = await faultsInReadings(shopper.page, { ofShop, checked });
      faults.push(...found.map((fault) => `${name}, ${fault}`));
    });
    expect(faults).toEqual([]);
  } finally {
    await browser.close();
  }
}

type Check = (name: string) => Promise<void>;

/** Checks the page at each path; where several lead to the same page, it is checked once. */
async function visitEach(places: readonly string[], { page }: Shopper, check: Check): Promise<void> {
  const checked = new Set<string>();
  for (const path of places) {
    await page.goto(guichet.shop + path);
    if (!checked.has(page.url())) await check(path);
    checked.add(page.url());
  }
}

/** A guest's purchase up to the payment. */
async function checkGuest(shopper: Shopper, check: Check) {
  const { page, words, heading, link, button } = shopper;
  const { t } = words;
  await page.goto(guichet.shop);
  await choose(shopper, "ticket-1h");
  await goToCheckout(shopper, { majority: true });
  await heading(t("identity.invite.title")).waitFor();
  await check("ways on to checkout");
  await link(t("identity.invite.guest")).click();
  await page.getByLabel(t("identity.first-name"), { exact: true }).fill("Inès");
  await button(t("identity.continue")).click();
  await page.getByRole("alert").first().waitFor();
  await check("guest, with faults");
  await page.getByLabel(t("identity.last-name"), { exact: true }).fill("Carvalho");
  await page.getByLabel(t("identity.email")).fill(`axe.${Date.now()}@courriel.example`);
  await button(t("identity.continue")).click();
  await link(t("checkout.edit.email")).click();
  await page.getByLabel(t("identity.invoice.email")).waitFor();
  await check("where the guest's invoice goes");
  await button(t("identity.continue")).click();
  await heading(t("checkout.pay.title")).waitFor();
  await check("checkout of a guest");
  await page.evaluate(() => localStorage.clear());
  await page.context().clearCookies();
}

/** The pages that only a buyer sees: from the product to the ticket. */
async function checkPurchase(shopper: Shopper, check: Check) {
  const { page, words, heading, link } = shopper;
  await openSignedIn(shopper, "holder@demo.example", `${guichet.shop}${paths.products}/carnet-10`);
  await check("product");
  await page.goto(guichet.shop);
  await choose(shopper, "ticket-1h");
  await check("cart, filled");
  await shopper.button(words.t("cart.continue")).click();
  await page.getByRole("alert").first().waitFor();
  await check("cart, with faults");
  await goToCheckout(shopper, { majority: false });
  await heading(words.t("checkout.pay.title")).waitFor();
  await check("checkout");
  await checkChangedAmount(shopper, check);
  await order(shopper, 130);
  await check("payment page of the sandbox");
  await pay(shopper, paymentCards.refused);
  await page.getByRole("alert").getByText(words.sandbox("payment.refused-title")).waitFor();
  await check("payment page of the sandbox after a refusal");
  await shopper.button(words.sandbox("payment.cancel")).click();
  await heading(words.t("checkout.result.cancelled.title")).waitFor();
  await check("left unpaid");
  await link(words.t("checkout.result.try-again")).click();
  await order(shopper, 130);
  // Returned without having paid: every route of an open order leads to its status.
  await page.goto(guichet.shop + paths.checkout);
  await heading(words.t("checkout.result.checking.title")).waitFor();
  await check("being checked");
  await shopper.button(words.t("checkout.result.give-up")).click();
  await heading(words.t("checkout.result.cancelled.title")).waitFor();
  await check("cancelled");
  await link(words.t("checkout.result.try-again")).click();
  await order(shopper, 130);
  await pay(shopper, paymentCards.accepted);
  await heading(words.t("checkout.result.confirmed.title")).waitFor();
  await check("confirmed");
  await link(words.t("checkout.result.ticket")).click();
  await link(words.t("wallet.receipt")).waitFor();
  await check("ticket");
  await link(words.t("wallet.receipt")).click();
  await link(words.t("orders.invoice")).waitFor();
  await check("receipt");
  await visitEach([...ofAccount.map((name) => paths[name]), ...accountViews], shopper, check);
  await page.goto(guichet.shop + paths.account);
  await link("Lou Morvan").click();
  await heading("Lou Morvan").waitFor();
  await check(paths.traveller);
}

/** A price changed between cart and payment. */
async function checkChangedAmount({ page, words, button }: Shopper, check: Check) {
  const asked = "**/cart/checkout/order";
  const changed = { code: "ORDER_AMOUNT_CHANGED", details: { amount: 130, currency: "EUR" } };
  await page.route(asked, (route) => route.fulfill({ status: 409, json: changed }));
  await button(words.t("checkout.order-and-pay", { amount: words.euros(130) })).click();
  await page.getByRole("alert").first().waitFor();
  await check("checkout, the amount changed");
  await page.unroute(asked);
}

/** A parcel: delivery, address, details, and the pages after the payment. */
async function checkCollection(shopper: Shopper, check: Check) {
  const { page, words, heading, link, button } = shopper;
  const { t } = words;
  await page.goto(`${guichet.shop}${paths.product.replace(":id", "pass-31")}?support=MEDIA`);
  await page.getByRole("group", { name: t("transport-cards.choice") }).waitFor();
  await check("an article for a card");
  await page.goto(guichet.shop);
  await choose(shopper, "carnet-10", "COLLECT");
  await goToCheckout(shopper, { majority: false });
  await heading(t("checkout.delivery.title")).waitFor();
  await check("delivery, without an agency");
  await link(t("checkout.delivery.collect.add")).click();
  await heading(t("checkout.collect.title")).waitFor();
  await page.getByLabel(t("checkout.collect.near")).fill("76991");
  await button(t("checkout.collect.near.sort")).click();
  await page.getByText(t("checkout.collect.near.sorted")).waitFor();
  await check("agencies, the nearest first");
  await link("Agence Gare").click();
  await heading(t("checkout.collect.when")).waitFor();
  await button(t("checkout.collect.save")).click();
  await page.getByRole("alert").first().waitFor();
  await check("slots, none chosen");
  await page.getByRole("radio").filter({ visible: true }).first().check({ force: true });
  await check("slots, one chosen");
  await button(t("checkout.collect.save")).click();
  await heading(t("checkout.delivery.title")).waitFor();
  await check("delivery, with agency and hour");
}

async function checkParcel(shopper: Shopper, check: Check) {
  const { page, words, heading, link, button } = shopper;
  const { t } = words;
  await page.goto(guichet.shop);
  await choose(shopper, "carnet-10", "SHIPPING");
  await goToCheckout(shopper, { majority: false });
  await heading(t("checkout.delivery.title")).waitFor();
  await check("delivery, without an address");
  await link(t("checkout.delivery.address.add")).click();
  await page.getByLabel(t("checkout.address.fullname")).fill("");
  await button(t("checkout.address.save")).click();
  await page.getByRole("alert").first().waitFor();
  await check("address, with faults");
  await page.getByLabel(t("checkout.address.fullname")).fill("Karim Morel");
  await page.getByLabel(t("checkout.address.route")).fill("3 quai des Brumes");
  await page.getByLabel(t("checkout.address.postal-code")).fill("76600");
  await page.getByLabel(t("checkout.address.city")).fill("Le Havre");
  await button(t("checkout.address.save")).click();
  await heading(t("checkout.details.title")).waitFor();
  await check("details");
  await page.goto(`${guichet.shop}${paths.checkout}?step=delivery`);
  await heading(t("checkout.delivery.title")).waitFor();
  await check("delivery");
  await page.goto(`${guichet.shop}${paths.checkout}?step=pay`);
  await heading(t("checkout.pay.title")).waitFor();
  await check("checkout of a parcel");
  await order(shopper, parcel);
  await pay(shopper, paymentCards.accepted);
  await heading(t("checkout.result.confirmed.title")).waitFor();
  await check("confirmed, to be posted");
  await link(t("checkout.result.follow")).click();
  await page.getByText(t("orders.arrival")).waitFor();
  await check("receipt of a parcel");
}

/** Checks the pages that confirm signing out and clearing, as a link on another site opens them. */
async function checkSignOut({ page }: Shopper, check: Check) {
  // A link of the shop itself needs no confirmation: the pages redirect at once.
  for (const name of ["logout", "clear"] as const) {
    await page.goto(guichet.sandbox);
    await page.evaluate((address) => location.assign(address), guichet.shop + paths[name]);
    await page.waitForURL(`**${paths[name]}`);
    await check(paths[name]);
  }
}

/** The deletion is refused while a subscription is active. */
async function checkBlockedDeletion(shopper: Shopper, check: Check) {
  const { page, words, button } = shopper;
  const { t } = words;
  const deletion = `${guichet.shop}/${words.language}${paths.accountDelete}?step=confirm`;
  await openSignedIn(shopper, "holder@demo.example", deletion);
  await page.getByLabel(t("accounts.current-password"), { exact: true }).fill(demoPassword);
  await page.getByRole("checkbox").check();
  await button(t("accounts.deletion.submit")).click();
  await page.getByRole("link", { name: t("accounts.deletion.hindered.subscriptions") }).waitFor();
  await check("deletion that a subscription hinders");
}

/** A deletion is requested, and withdrawn. */
async function checkDeletion(shopper: Shopper, check: Check) {
  const { page, words, heading, button } = shopper;
  await page.goto(`${guichet.shop}${paths.accountDelete}?step=confirm`);
  await button(words.t("accounts.deletion.submit")).click();
  await page.getByRole("alert").first().waitFor();
  await check("deletion, with faults");
  await page.getByLabel(words.t("accounts.current-password"), { exact: true }).fill(demoPassword);
  await page.getByRole("checkbox").check();
  await button(words.t("accounts.deletion.submit")).click();
  await heading(words.t("accounts.deleted.title")).waitFor();
  await signIn(shopper, "holder@demo.example");
  await page.getByRole("dialog", { name: words.t("shell.deletion.title") }).waitFor();
  await check("deletion pending");
  await button(words.t("shell.deletion.reactivate")).click();
  await page.getByText(words.t("accounts.flash.reactivated")).waitFor();
}

/** The travellers of an account, when its holder asks to choose among them. */
async function checkTravellerChoice(shopper: Shopper, check: Check) {
  const { page, words, heading } = shopper;
  await page.context().clearCookies();
  await page.goto(guichet.shop);
  await signIn(shopper, "holder@demo.example", { choose: true });
  await heading(words.t("identity.choose.title")).waitFor();
  await check("choice of a person");
}
