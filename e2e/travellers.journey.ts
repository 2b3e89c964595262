import { writeFile } from "node:fs/promises";
import path from "node:path";
import sharp from "sharp";
import { beforeAll, expect, it } from "vitest";
import { openSignedIn, type Shopper, shopperAt } from "./shopper.ts";
import { browserOfTest, sharedGuichet } from "./stage.ts";
import { wordsIn } from "./words.ts";

const guichet = sharedGuichet();
let photo: string;
beforeAll(async () => {
  photo = path.join(guichet.dataDir, "face.jpg");
  const picture = sharp({ create: { width: 1_200, height: 800, channels: 3, background: { r: 180, g: 120, b: 90 } } });
  await writeFile(photo, await picture.jpeg().toBuffer());
});

const people = {
  fr: { locale: "fr-FR", firstName: "Inès", lastName: "Morvan", script: true },
  ar: { locale: "ar-MA", firstName: "ليلى", lastName: "حداد", script: false },
} as const;

async function parentAt(language: "fr" | "ar"): Promise<Shopper> {
  const { locale, script } = people[language];
  const browser = await browserOfTest({ locale, viewport: { width: 360, height: 740 }, javaScriptEnabled: script });
  return shopperAt(await browser.context.newPage(), wordsIn(language));
}

// covers §2: /account/{id}: data, picture, deactivation
// covers §2: /account/new
it.each(["fr", "ar"] as const)(
  "a parent adds a child with a picture, deactivates and reactivates it (%s; in Arabic without script)",
  { timeout: 240_000 },
  async (language) => {
    const { firstName, lastName, script } = people[language];
    const parent = await parentAt(language);
    const { page, button, heading } = parent;
    const { t } = parent.words;
    await openSignedIn(parent, "holder@demo.example", `${guichet.shop}/${language}/account`);
    await parent.link(t("travellers.new")).click();
    await button(t("travellers.new.submit")).click();
    await page.getByText(t("identity.error.birth-date")).first().waitFor();
    await page.getByLabel(t("identity.first-name"), { exact: true }).fill(firstName);
    await page.getByLabel(t("identity.last-name"), { exact: true }).fill(lastName);
    for (const [part, value] of [
      ["day", "5"],
      ["month", "6"],
      ["year", "2013"],
    ] as const)
      await page.getByLabel(t(`identity.${part}`), { exact: true }).fill(value);
    await button(t("travellers.new.submit")).click();
    await page.getByText(t("travellers.flash.added", { name: firstName })).waitFor();
    await heading(`${firstName} ${lastName}`).waitFor();

    await parent.link(t("travellers.picture.add")).click();
    await page.locator("input[type=file]").setInputFiles(photo);
    if (script) {
      // By keyboard only: larger, and to the left.
      await page.getByLabel(t("travellers.picture.zoom")).focus();
      for (let press = 0; press < 20; press += 1) await page.keyboard.press("ArrowRight");
      await page.getByLabel(t("travellers.picture.across")).press("Home");
      await button(t("travellers.picture.use")).press("Enter");
    } else {
      await button(t("travellers.picture.send")).click();
    }
    await page.getByText(t("travellers.flash.picture", { name: firstName })).waitFor();
    const shown = page.getByRole("img", { name: t("travellers.picture.of", { name: firstName }) });
    await shown.waitFor();
    const source = (await shown.getAttribute("src")) ?? "";
    const answer = await page.request.get(new URL(source, guichet.shop).href);
    const kept = await sharp(await answer.body()).metadata();
    // Cropped to 3:4, or uncropped.
    expect(kept.width / kept.height).toBeCloseTo(script ? 3 / 4 : 3 / 2, 2);

    await page.getByText(t("travellers.deactivate", { name: firstName })).click();
    await button(t("travellers.deactivate.confirm")).click();
    await page.getByText(t("travellers.flash.deactivated", { name: firstName })).waitFor();
    await button(t("travellers.restore")).click();
    await page.getByText(t("travellers.flash.restored", { name: firstName })).waitFor();

    const stranger = await browserOfTest({ locale: "fr-FR" });
    const theirs = await stranger.context.request.get(new URL(source, guichet.shop).href);
    expect(theirs.status()).toBe(404);
  },
);
