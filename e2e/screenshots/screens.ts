import { paths } from "../../apps/shop/app/paths.ts";
import type { Installation } from "../installation.ts";
import { publishAlerts } from "../sandbox.ts";
import {
  articleLink,
  choose,
  enterGuestDetails,
  goToCheckout,
  goToPayStep,
  order,
  pay,
  paymentCards,
  type Shopper,
  signIn,
} from "../shopper.ts";

/** What a tour of the shop uses: somebody at a browser, and `take`, which keeps pictures of the current screen. */
export interface Tour {
  shopper: Shopper;
  guichet: Pick<Installation, "shop" | "sandbox">;
  /** `window`: only what the window shows, for a sheet or a page that fills the screen. */
  take(name: string, extent?: "page" | "window"): Promise<void>;
}

const holder = "holder@demo.example";
/** Ten trips by post. */
const parcelCents = 1100 + 250;
const article = "carnet-10";

const open = ({ shopper: { page, words }, guichet }: Tour, path: string) =>
  page.goto(`${guichet.shop}/${words.language}${path}`);

/** The screens of somebody who is not signed in. */
export async function visitorScreens(tour: Tour): Promise<void> {
  const { shopper, take } = tour;
  const { page, words, button, heading } = shopper;
  const { t } = words;
  await open(tour, paths.home);
  await take("home");
  await articleLink(shopper, "ticket-1h").waitFor();
  await page.locator(`a[href*="${paths.express}?"]`).first().click();
  await page.getByLabel(t("checkout.guest-email")).waitFor();
  await take("express-purchase", "window");
  await open(tour, `${paths.home}?q=trottinette`);
  await take("search-without-result");
  await open(tour, paths.product.replace(":id", "pass-31"));
  await take("product");
  await open(tour, paths.advice);
  await button(t("travel.advice.ask")).click();
  await page.locator("#answer").waitFor();
  await take("fare-adviser");
  await open(tour, paths.cart);
  await take("cart-empty");
  await open(tour, paths.login);
  await take("sign-in");
  await page.getByLabel(t("identity.email")).fill(holder);
  await page.getByLabel(t("identity.password"), { exact: true }).fill("not-this-one");
  await button(t("identity.login.submit")).click();
  await page.locator("#errors:focus").waitFor();
  await take("sign-in-error");
  await open(tour, paths.terminate);
  await take("contract-termination");
  await open(tour, "/no-such-page");
  await take("not-found");
  await open(tour, paths.home);
  await choose(shopper, "ticket-1h");
  await goToCheckout(shopper, { majority: true });
  await heading(t("identity.invite.title")).waitFor();
  await take("checkout-sign-in");
  await enterGuestDetails(shopper, `ines.carvalho.${Date.now()}@courriel.example`);
  await take("checkout-guest");
}

/** The screens of a purchase, from the cart to the payment's result. */
export async function purchaseScreens(tour: Tour): Promise<void> {
  const { shopper, take } = tour;
  const { words, button, heading, link } = shopper;
  const { t } = words;
  await open(tour, paths.home);
  await signIn(shopper, holder);
  await open(tour, paths.home);
  await choose(shopper, article, "SHIPPING");
  await take("cart");
  await goToCheckout(shopper, { majority: false });
  await heading(t("checkout.delivery.title")).waitFor();
  await enterAddress(shopper);
  await heading(t("checkout.details.title")).waitFor();
  await take("checkout-details");
  await open(tour, `${paths.checkout}?step=delivery`);
  await heading(t("checkout.delivery.title")).waitFor();
  await take("checkout-delivery");
  await open(tour, `${paths.checkout}?step=pay`);
  await heading(t("checkout.pay.title")).waitFor();
  await take("checkout-payment");
  await order(shopper, parcelCents);
  await open(tour, paths.checkout);
  await heading(t("checkout.result.checking.title")).waitFor();
  await take("payment-checking");
  await button(t("checkout.result.give-up")).click();
  await heading(t("checkout.result.cancelled.title")).waitFor();
  await take("payment-cancelled");
  await link(t("checkout.result.try-again")).click();
  await goToPayStep(shopper);
  await order(shopper, parcelCents);
  await pay(shopper, paymentCards.accepted);
  await heading(t("checkout.result.confirmed.title")).waitFor();
  await take("payment-confirmed-parcel");
  await open(tour, paths.home);
  await choose(shopper, "ticket-1h");
  await goToCheckout(shopper, { majority: false });
  await heading(t("checkout.pay.title")).waitFor();
  await order(shopper, 130);
  await pay(shopper, paymentCards.accepted);
  await heading(t("checkout.result.confirmed.title")).waitFor();
  await take("payment-confirmed");
}

/** The delivery address, asked for the first time or known from an earlier order. */
async function enterAddress({ page, words: { t }, button, link, heading }: Shopper): Promise<void> {
  const add = link(t("checkout.delivery.address.add"));
  const known = heading(t("checkout.details.title"));
  await add
    .or(page.getByRole("link", { name: t("checkout.continue") }))
    .first()
    .waitFor();
  if (!(await add.isVisible())) {
    await page
      .getByRole("link", { name: t("checkout.continue") })
      .first()
      .click();
    await known.waitFor();
    return;
  }
  await add.click();
  await page.getByLabel(t("checkout.address.fullname")).fill("Camille Morvan");
  await page.getByLabel(t("checkout.address.route")).fill("3 quai des Brumes");
  await page.getByLabel(t("checkout.address.postal-code")).fill("76600");
  await page.getByLabel(t("checkout.address.city")).fill("Le Havre");
  await button(t("checkout.address.save")).click();
}

/** The screens of a signed-in account holder. */
export async function accountScreens(tour: Tour): Promise<void> {
  const { shopper, take } = tour;
  const { page, words, link, heading } = shopper;
  const { t } = words;
  await open(tour, paths.account);
  await take("account");
  await open(tour, paths.wallet);
  await take("wallet");
  await page
    .getByRole("link", { name: words.article("ticket-1h") })
    .first()
    .click();
  await page.locator("svg[role=img]").first().waitFor();
  await take("ticket", "window");
  await link(t("wallet.present.details")).click();
  await link(t("wallet.receipt")).waitFor();
  await take("ticket-details");
  await link(t("wallet.receipt")).click();
  await link(t("refunds.open")).waitFor();
  await take("receipt");
  await link(t("refunds.open")).click();
  await heading(t("refunds.title")).waitFor();
  await take("refund");
  await open(tour, `${paths.documents}?item=harmonie-school`);
  await page.getByRole("link", { name: "Noé Morvan", exact: true }).click();
  await page.locator('[aria-current="true"]', { hasText: "Noé Morvan" }).waitFor();
  await page.locator("input[type=file]").first().waitFor({ state: "attached" });
  await take("document-upload");
  await open(tour, paths.tacit);
  await take("subscriptions");
  await page.locator("main a[href*='/account/tacit/']").first().click();
  await heading(t("subscriptions.periods")).waitFor();
  await take("subscription");
}

/** The screens of a shop that is not reached, or closed. */
export async function unavailableScreens(tour: Tour): Promise<void> {
  const { shopper, guichet, take } = tour;
  const { page, words, heading } = shopper;
  const { t } = words;
  const context = page.context();
  await open(tour, paths.home);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.waitForFunction(async () => caches.has("offline"));
  await context.setOffline(true);
  await open(tour, paths.invoices);
  await heading(t("shell.offline.title")).waitFor();
  await take("offline");
  await context.setOffline(false);
  const estimatedEnd = new Date(Date.now() + 7_200_000).toISOString();
  await publishAlerts(guichet, [{ level: "CRITICAL", maintenance: true, estimatedEnd }]);
  try {
    await closed(tour);
    await heading(t("maintenance.title")).waitFor();
    await take("maintenance");
  } finally {
    await publishAlerts(guichet, []);
  }
}

/** Opens the home page until it says that the shop is closed: the server reads its beacon every few seconds. */
async function closed(tour: Tour): Promise<void> {
  const { page, words } = tour.shopper;
  for (let attempt = 0; attempt < openingsMax; attempt++) {
    await open(tour, paths.home);
    if ((await page.getByRole("heading", { name: words.t("maintenance.title") }).count()) > 0) return;
    await page.waitForTimeout(1_000);
  }
  throw new Error("the shop did not close");
}
const openingsMax = 30;
