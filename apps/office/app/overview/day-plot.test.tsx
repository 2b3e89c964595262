import type { Language } from "@guichet/contract/languages.ts";
import { addDays } from "@guichet/rules/dates/days.ts";
import { FrameProvider } from "@guichet/web/frame.tsx";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { amountTick } from "./amount-tick.ts";
import { BarList } from "./bar-list.tsx";
import { type DayBar, DayPlot } from "./day-plot.tsx";

const frame = (language: Language) => ({ language, prefix: "", theme: "system" as const, requestId: "r", nonce: "n" });
const plotOf = (bars: Pick<DayBar, "sales" | "refunds">[], language: Language = "fr") => {
  const days = bars.map((bar, index) => ({ ...bar, day: addDays("2026-11-01", index), text: `day ${index + 1}` }));
  const legend = { sales: "Ventes", refunds: "Remboursements" };
  return renderToStaticMarkup(
    <FrameProvider frame={frame(language)}>
      <DayPlot days={days} currency="EUR" label="Ventes par jour" legend={legend} />
    </FrameProvider>,
  );
};
/** The bars of a series: their attributes as numbers. */
const barsOf = (html: string, series: "sales" | "refunds") =>
  [...html.matchAll(new RegExp(`<rect class="visx-bar plot-${series}"([^>]*)>`, "g"))].map(([, attributes = ""]) => {
    const number = (name: string) => Number.parseFloat(new RegExp(`\\b${name}="([^"]*)"`).exec(attributes)?.[1] ?? "");
    return { x: number("x"), y: number("y"), width: number("width"), height: number("height") };
  });

// covers: figures of the office are plots without a script, with a text and a table for each
test("bars are as high as their amounts: sales above the line of zero, refunds below it, anything but zero at least one pixel", () => {
  const html = plotOf([
    { sales: 10_000, refunds: 0 },
    { sales: 5_000, refunds: 2_500 },
    { sales: 1, refunds: 0 },
  ]);
  const [first, second, third] = barsOf(html, "sales");
  const zero = (first?.y ?? 0) + (first?.height ?? 0);
  expect(second?.height).toBeCloseTo((first?.height ?? 0) / 2);
  expect([third?.height, (third?.y ?? 0) + 1]).toEqual([1, zero]);
  const refunds = barsOf(html, "refunds");
  expect(refunds.map(({ y }) => y)).toEqual([zero, zero, zero]);
  expect(refunds.map(({ height }) => height === 0)).toEqual([true, false, true]);
  expect(refunds[1]?.height).toBeCloseTo((first?.height ?? 0) / 4);
  expect(html).toContain('role="img" aria-label="Ventes par jour"');
  expect(html).toContain("<title>day 2</title>");
});

// covers: figures of the office are plots without a script, with a text and a table for each
test("days go from left to right, in Arabic from right to left, and a year fits the width", () => {
  const bars = [1, 2, 3].map((sales) => ({ sales, refunds: 0 }));
  const starts = (html: string) => barsOf(html, "sales").map(({ x }) => x);
  const french = starts(plotOf(bars));
  expect(french).toEqual(french.toSorted((a, b) => a - b));
  expect(starts(plotOf(bars, "ar"))).toEqual(french.toReversed());
  const year = barsOf(plotOf(Array.from({ length: 366 }, () => ({ sales: 100, refunds: 0 }))), "sales");
  expect(year).toHaveLength(366);
  expect(Math.max(...year.map(({ x, width }) => x + width))).toBeLessThanOrEqual(100.2);
  const empty = plotOf([{ sales: 0, refunds: 0 }]);
  expect(empty).not.toContain("NaN");
});

test("a list of bars reads its names and values as text, and begins at the right in Arabic", () => {
  const bars = [{ key: "a", name: "Carnet", value: 25, text: "25 %" }];
  const listOf = (language: Language) =>
    renderToStaticMarkup(
      <FrameProvider frame={frame(language)}>
        <BarList bars={bars} full={100} />
      </FrameProvider>,
    );
  expect(barsOf(listOf("fr"), "sales")).toMatchObject([{ x: 0, width: 25 }]);
  expect(barsOf(listOf("ar"), "sales")).toMatchObject([{ x: 75, width: 25 }]);
  expect(listOf("fr").replaceAll(/<[^>]*>/g, " ")).toMatch(/Carnet\s+25 %/);
});

test.each([
  [0, "EUR", "fr", "0 €"],
  [150_000, "EUR", "fr", "1,5 k €"],
  [-20_000, "EUR", "en", "-€200"],
  [2_500_000, "JPY", "en", "JP¥2.5m"],
] as const)("%i minor units of %s in %s are %s at the edge of a plot", (amount, currency, language, text) => {
  expect(amountTick(amount, currency, language).replaceAll(/[\u00a0\u202f]/g, " ")).toBe(text);
});
