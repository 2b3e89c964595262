import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { faultsOf } from "./axe-violations.ts";
import { errorsOf } from "./browser.ts";
import { mailTo } from "./sandbox.ts";
import { buyCart, openSignedIn, type Shopper, shopperAt } from "./shopper.ts";
import { decideRequest, type StaffUser, staffUserAt } from "./staff.ts";
import { browserOfTest, openGuichet } from "./stage.ts";
import { attestation, requestNumber, submitDocument } from "./supporting-documents.ts";
import { wordsIn } from "./words.ts";

const email = "holder@demo.example";
const guichet = openGuichet({ GUICHET_DEMO_ORDERS: "0" });
let staffUser: StaffUser;
beforeAll(async () => {
  staffUser = await staffUserAt(guichet, "admin@demo.example");
});
afterAll(async () => {
  await staffUser?.close();
});

async function signedInAt(language: "fr" | "ar"): Promise<Shopper> {
  const locale = language === "ar" ? "ar-MA" : "fr-FR";
  const browser = await browserOfTest({ locale, viewport: { width: 360, height: 740 } });
  const shopper = shopperAt(await browser.context.newPage(), wordsIn(language));
  await openSignedIn(shopper, email, `${guichet.shop}/${language}`);
  return shopper;
}

/** Puts an article for a traveller without its status into the cart. */
async function putInCart(shopper: Shopper, article: string, traveller: string): Promise<void> {
  const { page, button, link, heading } = shopper;
  const { t } = shopper.words;
  await page.goto(`${guichet.shop}/${shopper.words.language}/products/${article}`);
  await page.getByRole("radio", { name: traveller }).check();
  await page.getByRole("radio", { name: t("shell.support.DEMATERIALIZED") }).check();
  await page.getByText(t("catalogue.traveller.proves")).first().waitFor();
  await button(t("catalogue.add")).click();
  await page
    .getByRole("dialog")
    .getByRole("link", { name: t("cart.view") })
    .click();
  await heading(t("cart.title")).waitFor();
  await link(t("cart.help.documents")).waitFor();
}

const proofs = {
  fr: {
    ...{ article: "transition", provider: "France Travail", cents: 870 },
    fill: async ({ page, words: { t } }: Shopper, isKnown: boolean) =>
      page.getByLabel(t("documents.input.identifiant")).fill(isKnown ? "demandeur" : "incomplet"),
  },
  ar: {
    ...{ article: "harmonie", provider: "CAF / MSA (AAH)", cents: 10_080 },
    fill: async ({ page, words: { t } }: Shopper, isKnown: boolean) => {
      await page.getByLabel(t("documents.input.sexeEtatCivil")).selectOption(isKnown ? "F" : "");
      await page.getByLabel(t("documents.input.nomCommuneNaissance")).fill("Le Havre");
      await page.getByLabel(t("documents.input.codeCogInseeDepartementNaissance")).fill("76");
    },
  },
};

// covers: a status that a public body can confirm is checked from the cart, in seconds
describe.each(["fr", "ar"] as const)("a right that a public body can confirm, in %s", (language) => {
  it("is confirmed in the cart, which goes on to the payment", { timeout: 240_000 }, async () => {
    const { article, provider, cents, fill } = proofs[language];
    const shopper = await signedInAt(language);
    const { page, words, button } = shopper;
    const { t } = words;
    const complaints = errorsOf(page);
    await putInCart(shopper, article, "Camille Morvan");

    // Insufficient answers: the form stays, and a document can be sent instead.
    const ask = async (isKnown: boolean) => {
      await fill(shopper, isKnown);
      await page.getByRole("checkbox", { name: t("documents.consent", { name: provider }) }).check();
      await button(t("documents.ask", { name: provider })).click();
    };
    await ask(false);
    await page
      .getByRole("alert")
      .filter({ hasText: t("refusals.qualification-insufficient") })
      .waitFor();
    await shopper.link(t("cart.help.documents")).waitFor();
    expect(await faultsOf(page)).toEqual([]);

    await ask(true);
    await page.getByText(t("documents.proof.confirmed")).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/${language}/cart`);
    expect(await page.evaluate(() => document.activeElement?.id ?? "")).toMatch(/^line-/);
    await buyCart(shopper, cents);
    expect(complaints.filter((text) => !text.includes("422"))).toEqual([]);
  });
});

// covers: a document that an examiner checks keeps the cart, names the day of the answer, and its e-mail leads back
it("a right that an examiner checks keeps the cart, and the e-mail leads back to it", {
  timeout: 240_000,
}, async () => {
  const shopper = await signedInAt("fr");
  const { page, words, button, link } = shopper;
  const { t } = words;
  await putInCart(shopper, "harmonie-school", "Noé Morvan");
  await page.getByText(/réponse au plus tard le .*Votre panier est conservé/).waitFor();
  await link(t("cart.help.documents")).click();
  await page.locator('[aria-current="true"]', { hasText: "Noé Morvan" }).waitFor();
  await page.waitForLoadState("networkidle");
  await submitDocument(shopper, await attestation());
  await page.getByText(t("documents.flash.kept")).waitFor();
  await button(t("documents.check.send")).click();
  await page.getByText(t("documents.kept")).waitFor();
  const number = await requestNumber(shopper);
  await link(t("documents.to-cart")).click();
  await page.getByText(new RegExp(`Demande ${number} en cours.*réponse au plus tard le`)).waitFor();
  await decideRequest(staffUser, guichet, number, { as: "accept" });

  const accepted = await mailTo(guichet, email, ({ subject }) => subject.includes(number) && /acceptés/.test(subject));
  const back = /https?:\/\/\S+\/cart(?=\s)/.exec(accepted.text)?.[0] ?? "";
  await page.goto(back);
  await button(t("documents.proof.declare", { name: "Personne en situation de handicap" })).click();
  await page.getByText(t("documents.proof.confirmed")).waitFor();
});
