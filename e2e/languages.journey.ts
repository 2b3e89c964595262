import { describe, expect, it } from "vitest";
import { errorsOf } from "./browser.ts";
import { browserOfTest, sharedGuichet } from "./stage.ts";

const guichet = sharedGuichet();

describe("a first-time visitor", () => {
  const visit = async (locale: string, path: string) => {
    const browser = await browserOfTest({ locale });
    const page = await browser.context.newPage();
    const complaints = errorsOf(page);
    await page.goto(guichet.shop + path);
    return { page, complaints };
  };

  // covers §1: five languages, Arabic from right to left
  it.each([
    ["fr-FR", "fr", "ltr"],
    ["ar-MA", "ar", "rtl"],
    ["it-IT", "it", "ltr"],
  ])("gets the shop in the language of a browser in %s, in its direction", async (locale, language, direction) => {
    const { page, complaints } = await visit(locale, "/");
    expect(await page.locator("html").getAttribute("lang")).toBe(language);
    expect(await page.locator("html").getAttribute("dir")).toBe(direction);
    await page.getByRole("main").waitFor();
    expect(complaints).toEqual([]);
  });

  it("gets the language of the address, whatever the browser prefers", async () => {
    const { page } = await visit("fr-FR", "/ar");
    expect(await page.locator("html").getAttribute("dir")).toBe("rtl");
  });

  // covers §2: 404 shows the path
  it("sees that a page does not exist, with the status 404", async () => {
    const browser = await browserOfTest({ locale: "en-GB" });
    const page = await browser.context.newPage();
    const response = await page.goto(`${guichet.shop}/en/no-such-page`);
    expect(response?.status()).toBe(404);
    await page.getByText("no-such-page").first().waitFor();
  });
});
