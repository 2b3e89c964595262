import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { errorsOf, withServiceWorker } from "./browser.ts";
import { askForNewCards, declareStatus, facePicture, givePictures, passOf } from "./card-tunnel.ts";
import { settleIn } from "./households.ts";
import { auditOf } from "./installation.ts";
import { languagesOfJourney } from "./journey-languages.ts";
import { askForReplacement, declareLost, openIncident } from "./lost-card.ts";
import { mailTo } from "./sandbox.ts";
import { buyCart, choose, openSignedIn, type Shopper, shopperAt } from "./shopper.ts";
import { decideRequest, handOver, makeCards, openOrder, type StaffUser, staffUserAt } from "./staff.ts";
import { browserOfTest, openGuichet } from "./stage.ts";
import { attestation, requestNumber, submitDocument } from "./supporting-documents.ts";
import { readCode, readWithoutNetwork, takeTrip, walletIsKept } from "./trips.ts";
import { wordsIn } from "./words.ts";

/** A parent with a child who gets the children's pass, and a teenager whose pass needs a document. */
interface Household {
  language: "fr" | "ar";
  locale: string;
  email: string;
  child: string;
  teenager: string;
  remark: string;
}

const households: readonly Household[] = [
  {
    ...{ language: "fr", locale: "fr-FR", email: "holder@demo.example" },
    ...{ child: "Lou Morvan", teenager: "Noé Morvan", remark: "La date est coupée." },
  },
  {
    ...{ language: "ar", locale: "ar-MA", email: "new@demo.example" },
    ...{ child: "سلمى حداد", teenager: "إلياس حداد", remark: "التاريخ غير ظاهر." },
  },
];
const prices = { card: 500, "year-child": 5520, "harmonie-school": 10_080, "carnet-10": 1100, duplicate: 2000 };
const bought = 2 * prices.card + prices["year-child"] + prices["harmonie-school"] + prices["carnet-10"];

const guichet = openGuichet({ GUICHET_DEMO_ORDERS: "0" });
let photo: string;
let staffUser: StaffUser;
beforeAll(async () => {
  photo = await facePicture(guichet);
  await settleIn(guichet, "حداد", [
    { firstName: "نادية", age: 39 },
    { firstName: "سلمى", age: 8 },
    { firstName: "إلياس", age: 14 },
  ]);
  staffUser = await staffUserAt(guichet, "admin@demo.example");
});
afterAll(async () => {
  await staffUser?.close();
});

async function phoneOf({ language, locale, email }: Household): Promise<Shopper> {
  const browser = await browserOfTest({
    locale,
    viewport: { width: 360, height: 740 },
    deviceScaleFactor: 2,
    ...withServiceWorker,
  });
  const shopper = shopperAt(await browser.context.newPage(), wordsIn(language));
  await openSignedIn(shopper, email, `${guichet.shop}/${language}`);
  return shopper;
}

/** The number of the order just paid, in its spoken form. */
async function numberOf({ page }: Shopper): Promise<string> {
  const shown = page.getByText(/^\d{4}-\d{6}$/).first();
  return (await shown.textContent()) ?? "";
}

const languages = languagesOfJourney("ar");

describe.each(households.filter(({ language }) => languages.includes(language)))(
  "a family, in $language",
  (household) => {
    const { language, email, child, teenager, remark } = household;

    // covers §2: /account/transport-cards/incident/{id}
    // covers §2: /tunnel/*
    // covers §6: staff fulfil orders: queue by support, agency and state, cards, parcels, collections and hand-overs
    it("buys, submits a required document, gets its cards, loses one, and travels", { timeout: 300_000 }, async () => {
      const shopper = await phoneOf(household);
      const { page, words, link, button, heading } = shopper;
      const { t } = words;
      const at = `${guichet.shop}/${language}`;
      const complaints = errorsOf(page);

      // New cards with a pass on each, and ten trips for the parent.
      await page.goto(`${at}/account/transport-cards`);
      await askForNewCards(shopper, [child, teenager]);
      await page.getByRole("radio", { name: t("tunnel.by.PHYSICAL") }).check();
      await button(t("tunnel.continue")).click();
      await heading(t("tunnel.profiles.title")).waitFor();
      await declareStatus(shopper, teenager, "disabled");
      await givePictures(shopper, [child, teenager], photo);
      await button(t("tunnel.profiles.confirm")).click();
      await heading(t("tunnel.selection.title")).waitFor();
      await passOf(shopper, child, "year-child").check();
      await passOf(shopper, teenager, "harmonie-school").check();
      await button(t("tunnel.selection.add")).click();
      await page.getByRole("heading", { name: t("cart.title"), level: 1 }).waitFor();

      // The cart needs the teenager's document. The staff refuse it once; a second request with another document is accepted.
      await link(t("cart.help.documents")).click();
      await page.locator('[aria-current="true"]', { hasText: teenager }).waitFor();
      await page.waitForLoadState("networkidle");
      const askToCheck = async () => {
        await submitDocument(shopper, await attestation());
        await page.getByText(t("documents.flash.kept")).waitFor();
        await button(t("documents.check.send")).click();
        await page.getByText(t("documents.flash.sent")).waitFor();
        return requestNumber(shopper);
      };
      const refused = await askToCheck();
      await decideRequest(staffUser, guichet, refused, { as: "refuse", reason: "unreadable", remark });
      await page.reload();
      await page.getByText(t("documents.reason.unreadable")).waitFor();
      await page.getByText(remark).waitFor();
      await link(t("documents.request.again")).click();
      await page.locator("#document-disability-proof").waitFor({ state: "attached" });
      const request = await askToCheck();
      expect(request).not.toBe(refused);
      await decideRequest(staffUser, guichet, request, { as: "accept" });
      await page.reload();
      await link(t("documents.to-cart")).click();
      await page.getByRole("heading", { name: t("cart.title"), level: 1 }).waitFor();
      await page.goto(at);
      await choose(shopper, "carnet-10");
      await buyCart(shopper, bought);
      const first = await numberOf(shopper);

      // Paid tickets are pending; once the cards are made, they are on them.
      await page.goto(`${at}/account/transport-cards`);
      await page.getByText(t("transport-cards.ordered", { name: child.split(" ")[0] ?? "" })).waitFor();
      await openOrder(staffUser, guichet, first);
      const numbers = await makeCards(staffUser, 2);
      await page.reload();
      for (const name of [child, teenager]) await page.locator(".transport-card", { hasText: name }).waitFor();
      await mailTo(guichet, email, ({ text }) => text.includes(numbers[0]?.slice(-4) ?? "none"));
      await handOver(staffUser, "PHYSICAL");

      // One card is lost: it is blocked and replaced, and its pass is on the new one.
      const lost = await openIncident(shopper, child);
      expect(numbers).toContain(lost);
      await page.getByText(words.article("year-child")).waitFor();
      await declareLost(shopper);
      await askForReplacement(shopper);
      await buyCart(shopper, prices.duplicate);
      const second = await numberOf(shopper);
      await openOrder(staffUser, guichet, second);
      const [made = ""] = await makeCards(staffUser, 1);
      expect(made).not.toBe(lost);
      await page.goto(`${at}/account/wallet`);
      await link(words.article("year-child")).click();
      await page.getByText(t("wallet.card.loads.text", { digits: made.slice(-4) })).waitFor();

      // A trip of the ten, shown offline.
      await page.goto(`${at}/account/wallet`);
      await link(words.article("carnet-10")).click();
      await takeTrip(shopper);
      expect((await readCode(shopper, guichet)).status).toBe("valid");
      await walletIsKept(shopper);
      expect((await readWithoutNetwork(shopper, guichet)).status).toBe("valid");
      expect(complaints).toEqual([]);
    });
  },
);

it("leaves no differences for the audit", async () => {
  const { code, printed } = await auditOf(guichet);
  expect(code, printed).toBe(0);
});
