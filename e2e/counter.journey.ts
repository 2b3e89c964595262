import { describe, expect, it, onTestFinished } from "vitest";
import { faultsOf } from "./axe-violations.ts";
import { type StaffUser, staffUserAt } from "./staff.ts";
import { openGuichet } from "./stage.ts";

const guichet = openGuichet({ GUICHET_DEMO_ORDERS: "0" });

async function userOf(email: string): Promise<StaffUser> {
  const user = await staffUserAt(guichet, email);
  onTestFinished(user.close);
  return user;
}

/** The amounts of a text, as `12,50`. */
const amountsIn = (text: string | null): string[] =>
  [...(text ?? "").matchAll(/\d+,\d{2}/gu)].map(([amount]) => amount);

describe("an agent at the counter", () => {
  // covers: the cash of a counter is opened, counted and closed with its difference, by member of the staff and agency
  // covers: staff sell at an agency's counter, for cash with change or by card at its terminal
  it("opens the drawer, sells two articles for cash with change, prints the receipt, and closes with a difference", {
    timeout: 240_000,
  }, async () => {
    const { page, t } = await userOf("agent@demo.example");
    const main = page.getByRole("main");
    await page
      .getByRole("navigation")
      .getByRole("link", { name: t("shell.counter"), exact: true })
      .click();
    await page.getByText(t("counter.drawer.none")).first().waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole("link", { name: t("counter.drawer.open.do") }).click();
    await page.getByLabel(t("counter.drawer.opening")).fill("50");
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole("button", { name: t("counter.drawer.open.do") }).click();
    await page.getByRole("heading", { level: 1, name: t("counter.title") }).waitFor();

    // By keyboard: the slash is the search of articles.
    await expect
      .poll(async () => {
        await page.keyboard.press("/");
        return page.locator("#q").evaluate((field) => field === document.activeElement);
      })
      .toBe(true);
    await page.keyboard.type("1 heure");
    await page.keyboard.press("Enter");
    const hour = page.locator("form", { has: page.locator('input[name="article"][value="ticket-1h"]') });
    await hour.getByLabel(t("counter.quantity")).fill("2");
    await hour.getByLabel(t("counter.quantity")).press("Enter");
    await page.getByText("2 × ").first().waitFor();
    await page.getByLabel(t("counter.search")).fill("tribu");
    await page.getByLabel(t("counter.search")).press("Enter");
    const tribe = page.locator("form", { has: page.locator('input[name="article"][value="tribe-ticket"]') });
    await tribe.getByRole("button").click();
    await page.getByText("1 × ").first().waitFor();
    expect(amountsIn(await page.locator(".total").first().textContent())).toEqual(["7,60"]);
    expect(await faultsOf(page)).toEqual([]);

    // Too little cash is refused in words, and what was typed stays.
    await page.getByLabel(t("counter.field.givenAmount")).fill("5");
    await page.locator("#pay").click();
    await page.getByText(t("counter.wrong.givenAmount")).first().waitFor();
    expect(await page.getByLabel(t("counter.field.givenAmount")).inputValue()).toBe("5");
    // While the page loads again, the button is busy, and Enter sends nothing.
    await page.locator('#pay:not([aria-disabled="true"])').waitFor();
    await page.getByLabel(t("counter.field.givenAmount")).fill("20");
    await page.getByLabel(t("counter.field.givenAmount")).press("Enter");

    await page.getByText(t("counter.done.sold")).waitFor();
    const change = page.locator("section", {
      has: page.getByRole("heading", { name: t("counter.change"), exact: true }),
    });
    expect(amountsIn(await change.textContent())).toEqual(["12,40", "20,00"]);
    expect(await faultsOf(page)).toEqual([]);
    for (const link of [page.locator("#receipt"), page.getByRole("link", { name: /Imprimer le billet/u }).first()]) {
      const file = await page.request.get(new URL((await link.getAttribute("href")) ?? "", page.url()).href);
      expect([file.status(), (await file.body()).subarray(0, 5).toString()]).toEqual([200, "%PDF-"]);
    }
    // The form of the sale again: nothing is sold twice.
    await page.goBack();
    await page.getByLabel(t("counter.field.givenAmount")).fill("20");
    await page.locator("#pay").click();
    await page.getByText(t("counter.done.before")).waitFor();

    await page.goto(`${guichet.office}/demo/counter/drawer`);
    expect(amountsIn(await main.textContent())).toContain("57,60");
    await page.getByLabel(t("counter.drawer.counted"), { exact: true }).fill("57,00");
    await page.getByRole("button", { name: t("counter.drawer.close.do") }).click();
    await page.getByText(t("counter.drawer.reason.missing")).first().waitFor();
    await page.getByLabel(t("counter.reason")).fill("Une pièce est tombée derrière le comptoir");
    await page.getByRole("button", { name: t("counter.drawer.close.do") }).click();
    await page.getByText(t("counter.drawer.done.closed")).waitFor();

    const manager = await userOf("manager@demo.example");
    await manager.page
      .getByRole("navigation")
      .getByRole("link", { name: t("shell.drawers"), exact: true })
      .click();
    await manager.page.getByText(t("counter.drawer.state.difference")).waitFor();
    expect(await faultsOf(manager.page)).toEqual([]);
    const row = manager.page.getByRole("row").nth(1);
    expect(amountsIn(await row.textContent())).toEqual(["57,60", "57,00", "0,60"]);
    await row.getByRole("link").first().click();
    await manager.page.getByText("Une pièce est tombée derrière le comptoir").waitFor();
    expect(await faultsOf(manager.page)).toEqual([]);
  });

  it("sells to a customer by card at the terminal, on the customer's phone", { timeout: 240_000 }, async () => {
    const { page, t } = await userOf("admin@demo.example");
    await page.goto(`${guichet.office}/demo/counter?q=carnet`);
    await page
      .locator("form", { has: page.locator('input[name="article"][value="carnet-10"]') })
      .getByRole("button")
      .click();
    await page.getByText("1 × ").first().waitFor();
    await page.getByLabel(t("counter.customer.search")).fill("holder@demo.example");
    await page.getByLabel(t("counter.customer.search")).press("Enter");
    await page
      .locator("section", { has: page.locator("#who") })
      .getByRole("link")
      .first()
      .click();
    await page.getByText(t("counter.customer.remove")).waitFor();
    // A second one, for another traveller of the account; a code that nobody issued is refused in words.
    await page.getByLabel(t("counter.voucher.code")).fill("PERSONNE");
    await page.getByLabel(t("counter.voucher.code")).press("Enter");
    await page.getByText(t("counter.refused.VOUCHER_NOT_FOUND")).waitFor();
    await page.getByRole("link", { name: t("counter.remove.what", { name: "PERSONNE" }) }).click();
    await page.waitForURL((url) => !url.searchParams.has("voucher"));
    await page
      .locator("form", { has: page.locator('input[name="article"][value="carnet-10"]') })
      .getByRole("button")
      .click();
    await page.getByText("2 × ").first().waitFor();
    await page
      .getByText(t("counter.for", { name: "" }))
      .first()
      .click();
    await page.getByLabel(t("counter.for.who")).selectOption({ index: 1 });
    await page.getByRole("button", { name: t("counter.for.apply") }).click();
    await page.waitForURL((url) => url.search.includes("%40"));
    await page
      .locator("form", { has: page.locator('input[name="article"][value="carnet-10"]') })
      .getByRole("button")
      .click();
    await page.getByText("1 × ").first().waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.getByLabel(t("counter.field.reference")).fill("004711");
    await page.locator("#pay").click();
    await page.getByText(t("counter.done.sold")).waitFor();
    expect(await page.getByRole("main").textContent()).toContain("004711");

    await page.getByText(t("counter.refund.parts"), { exact: true }).click();
    await page.locator('input[name="part"]').first().check();
    await page.getByRole("button", { name: t("counter.refund.parts.choose") }).click();
    await page.getByLabel(t("counter.field.reference")).fill("004712");
    await page.getByLabel(t("counter.reason")).fill("Carnet pris par erreur");
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole("button", { name: t("counter.refund.do") }).click();
    await page.getByText(t("counter.done.parts")).waitFor();
    await page.getByText(t("counter.refund.rest")).click();
    await page.getByLabel(t("counter.field.reference")).fill("004713");
    await page.getByLabel(t("counter.reason")).fill("Vente annulée");
    await page.getByRole("button", { name: t("counter.refund.do") }).click();
    await page.getByText(t("counter.done.refunded")).waitFor();
  });
});
