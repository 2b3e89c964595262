import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { blankCardColumns, readBlankCards } from "./blank-cards.ts";
import { readCardFile } from "./card-file.ts";

// covers: transport cards: other calls are answered while a large file of blank cards is read
test("a large file is read in turns, and others have theirs in between", async () => {
  const rows = Array.from(
    { length: 40_000 },
    (_, at) => `${70_000_000 + at},${at + 0x10000},Box ${at % 50},2032-01-31\n`,
  );
  const bytes = Buffer.from(`number,chip,batch,expires\n${rows.join("")}`);
  let others = 0;
  let isReading = true;
  const counted = (async () => {
    for (; isReading; others += 1) await setImmediate();
  })();
  const file = await readCardFile({ bytes, name: "cards.csv" }, blankCardColumns);
  const whileRead = others;
  if (!file.ok) throw new Error(file.code);
  expect((await readBlankCards(file.value.lines, false)).cards).toHaveLength(40_000);
  const whileChecked = others - whileRead;
  isReading = false;
  await counted;
  expect(whileRead).toBeGreaterThan(1);
  expect(whileChecked).toBeGreaterThan(1);
});
