import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import type { Shopper } from "./shopper.ts";

declare global {
  /** What the page requested from the device. */
  var device: { wakes: string[]; locks: { released: boolean }[]; vibrations: number; tones: number };
}

/** A shopper with a ticket shown full screen, and the parts of that screen. */
export interface Presentation extends Shopper {
  parts: Record<"code" | "plate" | "name" | "traveller" | "serial" | "clock" | "validate", Locator>;
}

export function presentationAt(shopper: Shopper): Presentation {
  const { page, words } = shopper;
  const part = (selector: string) => page.locator(`.full-ticket ${selector}`).filter({ visible: true }).first();
  return {
    ...shopper,
    parts: {
      code: part(".full-ticket-plate svg[role=img]"),
      plate: part(".full-ticket-plate"),
      name: part("h1"),
      traveller: part(".full-ticket-traveller > bdi"),
      serial: part(".serial"),
      clock: part(".full-ticket-clock time"),
      validate: page.getByRole("link", { name: words.t("wallet.present.validate") }),
    },
  };
}

/** Presents the first ticket of the wallet. */
export async function presentFirst({ page, words: { t }, parts }: Presentation): Promise<void> {
  await page
    .locator("main a.ticket", { hasText: t("wallet.present") })
    .first()
    .click();
  await parts.code.waitFor();
}

/** Checks that every part is wholly in the first view, and that nothing has to be scrolled. */
export async function expectWhole(
  { page, parts }: Presentation,
  { without = [] }: { without?: (keyof Presentation["parts"])[] } = {},
): Promise<void> {
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  for (const [name, part] of Object.entries(parts)) {
    if (without.some((missing) => missing === name)) continue;
    const box = await part.boundingBox();
    if (box === null) throw new Error(`${name} is not on the screen`);
    const inside = box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height;
    expect(inside, `${name} at ${JSON.stringify(box)}`).toBe(true);
  }
}

/** Waits until another traveller's ticket is shown; returns the name. */
export async function turnedTo({ parts }: Presentation, before: string): Promise<string> {
  await expect.poll(() => textOf(parts.traveller), { timeout: 30_000 }).not.toBe(before);
  return textOf(parts.traveller);
}

/** Moves a finger across the screen. */
export async function swipe(page: Page, direction: "left" | "right"): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  const [from, to] = direction === "left" ? [300, 60] : [60, 300];
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", x?: number) =>
    browser.send("Input.dispatchTouchEvent", { type, touchPoints: x === undefined ? [] : [{ x, y: 300 }] });
  await touch("touchStart", from);
  await touch("touchMove", (from + to) / 2);
  await touch("touchMove", to);
  await touch("touchEnd");
  await browser.detach();
}

/** Runs in each page: records wake locks, vibrations and tones instead of the device. */
export function spyOnDevice(): void {
  const device = { wakes: [] as string[], locks: [] as { released: boolean }[], vibrations: 0, tones: 0 };
  globalThis.device = device;
  const request = async (type: string) => {
    const lock = { released: false, release: async () => undefined };
    device.wakes.push(type);
    device.locks.push(lock);
    return lock;
  };
  Object.defineProperty(navigator, "wakeLock", { value: { request } });
  Object.defineProperty(navigator, "vibrate", {
    value: () => {
      device.vibrations += 1;
      return true;
    },
  });
  const { start } = OscillatorNode.prototype;
  OscillatorNode.prototype.start = function (...when) {
    device.tones += 1;
    return start.apply(this, when);
  };
}

/** The text of an element, visible or not. */
export const textOf = async (element: Locator): Promise<string> => ((await element.textContent()) ?? "").trim();
