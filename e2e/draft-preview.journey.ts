import { expect, it } from "vitest";
import { faultsOf } from "./axe-violations.ts";
import { languagesOfJourney } from "./journey-languages.ts";
import { draftPrice } from "./office-tasks/catalogue-drafts.ts";
import { articleLink, shopperAt } from "./shopper.ts";
import { browserOfTest, sharedGuichet } from "./stage.ts";
import { wordsIn } from "./words.ts";

const guichet = sharedGuichet();
const draftName = "Tarifs d’été";
const draftedAmount = 777;

/** Drafts another price of a ticket as a manager, and makes the link of its preview. */
async function previewedPrice(itemId: string) {
  const { api, asking, draft, liveAmount } = await draftPrice(guichet, {
    name: draftName,
    itemId,
    price: draftedAmount,
  });
  const { draftId, version } = draft;
  const preview = await api.call("previewCatalogueDraft", { draftId }, asking);
  if (!preview.ok) throw new Error(preview.code);
  const discard = async () => {
    const discarded = await api.call("discardCatalogueDraft", { draftId, version }, asking);
    if (!discarded.ok) throw new Error(discarded.code);
  };
  return { url: preview.value.url, liveAmount, discard };
}

// covers: staff see a draft of the catalogue in the shop before it is published
it.each(languagesOfJourney("ar"))(
  "a draft is shown in the shop by its link, nothing can be bought there, and the live price is back when it is left or ends, in %s",
  { timeout: 240_000 },
  async (language) => {
    const { url, liveAmount, discard } = await previewedPrice("ticket-1h");
    const words = wordsIn(language);
    const { t, article, euros } = words;
    const locale = language === "fr" ? "fr-FR" : "ar";
    const browser = await browserOfTest({ locale, viewport: { width: 360, height: 740 } });
    const shopper = shopperAt(await browser.context.newPage(), words);
    const { page, heading, button } = shopper;
    const band = page.getByRole("complementary", { name: t("preview.label") });

    await page.goto(url);
    await band.getByText(draftName).waitFor();
    expect(new URL(page.url()).pathname).toBe("/");
    expect(await faultsOf(page)).toEqual([]);
    await articleLink(shopper, "ticket-1h").click();
    await heading(article("ticket-1h")).waitFor();
    await page.getByText(euros(draftedAmount)).first().waitFor();
    await page.getByText(t("preview.not-sold-here")).waitFor();
    expect(await page.getByRole("button", { name: t("catalogue.add") }).count()).toBe(0);
    expect(await band.isVisible()).toBe(true);
    expect(await faultsOf(page)).toEqual([]);

    await band.getByRole("button", { name: t("preview.leave") }).click();
    await band.waitFor({ state: "detached" });
    await articleLink(shopper, "ticket-1h").click();
    await button(t("catalogue.add")).waitFor();
    await page.getByText(euros(liveAmount)).first().waitFor();
    expect(await page.getByText(euros(draftedAmount)).count()).toBe(0);

    await discard();
    await page.goto(url);
    await band.getByText(t("preview.ended.discarded")).waitFor();
    expect(await page.getByText(euros(draftedAmount)).count()).toBe(0);
    expect(await faultsOf(page)).toEqual([]);
  },
);
