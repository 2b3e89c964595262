import { expect, test } from "vitest";
import { progressBar, progressLine, showProgress } from "./progress.ts";

const state = { what: "rows of the feed", done: 5_000, total: 20_000, elapsedMs: 2_500 };

// covers: long work of a command shows its progress: a bar in a terminal, lines where there is none
test("a bar and a line state the share, the rate and the time left", () => {
  expect(progressBar(state)).toBe("rows of the feed [######------------------] 25 %, 2,000/s, 8 s left");
  expect(progressLine(state)).toBe("rows of the feed: 5,000 of 20,000, 25 %, 2,000/s, 8 s left");
  expect(progressLine({ ...state, total: 205_000 })).toMatch(/1 min 40 s left$/);
  expect(progressBar({ ...state, done: 0, total: 0, elapsedMs: 0 })).toMatch(/100 %, 0\/s$/);
});

/** What is written while 100 items are done, one every 100 milliseconds. */
function written(isTTY: boolean): string[] {
  const texts: string[] = [];
  let time = 0;
  const output = { isTTY, columns: 40, write: (text: string) => texts.push(text) };
  const progress = showProgress("items", output, () => time);
  for (let done = 1; done <= 100; done += 1) {
    time += 100;
    progress.update(done, 100);
  }
  progress.finish();
  return texts;
}

test("a terminal shows one bar, no longer than its line, and no trace of it at the end", () => {
  const texts = written(true);
  expect(texts).toHaveLength(101);
  expect(texts.every((text) => text.startsWith("\r\u001b[2K") && text.length <= 39 + 5)).toBe(true);
  expect(texts.at(-1)).toBe("\r\u001b[2K");
});

test("without a terminal there is a line every five seconds", () => {
  expect(written(false)).toEqual([
    "items: 50 of 100, 50 %, 10/s, 5 s left\n",
    "items: 100 of 100, 100 %, 10/s, 0 s left\n",
  ]);
});
