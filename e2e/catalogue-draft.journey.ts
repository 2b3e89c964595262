import { readFileSync } from "node:fs";
import { PackCatalogue } from "@guichet/contract/network-pack.ts";
import type { Page } from "playwright-core";
import { expect, it, onTestFinished } from "vitest";
import { itemIn, typedIn } from "../apps/office/app/catalogue/item-form/typed-item.ts";
import { faultsOf } from "./axe-violations.ts";
import { staffUserAt } from "./staff.ts";
import { browserOfTest, openGuichet } from "./stage.ts";

const guichet = openGuichet({ GUICHET_DEMO_ORDERS: "0" });

// covers: a manager changes prices and texts in a draft, compares, publishes, and takes the publication back
it("a manager drafts a price and a text, compares and publishes them: the shop follows within seconds, and back", {
  timeout: 240_000,
}, async () => {
  const manager = await staffUserAt(guichet, "manager@demo.example");
  onTestFinished(manager.close);
  const { page, t } = manager;
  const shop = await (await browserOfTest({ locale: "fr-FR" })).context.newPage();
  /** Until the shop's page of the article has this text. */
  const shopShows = (text: string) =>
    expect
      .poll(
        async () => {
          await shop.goto(`${guichet.shop}/fr/products/ticket-1h`);
          return ((await shop.getByRole("main").textContent()) ?? "").replaceAll(/\s/g, " ");
        },
        // An anonymous page is kept for 15 s at most.
        { timeout: 40_000 },
      )
      .toContain(text);
  await shopShows("1,30 €");

  await page
    .getByRole("navigation")
    .getByRole("link", { name: t("shell.catalogue"), exact: true })
    .click();
  await page.getByLabel(t("catalogue.new")).fill("Tarifs de janvier");
  await page.getByRole("button", { name: t("catalogue.new.do") }).click();
  await page.getByRole("link", { name: t("catalogue.edit") }).click();
  await page.getByRole("searchbox", { name: t("catalogue.find") }).waitFor();
  for (const { sent, article } of await formsOfArticles(page)) expect(sent).toEqual({ ok: true, item: article });
  await page.getByRole("searchbox", { name: t("catalogue.find") }).fill("1 heure");
  await page.getByRole("button", { name: t("catalogue.filter") }).click();
  await page.waitForURL((url) => url.searchParams.get("q") === "1 heure");
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole("link", { name: "Ticket 1 heure", exact: true }).click();

  // A wrong price is named, and what else was typed stays.
  const price = page.getByLabel(t("catalogue.field.price"));
  await page.locator('[id="summary.fr"]').fill("Un trajet de janvier.");
  await price.fill("1,4x");
  await page.getByRole("button", { name: t("catalogue.save") }).click();
  await page.getByRole("alert").waitFor();
  expect(await faultsOf(page)).toEqual([]);
  expect(await page.locator('[id="summary.fr"]').inputValue()).toBe("Un trajet de janvier.");
  await price.fill("1,45");
  await page.getByRole("button", { name: t("catalogue.save") }).click();
  await page.getByText(t("catalogue.done.saved")).waitFor();
  await shopShows("1,30 €");

  await page.goto(page.url().replace(/\/articles.*/, ""));
  const changes = page.getByRole("region", { name: t("catalogue.changes") });
  const compared = ((await changes.textContent()) ?? "").replaceAll(/\s/g, " ");
  for (const text of ["1,30 €", "1,45 €", "Un trajet de janvier."]) expect(compared).toContain(text);
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole("button", { name: t("catalogue.preview") }).click();
  const link = await page.getByRole("link", { name: t("catalogue.preview.open") }).getAttribute("href");
  expect(await faultsOf(page)).toEqual([]);
  const preview = await (await browserOfTest({ locale: "fr-FR" })).context.newPage();
  await preview.goto(link ?? "");
  await preview.goto(`${guichet.shop}/fr/products/ticket-1h`);
  expect(((await preview.getByRole("main").textContent()) ?? "").replaceAll(/\s/g, " ")).toContain("1,45 €");
  await shopShows("1,30 €");
  await publish("Décision du conseil");
  await shopShows("1,45 €");
  await shopShows("Un trajet de janvier.");

  await page.getByRole("button", { name: t("catalogue.revert") }).click();
  await page.getByText(t("catalogue.done.reverted")).waitFor();
  await publish("Décision retirée");
  await shopShows("1,30 €");

  async function publish(reason: string) {
    await page.getByLabel(t("catalogue.reason")).fill(reason);
    await page.getByRole("button", { name: t("catalogue.publish.do") }).click();
    await page.getByText(t("catalogue.done.published")).waitFor();
  }
});

/** What the forms of articles send if nothing is typed in them: of those that together have every key. */
async function formsOfArticles(page: Page) {
  const file = new URL("../networks/demo/catalogue.json", import.meta.url);
  const known = new Set<string>();
  const articles = PackCatalogue.parse(JSON.parse(readFileSync(file, "utf8"))).articles.filter((article) => {
    const keys = Object.entries(article).flatMap(([key, value]) => (isEmpty(value) || known.has(key) ? [] : [key]));
    for (const key of keys) known.add(key);
    return keys.length > 0;
  });
  const forms = await page.evaluate(
    (ids) =>
      Promise.all(
        ids.map(async (id) => {
          const found = await fetch(`${location.pathname}/${id}`);
          const form = new DOMParser().parseFromString(await found.text(), "text/html").querySelector("main form");
          return form instanceof HTMLFormElement
            ? [...new FormData(form)].map(([name, value]) => [name, `${value}`] as const)
            : [];
        }),
      ),
    articles.map(({ id }) => id),
  );
  const context = { currency: "EUR", languages: ["fr", "en", "ar", "it", "es"] as const, timeZone: "Europe/Paris" };
  return articles.map((definition, at) => {
    const form = new FormData();
    for (const [name, value] of forms[at] ?? []) form.append(name, value);
    return { sent: itemIn("article", typedIn(form), context), article: { kind: "article", definition } };
  });
}

const isEmpty = (value: unknown): boolean => value === undefined || (Array.isArray(value) && value.length === 0);
