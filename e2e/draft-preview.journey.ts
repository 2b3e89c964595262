import { createTicketApi } from "@guichet/client/ticket-api.ts";
import { demoOfficeClient } from "@guichet/contract/office/demo-client.ts";
import { expect, it } from "vitest";
import { faultsOf } from "./axe-violations.ts";
import type { Installation } from "./installation.ts";
import { languagesOfJourney } from "./journey-languages.ts";
import { articleLink, demoPassword, shopperAt } from "./shopper.ts";
import { browserOfTest, sharedGuichet } from "./stage.ts";
import { wordsIn } from "./words.ts";

const guichet = sharedGuichet();
const draftName = "Tarifs d’été";
const draftedAmount = 777;

/** Drafts another price of a ticket as a manager, and makes the link of its preview. */
async function previewedPrice({ api: baseUrl }: Installation, itemId: string) {
  const { id: clientId, key } = demoOfficeClient;
  const api = createTicketApi({ baseUrl, clientId, key });
  const signedIn = await api.call("officeLogin", { email: "manager@demo.example", password: demoPassword });
  if (!signedIn.ok) throw new Error(signedIn.code);
  const asking = { network: "demo", token: signedIn.value.staffToken };
  const idempotencyKey = crypto.randomUUID();
  const added = await api.call("addCatalogueDraft", { name: draftName }, { ...asking, idempotencyKey });
  if (!added.ok) throw new Error(added.code);
  const { draftId } = added.value.draft;
  const item = await api.call("getDraftItem", { draftId, kind: "article", itemId }, asking);
  if (!item.ok || item.value.draft?.kind !== "article") throw new Error(`no draft of ${itemId}`);
  const { definition } = item.value.draft;
  const changed = { kind: "article" as const, definition: { ...definition, price: draftedAmount } };
  const saved = await api.call("changeDraftItem", { draftId, basis: item.value.basis, item: changed }, asking);
  const preview = await api.call("previewCatalogueDraft", { draftId }, asking);
  if (!saved.ok || !preview.ok) throw new Error(`no preview of ${itemId}`);
  const discard = async () => {
    const { draft } = saved.value;
    const discarded = await api.call("discardCatalogueDraft", { draftId, version: draft.version }, asking);
    if (!discarded.ok) throw new Error(discarded.code);
  };
  return { url: preview.value.url, liveAmount: definition.price, discard };
}

// covers: staff see a draft of the catalogue in the shop before it is published
it.each(languagesOfJourney("ar"))(
  "a draft is shown in the shop by its link, nothing can be bought there, and the live price is back when it is left or ends, in %s",
  { timeout: 240_000 },
  async (language) => {
    const { url, liveAmount, discard } = await previewedPrice(guichet, "ticket-1h");
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
