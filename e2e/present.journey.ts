import type { BrowserContextOptions, Locator, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { faultsOf } from "./axe-violations.ts";
import { withServiceWorker } from "./browser.ts";
import { buyForFamily } from "./households.ts";
import { languagesOfJourney } from "./journey-languages.ts";
import {
  expectWhole,
  type Presentation,
  presentationAt,
  presentFirst,
  spyOnDevice,
  swipe,
  textOf,
  turnedTo,
} from "./presentation.ts";
import { openSignedIn, shopperAt } from "./shopper.ts";
import { browserOfTest, openGuichet } from "./stage.ts";
import { offlinePageIsKept, readCode, walletIsKept } from "./trips.ts";
import { wordsIn } from "./words.ts";

const guichet = openGuichet({ GUICHET_DEMO_ORDERS: "0" });
let family: string[];
beforeAll(async () => {
  family = await buyForFamily(guichet, "holder@demo.example", "ticket-1h", 3);
}, 120_000);

const limit = { timeout: 240_000 };
/** A second of the clock may take longer on a busy machine. */
const patient = { timeout: 15_000 };

/** A phone of 360 x 640 with the wallet of the family open. */
async function phoneOf(language: "fr" | "ar", options: BrowserContextOptions = {}): Promise<Presentation> {
  const { context } = await browserOfTest({
    locale: language,
    viewport: { width: 360, height: 640 },
    deviceScaleFactor: 2,
    hasTouch: true,
    ...options,
  });
  await context.addInitScript(spyOnDevice);
  const shopper = shopperAt(await context.newPage(), wordsIn(language));
  await openSignedIn(shopper, "holder@demo.example", `${guichet.shop}/${language}/account/wallet`);
  return presentationAt(shopper);
}

describe.each(languagesOfJourney("ar"))("a family of three, in %s", (language) => {
  // covers §2: /account/wallet
  // covers: a presented ticket fills the screen: whole code, number and traveller in 360 x 640, read by another decoder
  it("shows nothing but the ticket, whole in the first view, with the time and an awake screen", limit, async () => {
    const presentation = await phoneOf(language);
    const { page, parts } = presentation;
    await presentFirst(presentation);
    for (const around of [".header", ".tab-bar", ".footer", ".alert-band"]) {
      expect(await page.locator(around).count(), around).toBe(0);
    }
    await expectWhole(presentation);
    expect((await parts.code.boundingBox())?.width).toBeGreaterThan(240);
    expect((await readCode(presentation, guichet)).status).toBe("valid");

    const seen = await parts.clock.textContent();
    await expect.poll(() => parts.clock.textContent(), patient).not.toBe(seen);
    const hour = { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone: "Europe/Paris" } as const;
    const minutes = [0, 60_000].map((ago) => new Intl.DateTimeFormat("fr", hour).format(Date.now() - ago));
    expect(minutes).toContain((await parts.clock.textContent())?.slice(0, 5));

    expect(await page.evaluate(() => globalThis.device.wakes)).toEqual(["screen"]);
    await page.evaluate(() => {
      for (const lock of globalThis.device.locks) lock.released = true;
      document.dispatchEvent(new Event("visibilitychange"));
    });
    await expect.poll(() => page.evaluate(() => globalThis.device.wakes.length), patient).toBe(2);

    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await faultsOf(page), colorScheme).toEqual([]);
      const plate = await parts.plate.evaluate((element) => getComputedStyle(element).backgroundColor);
      expect(plate, colorScheme).toBe("rgb(255, 255, 255)");
    }
  });

  it(
    "turns through all tickets by arrow, key and finger, in the direction of reading, and back to where it was",
    limit,
    async () => {
      const presentation = await phoneOf(language);
      const { page, words, parts, link, heading } = presentation;
      const { t } = words;
      const isRtl = words.direction === "rtl";
      await presentFirst(presentation);
      await parts.code.waitFor();
      const first = await textOf(parts.traveller);
      const order = [first];
      for (let turn = 0; turn < 2; turn++) {
        await page.getByRole("link", { name: t("wallet.present.next") }).click();
        order.push(await turnedTo(presentation, order.at(-1) ?? ""));
      }
      expect(order.toSorted()).toEqual(family.toSorted());
      const [start, second, last] = order as [string, string, string];
      await page.getByRole("link", { name: t("wallet.present.next") }).click();
      expect(await turnedTo(presentation, last)).toBe(start);

      await page.keyboard.press(isRtl ? "ArrowLeft" : "ArrowRight");
      expect(await turnedTo(presentation, start)).toBe(second);
      await page.keyboard.press(isRtl ? "ArrowRight" : "ArrowLeft");
      expect(await turnedTo(presentation, second)).toBe(start);
      await swipe(page, isRtl ? "right" : "left");
      expect(await turnedTo(presentation, start)).toBe(second);
      await swipe(page, isRtl ? "left" : "right");
      expect(await turnedTo(presentation, second)).toBe(start);
      await page.getByRole("link", { name: t("wallet.present.previous") }).click();
      expect(await turnedTo(presentation, start)).toBe(last);
      const arrows = await Promise.all(
        ["previous", "next"].map((way) =>
          page.getByRole("link", { name: t(`wallet.present.${way as "next"}`) }).boundingBox(),
        ),
      );
      expect((arrows[0]?.x ?? 0) > (arrows[1]?.x ?? 0)).toBe(isRtl);

      await link(t("wallet.present.details")).click();
      await link(t("wallet.receipt")).waitFor();
      await page.goBack();
      await parts.code.waitFor();
      await page.keyboard.press("Escape");
      await heading(t("wallet.title")).waitFor();
      expect(new URL(page.url()).search).toBe("");
      await page.goBack();
      await page.waitForURL((url) => !url.searchParams.has("present"));
    },
  );

  // covers: Tickets can be added to the wallet app of a phone
  it("is added to both wallets from its page: as a signed file, and by Google's page", limit, async () => {
    const presentation = await phoneOf(language);
    const { page, words, link, heading } = presentation;
    const { t } = words;
    await presentFirst(presentation);
    await link(t("wallet.present.details")).click();
    await link(t("wallet.add.apple")).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    const href = (await link(t("wallet.add.apple")).getAttribute("href")) ?? "";
    const pass = await page.request.get(new URL(href, page.url()).href);
    expect([pass.status(), pass.headers()["content-type"]]).toEqual([200, "application/vnd.apple.pkpass"]);
    expect((await pass.body()).subarray(0, 2).toString()).toBe("PK");
    await link(t("wallet.add.google")).click();
    await page.waitForURL(/\/google-wallet\/gp\/v\/save\//);
    await heading(words.article("ticket-1h")).waitFor();
  });

  it("stands still where motion is unwanted, and loses nothing at 400 % and on its side", limit, async () => {
    const presentation = await phoneOf(language);
    const { page, parts } = presentation;
    await presentFirst(presentation);
    const motion = () =>
      page
        .locator(".full-ticket-pattern")
        .evaluate((element) => element.getAnimations().map(({ playState }) => playState));
    expect(await motion()).toEqual(["running"]);
    await page.emulateMedia({ reducedMotion: "reduce" });
    expect(await motion()).toEqual([]);

    await page.setViewportSize({ width: 640, height: 360 });
    await expectWhole(presentation);
    expect((await readCode(presentation, guichet)).status).toBe("valid");

    await page.setViewportSize({ width: 320, height: 256 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    for (const part of Object.values(parts)) {
      await part.scrollIntoViewIfNeeded();
      const box = await part.boundingBox();
      expect([box?.x, (box?.x ?? 0) + (box?.width ?? 999)].every((x) => (x ?? -1) >= 0 && (x ?? 999) <= 320)).toBe(
        true,
      );
      expect(
        await part.evaluate((element) => element.scrollWidth <= element.clientWidth + 1 || element.clientWidth === 0),
      ).toBe(true);
    }
    expect((await parts.code.boundingBox())?.width).toBeGreaterThanOrEqual(140);

    await page.setViewportSize({ width: 794, height: 1123 });
    await page.emulateMedia({ media: "print" });
    const millimetres = ((await parts.code.boundingBox())?.width ?? 0) / (96 / 25.4);
    expect(millimetres).toBeGreaterThanOrEqual(30);
    expect(await parts.validate.isVisible()).toBe(false);
    expect(await parts.serial.isVisible()).toBe(true);
  });

  // covers: offline, wallet and full screen look the same, and every other page is one of ours
  it("is the same without a network, with brand and navigation; other pages are ours too", limit, async () => {
    const presentation = await phoneOf(language, withServiceWorker);
    const { page, words, parts, link, heading } = presentation;
    const { t } = words;
    await walletIsKept(presentation);
    await offlinePageIsKept(presentation);
    await presentFirst(presentation);
    const online = await lookOf(page);
    const traveller = await textOf(parts.traveller);
    await page.context().setOffline(true);
    await page.reload();
    await parts.code.waitFor();
    expect(await textOf(parts.traveller)).toBe(traveller);
    expect(await lookOf(page)).toEqual(online);
    const hasFont = () => page.evaluate(() => document.fonts.check('600 16px "Guichet Display"'));
    await expect.poll(hasFont, patient).toBe(true);
    await expectWhole(presentation, { without: ["validate"] });
    expect((await readCode(presentation, guichet)).status).toBe("valid");
    expect(await page.evaluate(() => globalThis.device.wakes)).toContain("screen");
    const seen = await parts.clock.textContent();
    await expect.poll(() => parts.clock.textContent(), patient).not.toBe(seen);
    await page.keyboard.press(words.direction === "rtl" ? "ArrowLeft" : "ArrowRight");
    await turnedTo(presentation, traveller);
    expect(await faultsOf(page)).toEqual([]);

    await page.keyboard.press("Escape");
    await page.getByText(t("wallet.offline.connect")).filter({ visible: true }).waitFor();
    await page.getByText(t("wallet.offline.title")).waitFor();
    await expectFrame(page);
    for (const name of family) expect(await page.getByText(name).filter({ visible: true }).count()).toBe(1);
    expect(await faultsOf(page)).toEqual([]);

    for (const path of [`/${language}`, `/${language}/cart`]) {
      await page.goto(guichet.shop + path);
      await heading(t("shell.offline.title")).waitFor();
      await expectFrame(page);
    }
    expect(await faultsOf(page)).toEqual([]);
    await link(t("shell.offline.tickets")).click();
    await page.getByText(t("wallet.offline.title")).waitFor();

    await page.goto(`${guichet.shop}/${language}/cart`);
    await heading(t("shell.offline.title")).waitFor();
    await page.context().setOffline(false);
    await link(t("shell.offline.retry")).click();
    await heading(t("cart.title")).waitFor();
  });

  // covers: a ride in progress is the first in the wallet, and the header of every page shows it with the time left
  it("sees, hears and feels a validation; the ride runs in the list and in the header", limit, async () => {
    const presentation = await phoneOf(language);
    const { page, words, parts, button, heading } = presentation;
    const { t } = words;
    await presentFirst(presentation);
    // The first language has validated the first ticket.
    if (language === "ar") {
      const running = await textOf(parts.traveller);
      await page.getByRole("link", { name: t("wallet.present.next") }).click();
      await turnedTo(presentation, running);
    }
    await parts.validate.click();
    await heading(t("wallet.use")).waitFor();
    await button(t("wallet.use")).click();
    const done = page.getByRole("status").filter({ hasText: t("wallet.ride.validated", { time: "" }).trim() });
    await done.waitFor();
    expect(await textOf(done)).toMatch(/\d{1,2}:\d\d/);
    await expect.poll(() => page.evaluate(() => globalThis.device), patient).toMatchObject({ vibrations: 1, tones: 2 });
    const left = page.locator(".time-ring bdi");
    await expect.poll(() => textOf(left), patient).toMatch(/^(59:\d\d|1:00:00)$/);
    await expectWhole(presentation);
    expect((await readCode(presentation, guichet)).status).toBe("valid");
    expect(await faultsOf(page)).toEqual([]);

    // Goes back one step, past the confirmation, to the list.
    await page.getByRole("link", { name: t("shell.close") }).click();
    await heading(t("wallet.title")).waitFor();
    const listed = page.locator("main a.ticket").first();
    const counted = listed.locator("[data-countdown]");
    await expect.poll(() => textOf(counted), patient).toMatch(/^5\d:\d\d$/);
    const before = await textOf(counted);
    await expect.poll(() => textOf(counted), patient).not.toBe(before);

    for (const path of ["", "/cart", "/legal-notices"]) {
      await page.goto(`${guichet.shop}/${language}${path}`);
      await rideIn(page).waitFor();
      expect(await textOf(rideIn(page))).toMatch(/ \d\d:\d\d$/);
    }
    const [pill, brand] = [await rideIn(page).boundingBox(), await page.locator(".brand").boundingBox()];
    expect(pill && brand && (pill.x >= brand.x + brand.width || pill.x + pill.width <= brand.x)).toBe(true);
    expect(await faultsOf(page)).toEqual([]);
    await rideIn(page).click();
    await parts.code.waitFor();
    await page.getByRole("link", { name: t("shell.close") }).click();
    await page.waitForURL(/legal-notices/);
  });
});

it("turns and closes without script, as pages", limit, async () => {
  const { context } = await browserOfTest({
    locale: "fr",
    javaScriptEnabled: false,
    viewport: { width: 360, height: 640 },
  });
  const shopper = shopperAt(await context.newPage(), wordsIn("fr"));
  const presentation = presentationAt(shopper);
  const { page, words, parts, heading } = presentation;
  await openSignedIn(shopper, "holder@demo.example", `${guichet.shop}/fr/account/wallet`);
  await presentFirst(presentation);
  const traveller = await textOf(parts.traveller);
  await page.getByRole("link", { name: words.t("wallet.present.next") }).click();
  expect(await turnedTo(presentation, traveller)).not.toBe(traveller);
  await expectWhole(presentation);
  await page.getByRole("link", { name: words.t("shell.close") }).click();
  await heading(words.t("wallet.title")).waitFor();
});

const rideIn = (page: Page): Locator => page.locator(".header .ride-pill-target");

/** The appearance of a ticket: colours, fonts and sizes of its elements. */
const lookOf = (page: Page) =>
  page
    .locator(".full-ticket")
    .filter({ visible: true })
    .evaluate((ticket) =>
      [".full-ticket-band", "h1", ".full-ticket-plate", ".serial"].map((part) => {
        const element = ticket.querySelector(part);
        if (!element) return part;
        const { color, backgroundColor, fontFamily, fontSize } = getComputedStyle(element);
        return [part, color, backgroundColor, fontFamily, fontSize];
      }),
    );

/** The brand with its picture, and the tab bar. */
async function expectFrame(page: Page): Promise<void> {
  await page.locator(".header .brand").waitFor();
  expect(await page.locator(".brand img").evaluate((logo) => (logo as HTMLImageElement).naturalWidth)).toBeGreaterThan(
    0,
  );
  expect(await page.locator(".tab-bar").evaluate((bar) => getComputedStyle(bar).display)).toBe("grid");
}
