import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { readPackFolder } from "./pack-folder.ts";

async function pricesOf(id: string): Promise<Map<string, number>> {
  const reading = await readPackFolder(fileURLToPath(new URL(`../../../../networks/${id}`, import.meta.url)));
  if (!reading.ok) throw new Error(`the pack of ${id} is not valid`);
  return new Map(reading.pack.catalogue.articles.map((article) => [article.id, article.price]));
}

// covers §3: fares of the demo networks
test("the town network sells at the fares of its table: twelve months by age, 31 days, social, duplicate", async () => {
  const prices = await pricesOf("demo");
  const monthly = {
    "year-child": 460,
    "year-school": 1520,
    "year-youth": 1520,
    "year-adult": 2350,
    "year-senior": 1190,
  };
  for (const [id, month] of Object.entries(monthly)) expect([id, prices.get(id)]).toEqual([id, 12 * month]);
  expect(["harmonie", "harmonie-school"].map((id) => prices.get(id))).toEqual([12 * 840, 12 * 840]);
  const days = ["pass-31-youth", "pass-31", "pass-31-senior", "transition", "card-duplicate"];
  expect(days.map((id) => prices.get(id))).toEqual([2600, 3100, 1600, 870, 2000]);
});

// covers §3: fares of the demo networks
test("the interurban network sells at the fares of its table: by zone, age and kind of ticket", async () => {
  const prices = await pricesOf("zones");
  const kinds = ["single", "return", "carnet", "weekly", "monthly"];
  const row = (age: string, zone: string) => kinds.map((kind) => prices.get(`${kind}-${age}-${zone}`));
  expect(row("adult", "a")).toEqual([150, 250, 1200, 1100, 4000]);
  expect(row("adult", "b")).toEqual([300, 500, 2400, 2200, 8000]);
  expect(row("adult", "c")).toEqual([400, 700, 3200, 3000, 10_000]);
  expect(row("youth", "a")).toEqual([150, 250, 1200, 600, 2000]);
  expect(row("youth", "b")).toEqual([300, 500, 2400, 1200, 4000]);
  expect(row("youth", "c")).toEqual([400, 700, 3200, 1600, 5000]);
  expect(["a", "b", "c"].map((zone) => prices.get(`weekly-child-${zone}`))).toEqual([500, 1100, 1500]);
  expect(["a", "b", "c"].map((zone) => prices.get(`monthly-child-${zone}`))).toEqual([2000, 4000, 5000]);
  expect(["single-child", "single-youth-1", "under-3"].map((id) => prices.get(id))).toEqual([100, 100, 0]);
});

/** A number of hours, as a customer reads it in a name, a line or the figure of a ticket. */
const hoursIn = /\b(\d+)[ \u00a0-]?(?:h|heures?|hours?|ore|horas)\b/iu;

// covers §8: a validity in hours lasts for hours
test.each(["demo", "zones", "bare"])(
  "a validity that the network %s states in hours lasts for hours, not to midnight",
  async (id) => {
    const reading = await readPackFolder(fileURLToPath(new URL(`../../../../networks/${id}`, import.meta.url)));
    if (!reading.ok) throw new Error(`the pack of ${id} is not valid`);
    for (const { id: article, name, summary, figure, validity } of reading.pack.catalogue.articles) {
      const figures = Object.values(figure?.unit ?? {}).map((unit) => `${figure?.value} ${unit}`);
      const words = [...Object.values(name), ...Object.values(summary), ...figures].join(" | ");
      const hours = hoursIn.exec(words)?.[1];
      if (hours === undefined || !("duration" in validity)) continue;
      expect([article, validity.duration]).toEqual([article, `PT${hours}H`]);
    }
  },
);

// covers: the page of a school pass states its dates
test("an article of a fixed period of the year promises no number of months or installments, and no employer to a pupil", async () => {
  for (const id of ["demo", "zones", "bare"]) {
    const reading = await readPackFolder(fileURLToPath(new URL(`../../../../networks/${id}`, import.meta.url)));
    if (!reading.ok) throw new Error(`the pack of ${id} is not valid`);
    for (const article of reading.pack.catalogue.articles) {
      if (!("period" in article.validity)) continue;
      const unit = Object.values(article.figure?.unit ?? {}).join(" | ");
      expect([article.id, unit]).not.toEqual([article.id, expect.stringMatching(/mois|month|شهر|mes/)]);
      expect([article.id, article.summary.fr]).not.toEqual([article.id, expect.stringMatching(/\d+\sfois/)]);
      if ((article.ageTo ?? 99) < 18) expect(article.description?.fr).not.toMatch(/employeur/);
    }
  }
});
