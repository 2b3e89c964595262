import { chromium, type Page } from "playwright-core";
import { findChromium } from "../../scripts/test/chromium.ts";
import type { Baseline } from "./baseline.ts";
import type { Installation } from "./installation.ts";
import { median } from "./load.ts";
import { type Figure, reached } from "./table.ts";

/** Emulates a slow phone on a slow connection, through Chromium's DevTools protocol. */
const slowdown = 4;
const bitsPerSecond = 1_600_000;
const roundTripMs = 150;
const screen = { width: 360, height: 640 };
const rounds = 5;
const settleMs = 1_500;
const flags = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking"];

const lcpMaxMs = 1_200;
const shiftMax = 0.01;

interface View {
  lcpMs: number;
  shift: number;
  firstByteMs: number;
  kilobytes: number;
  /** The largest element, and the elements that shifted. */
  largest: string;
  moved: string;
}

/** Measures largest contentful paint and layout shift of a first view of home, product and cart, in French and Arabic. */
export async function phoneFigures(installation: Installation, baseline: Baseline): Promise<Figure[]> {
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error("No Chromium was found: set CHROMIUM_PATH.");
  const browser = await chromium.launch({ executablePath, args: flags });
  const hello = await baseline.latency();
  const figures: Figure[] = [];
  try {
    for (const language of ["fr", "ar"] as const) {
      for (const [name, path] of [
        ["home", ""],
        ["product", "/products/ticket-1h"],
        ["cart", "/cart"],
      ] as const) {
        const address = `${installation.shopUrl}/${language}${path}`;
        await (await fetch(address)).text();
        const views: View[] = [];
        for (let round = 0; round < rounds; round += 1) {
          const context = await browser.newContext({
            viewport: screen,
            isMobile: true,
            hasTouch: true,
            locale: language,
          });
          views.push(await firstView(await context.newPage(), address));
          await context.close();
        }
        figures.push(figureOf(`${name}, ${language}`, views, hello));
      }
    }
  } finally {
    await browser.close();
  }
  return figures;
}

function figureOf(what: string, views: readonly View[], helloMs: number): Figure {
  const of = (pick: (view: View) => number) => median(views.map(pick));
  const lcp = of((view) => view.lcpMs);
  const shift = Math.max(...views.map((view) => view.shift));
  const { largest = "", moved = "" } = views.find((view) => view.shift === shift) ?? {};
  const parts = [
    `LCP ${lcp.toFixed(0)} ms (${largest})`,
    `best ${Math.min(...views.map((view) => view.lcpMs)).toFixed(0)}`,
    `shift ${shift.toFixed(3)}${moved && ` (${moved})`}`,
    `first byte ${of((view) => view.firstByteMs).toFixed(0)} ms`,
    `${of((view) => view.kilobytes).toFixed(0)} KB`,
  ];
  return {
    what,
    value: parts.join(", "),
    comparison: `hello takes ${helloMs.toFixed(1)} ms`,
    bar: reached(`LCP at most ${lcpMaxMs} ms, no shift`, lcp <= lcpMaxMs && shift < shiftMax),
  };
}

async function firstView(page: Page, address: string): Promise<View> {
  const protocol = await page.context().newCDPSession(page);
  await protocol.send("Network.enable");
  await protocol.send("Network.clearBrowserCache");
  await protocol.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: roundTripMs,
    downloadThroughput: bitsPerSecond / 8,
    uploadThroughput: bitsPerSecond / 8,
  });
  await protocol.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  let bytes = 0;
  protocol.on("Network.loadingFinished", ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await page.addInitScript(watchPaints);
  await page.goto(address, { waitUntil: "load" });
  await page.waitForTimeout(settleMs);
  const seen = await page.evaluate(readPaints);
  return { ...seen, kilobytes: bytes / 1024 };
}

interface Watched extends Window {
  seen?: { lcpMs: number; largest: string; shift: number; moved: string };
}

/** Runs in the page before its own scripts. */
function watchPaints(): void {
  const seen = { lcpMs: 0, largest: "", shift: 0, moved: "" };
  (window as Watched).seen = seen;
  const nameOf = (node: Node | null | undefined) =>
    node instanceof Element ? `${node.tagName.toLowerCase()}.${node.className}`.slice(0, 40) : (node?.nodeName ?? "");
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      seen.lcpMs = entry.startTime;
      seen.largest = nameOf((entry as PerformanceEntry & { element?: Element }).element);
    }
  }).observe({ type: "largest-contentful-paint", buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { value, sources = [] } = entry as PerformanceEntry & { value: number; sources?: { node?: Node | null }[] };
      seen.shift += value;
      seen.moved = sources.map(({ node }) => nameOf(node)).join(" ");
    }
  }).observe({ type: "layout-shift", buffered: true });
}

function readPaints(): Omit<View, "kilobytes"> {
  const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  const { lcpMs = 0, largest = "", shift = 0, moved = "" } = (window as Watched).seen ?? {};
  return { lcpMs, largest, shift, moved, firstByteMs: navigation?.responseStart ?? 0 };
}
