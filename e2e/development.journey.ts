import { readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { until } from "@guichet/postgres/waiting.ts";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { errorsOf } from "./browser.ts";
import { type Installation, startInstallation } from "./installation.ts";
import { copySources } from "./source-copy.ts";
import { browserOfTest, copyOfUsedFolder } from "./stage.ts";

const limitMs = 60_000;

/** An installation for development (`npm run dev`) on a copy of the sources, which changes while it runs. */
describe("development", () => {
  let sources: string;
  let guichet: Installation;
  beforeAll(async () => {
    sources = await copySources();
    guichet = await startInstallation({
      command: "dev",
      sources,
      dataDir: await copyOfUsedFolder(),
      environment: { GUICHET_DEMO_ORDERS: "0" },
    });
  });
  afterAll(async () => {
    await guichet?.remove();
    await rm(sources, { recursive: true, force: true });
  });

  const change = async (file: string, from: string, to: string) => {
    const place = path.join(sources, file);
    const before = await readFile(place, "utf8");
    expect(before).toContain(from);
    await writeFile(place, before.replace(from, to));
  };

  it("needs no build", async () => {
    await expect(readFile(path.join(sources, "apps/shop/build/timestamp"))).rejects.toThrow();
  });

  // covers §1: development from the sources: pages and servers follow each change without a build
  it("shows a changed screen and a changed text of the shop without reloading the page", async () => {
    const { context } = await browserOfTest({ locale: "fr-FR" });
    const page = await context.newPage();
    const errors = errorsOf(page);
    const blocked = violationsOf(page);
    await page.goto(`${guichet.shop}/fr`, { timeout: limitMs });
    await waitForScript(page);
    await markPage(page);

    await change("apps/shop/app/home/home.screen.tsx", '<h1>{t("home.heading")}</h1>', "<h1>Nouveau titre</h1>");
    await page.getByRole("heading", { level: 1, name: "Nouveau titre" }).waitFor({ timeout: limitMs });
    await change("apps/shop/app/locales/fr/shell.po", 'msgstr "Aller au contenu"', 'msgstr "Vers le contenu"');
    await page.getByText("Vers le contenu").waitFor({ state: "attached", timeout: limitMs });
    expect(await isMarked(page)).toBe(true);
    expect({ errors, blocked }).toEqual({ errors: [], blocked: [] });

    // The server's own next page has the same text.
    const html = await (await fetch(`${guichet.shop}/fr`)).text();
    expect(html).toContain("Nouveau titre");
    expect(html).toContain("Vers le contenu");
  });

  it("shows a changed text of the office without reloading the page", async () => {
    const { context } = await browserOfTest({ locale: "en-GB" });
    const page = await context.newPage();
    await page.goto(guichet.office, { timeout: limitMs });
    await waitForScript(page);
    await markPage(page);
    const heading = page.getByRole("heading", { level: 1 });
    const before = (await heading.textContent()) ?? "";
    await change("apps/office/app/locales/en/staff.po", `msgstr "${before}"`, 'msgstr "Come in"');
    await page.getByRole("heading", { level: 1, name: "Come in" }).waitFor({ timeout: limitMs });
    expect(await isMarked(page)).toBe(true);
  });

  // covers §1: development from the sources: pages and servers follow each change without a build
  it("restarts the Ticket API when one of its files changes, and only then", async () => {
    const healthOf = async () =>
      fetch(`${guichet.api}/healthz`).then(
        (answer) => answer.text(),
        () => "",
      );
    await change("apps/ticket-api/src/health/routes.ts", '{ status: "ok" }', '{ status: "ok", version: "changed" }');
    expect(await until(limitMs, async () => (await healthOf()).includes("changed") || undefined)).toBe(true);
    expect(guichet.printed()).toContain("apps/ticket-api/src/health/routes.ts changed: ticket-api runs again");
    expect(guichet.printed()).not.toContain("changed: shop");
    expect(guichet.printed()).not.toContain("changed: office");
  });

  it("waits with a Ticket API that cannot start until a change fixes it", async () => {
    const file = "apps/ticket-api/src/health/routes.ts";
    await change(file, 'version: "changed"', 'version: "changed');
    expect(await until(limitMs, async () => guichet.printed().includes("waits for a change") || undefined)).toBe(true);
    await change(file, 'version: "changed', 'version: "mended"');
    const isMended = async () =>
      fetch(`${guichet.api}/healthz`).then(
        async (answer) => (await answer.text()).includes("mended") || undefined,
        () => undefined,
      );
    expect(await until(limitMs, isMended)).toBe(true);
  });
});

/** Vite's first compilation takes longer than any built page. */
const waitForScript = (page: Page) =>
  page.waitForFunction(() => performance.getEntriesByName("usable").length > 0, undefined, { timeout: limitMs });

const markPage = (page: Page) => page.evaluate(() => Object.assign(globalThis, { loadedOnce: true }));
const isMarked = (page: Page) => page.evaluate(() => "loadedOnce" in globalThis);

/** Collects violations of the content policy from now on. */
function violationsOf(page: Page): string[] {
  const blocked: string[] = [];
  page.on("console", (message) => {
    if (message.text().includes("Content Security Policy")) blocked.push(message.text());
  });
  return blocked;
}
