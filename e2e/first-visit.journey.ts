import type { CDPSession } from "playwright-core";
import { describe, expect, it } from "vitest";
import { withServiceWorker } from "./browser.ts";
import { browserOfTest, sharedGuichet } from "./stage.ts";

const guichet = sharedGuichet();
const shiftMax = 0.01;
/** A phone on a slow connection, so that the page is painted before its fonts have arrived. */
const slowConnection = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 200_000 };
const typefaces = { fr: ["Inter", "Vollkorn"], ar: ["Noto Sans Arabic"] } as const;

describe.each(["fr", "ar"] as const)("somebody who opens the shop for the first time, in %s", (language) => {
  // covers: the first visit is drawn in the shop's typefaces, and nothing moves
  it.each([
    ["on a phone with a slow connection", { width: 360, height: 740 }, slowConnection],
    ["on a computer", { width: 1280, height: 900 }, undefined],
  ] as const)(
    "reads heading and text in the shop's typefaces %s, and nothing moves",
    async (_, viewport, connection) => {
      const { page, devTools } = await freshVisitor(language, viewport);
      if (connection) await devTools.send("Network.emulateNetworkConditions", connection);
      await page.addInitScript(watchShifts);
      await page.goto(`${guichet.shop}/${language}`);
      await page.evaluate(() => document.fonts.ready.then(() => undefined));
      const [text, heading = text] = typefaces[language];
      const title = await fontsOf(devTools, "main h1");
      // In Arabic the spaces between the words are Latin characters.
      for (const family of title) expect(family).toMatch(/^(Vollkorn|Noto Sans Arabic)/);
      expect(title.some((family) => family.startsWith(heading))).toBe(true);
      const read = await fontsOf(devTools, "main :is(h2, h3, p, a, label), header a, footer a");
      for (const family of read) expect(family).toMatch(/^(Inter|Vollkorn|Noto Sans Arabic)/);
      expect(read.some((family) => family.startsWith(text))).toBe(true);
      expect(await page.evaluate(shiftOf)).toBeLessThan(shiftMax);
    },
  );

  // covers: the first visit is drawn in the shop's typefaces, and nothing moves
  it("reads the page of an article while its scripts load, and nothing moves", async () => {
    const { page, devTools } = await freshVisitor(language, { width: 360, height: 740 });
    await devTools.send("Network.emulateNetworkConditions", slowConnection);
    await page.addInitScript(watchShifts);
    await page.goto(`${guichet.shop}/${language}/products/ticket-1h`, { waitUntil: "networkidle" });
    expect(await page.locator(".alert-band-dismiss[data-ready]").count()).toBe(1);
    expect(await page.evaluate(shiftOf)).toBeLessThan(shiftMax);
  });
});

// covers: a name with letters of another language is drawn in one typeface
it.each(["Nguyễn Thị Ánh Đặng Ưng Quỳnh Vũ", "Łukasz Świątek", "Çağrı Şahin", "Ștefan Țurcanu"])(
  "the name %s is drawn in one typeface, as heading and as text",
  async (name) => {
    const { page, devTools } = await freshVisitor("fr", { width: 360, height: 740 });
    await page.goto(`${guichet.shop}/fr`);
    await page.evaluate((shown) => {
      const own = document.createElement("div");
      own.id = "name";
      own.innerHTML = "<h2></h2><p></p>";
      for (const element of own.children) element.textContent = shown;
      document.body.prepend(own);
      return document.fonts.ready.then(() => undefined);
    }, name);
    expect(await fontsOf(devTools, "#name h2")).toEqual([expect.stringContaining("Vollkorn")]);
    expect(await fontsOf(devTools, "#name p")).toEqual([expect.stringContaining("Inter")]);
  },
);

/** A browser with a profile of its own: nothing of the shop is in its cache. */
async function freshVisitor(locale: string, viewport: { width: number; height: number }) {
  const { context } = await browserOfTest({ locale, viewport, ...withServiceWorker });
  const page = await context.newPage();
  const devTools = await context.newCDPSession(page);
  await devTools.send("Network.enable");
  await devTools.send("DOM.enable");
  await devTools.send("CSS.enable");
  return { page, devTools };
}

/** The families of the fonts that draw these elements, as the browser reports them; a font of the system is marked. */
async function fontsOf(devTools: CDPSession, selector: string): Promise<string[]> {
  const { root } = await devTools.send("DOM.getDocument", { depth: 0 });
  const { nodeIds } = await devTools.send("DOM.querySelectorAll", { nodeId: root.nodeId, selector });
  const families = new Set<string>();
  for (const nodeId of nodeIds) {
    const { fonts } = await devTools.send("CSS.getPlatformFontsForNode", { nodeId });
    for (const { familyName, isCustomFont } of fonts) families.add(isCustomFont ? familyName : `system: ${familyName}`);
  }
  return [...families];
}

interface Watched extends Window {
  shift?: number;
}

/** Runs in the page before its own scripts. */
function watchShifts(): void {
  (window as Watched).shift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      (window as Watched).shift =
        ((window as Watched).shift ?? 0) + (entry as PerformanceEntry & { value: number }).value;
    }
  }).observe({ type: "layout-shift", buffered: true });
}

const shiftOf = (): number => (window as Watched).shift ?? Number.NaN;
